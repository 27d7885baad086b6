// A real forward proxy on loopback, plain or with TLS: opens tunnels by CONNECT, or answers as the test says.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { receiverCertificate } from './receiver-certificates.ts';

export type Tunnel = (request: IncomingMessage, socket: Socket) => void;

export interface ConnectProxy {
  readonly port: number;
  /** The requested targets, such as `127.0.0.2:443`. */
  readonly asked: readonly string[];
  /** Proxy-Authorization of each request, `none` if it was absent. */
  readonly credentials: readonly string[];
  behave(tunnel: Tunnel): void;
  close(): Promise<void>;
}

/** Opens a tunnel like any forward proxy. */
export const makeTunnel: Tunnel = ({ url = '' }, socket) => {
  const [, host = '', port] = /^\[?(.*?)\]?:(\d+)$/.exec(url) ?? [];
  const onward = connect({ host, port: Number(port) }, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'));
  socket.on('close', () => onward.destroy());
};

export async function startConnectProxy({ tls = false } = {}): Promise<ConnectProxy> {
  const server: Server = tls
    ? createTlsServer(await receiverCertificate('good', ['localhost', '127.0.0.1']))
    : createServer();
  let tunnel = makeTunnel;
  const asked: string[] = [];
  const credentials: string[] = [];
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url ?? '');
    credentials.push(request.headers['proxy-authorization'] ?? 'none');
    socket.on('error', () => undefined);
    tunnel(request, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    credentials,
    behave(given) {
      tunnel = given;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
