
// The rest of the program: what a page does not need to wake. It comes behind the first part; what of the first part comes
// to it earlier asks for it.
const REST = new URL("coterie_rest.wasm", import.meta.url);
let coming;
function join(module) {
    if (wasm.whole.value === 0) {
        new WebAssembly.Instance(module, { first: wasm });
        wasm.whole.value = 1;
    }
}
// The program stands still until it is there: it is in the middle of something.
function need() {
    Error.stackTraceLimit = 100;
    console.debug(new Error("The rest of the program was needed before it was there.").stack);
    const request = new XMLHttpRequest();
    request.open("GET", REST, false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    join(new WebAssembly.Module(Uint8Array.from(request.responseText, (byte) => byte.charCodeAt(0))));
}
// A server that was replaced meanwhile has another program, and the page has to be of one piece.
function replaced(answer) {
    if (answer.status === 404) location.reload();
    return answer;
}
export function rest() {
    coming ??= WebAssembly.compileStreaming(fetch(REST).then(replaced)).then(join);
    coming.catch(() => (coming = undefined));
    return coming;
}
