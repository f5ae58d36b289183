// The floor that `cargo xtask bench fanout` and `paced` measure against: a server that keeps nothing and decides nothing.
// Whatever command comes, everybody is sent the same frame, and the sender that it is done. `plain` sends each as it
// comes, the way of every example of `ws`; `batched` writes to each socket once what came at once.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const [port, file, way] = process.argv.slice(2);
const text = readFileSync(file, "utf8");
const http = createServer((_, answer) => answer.writeHead(404).end());
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false, maxPayload: 64 * 1024 });

const payload = Buffer.from(text);
const head =
  payload.length < 126 ? Buffer.from([0x81, payload.length]) : Buffer.from([0x81, 126, payload.length >> 8, payload.length & 255]);
const frame = Buffer.concat([head, payload]);

let waiting = [];
const batched = () => {
  const asked = waiting;
  waiting = [];
  const frames = Buffer.concat(asked.map(() => frame));
  for (const client of sockets.clients) client._socket.write(frames);
  for (const [socket, id] of asked) socket.send(`{"ok":"${id}"}`);
};

sockets.on("connection", (socket) => {
  socket.on("message", (bytes) => {
    const message = JSON.parse(bytes);
    if (message.hello) return socket.send('{"snapshot":{}}');
    if (!message.do) return;
    if (way === "plain") {
      for (const client of sockets.clients) client.send(text);
      return socket.send(`{"ok":"${message.do.id}"}`);
    }
    if (waiting.push([socket, message.do.id]) === 1) setImmediate(batched);
  });
});

http.listen({ port: Number(port), host: "127.0.0.1", backlog: 4096 }, () => {
  console.log(`The floor is at http://127.0.0.1:${port}`);
});
