// Loads Node's HTTP module without what a plain import loads: an import reads every export, including WebSocket, which loads
// a second HTTP client (undici) and adds 50 ms to every start.
export const http = process.getBuiltinModule('node:http');
