// The floor that `cargo xtask bench reconnect` measures against: a server that keeps nothing. It knows by heart whose
// cookie sees which picture, checks the hello, and sends the picture as it stands.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const [port, known] = process.argv.slice(2);
const { protocol, pictures, guests } = JSON.parse(readFileSync(known, "utf8"));
const http = createServer((_, answer) => answer.writeHead(404).end());
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false, maxPayload: 64 * 1024 });

sockets.on("connection", (socket, request) => {
  const guest = guests[request.headers.cookie];
  if (!guest || request.headers.origin !== `http://${request.headers.host}`) return socket.close(4001);
  const [picture, you] = guest;
  socket.once("message", (text) => {
    if (JSON.parse(text).hello?.protocol !== protocol) return socket.close(4003);
    socket.send(`{"snapshot":{"epoch":1,"seq":1,"you":${you},"view":${pictures[picture]}}}`);
    socket.send(`{"here":[${you}]}`);
  });
});

// As many may wait to be accepted as with ours.
http.listen({ port: Number(port), host: "127.0.0.1", backlog: 4096 }, () => {
  console.log(`The floor is at http://127.0.0.1:${port}`);
});
