// Node's own HTTP, without what an import of it loads: an import reads every name that it exports, WebSocket among them, and that
// brings a whole second client (undici) with it, a twentieth of a second of every start.
export const http = process.getBuiltinModule('node:http');
