// Sends prepared HTTPS requests over 32 kept connections, with as little work of its own as it can: the machine is shared.
import { connect, type TLSSocket } from 'node:tls';

export interface Target {
  readonly port: number;
  /** PEM of the authority that signed the server's certificate. */
  readonly ca: string;
}

export const connections = 32;

export function httpRequest(method: string, path: string, key: string, form?: string): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: ${key}`];
  if (form !== undefined) {
    lines.push('Content-Type: application/x-www-form-urlencoded', `Content-Length: ${Buffer.byteLength(form)}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${form ?? ''}`;
}

interface Connection {
  /** The body of the answer; throws on another status. */
  send(request: string, status: number): Promise<string>;
  end(): void;
}

function open({ port, ca }: Target): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const socket: TLSSocket = connect({ host: '127.0.0.1', servername: 'localhost', port, ca });
  let waiting: { resolve: (body: string) => void; reject: (error: Error) => void; status: number } | undefined;
  let received = '';
  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = undefined;
    reject(error);
  };
  socket.setEncoding('latin1').setNoDelay(true);
  socket.on('error', fail).on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (text: string) => {
    received += text;
    const bodyAt = received.indexOf('\r\n\r\n') + 4;
    if (bodyAt < 4) return;
    const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, bodyAt));
    if (received.length < bodyAt + Number(length?.[1] ?? 0)) return;
    const body = received.slice(bodyAt);
    const asked = waiting;
    waiting = undefined;
    if (received.startsWith(`HTTP/1.1 ${asked?.status} `)) asked?.resolve(body);
    else asked?.reject(new Error(`unexpected answer: ${received.slice(0, 400)}`));
    received = '';
  });
  socket.once('secureConnect', () =>
    resolve({
      send: (request, status) =>
        new Promise((taken, refused) => {
          waiting = { resolve: taken, reject: refused, status };
          socket.write(request);
        }),
      end: () => socket.destroy(),
    }),
  );
  return promise;
}

/** Works through all items, so many at a time; how many a second. */
export async function rateOf<Item>(
  workers: readonly ((item: Item) => Promise<void>)[],
  items: readonly Item[],
): Promise<number> {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    workers.map(async (work) => {
      while (next < items.length) await work(items[next++]!);
    }),
  );
  return items.length / ((performance.now() - startedAt) / 1000);
}

/** Requests per second over connections that are open before the clock starts. */
export async function requestRate(
  target: Target,
  requests: readonly string[],
  status: number,
  onBody: (body: string) => void = () => {},
): Promise<number> {
  const open32 = await Promise.all(Array.from({ length: connections }, () => open(target)));
  try {
    return await rateOf(
      open32.map((connection) => async (request: string) => onBody(await connection.send(request, status))),
      requests,
    );
  } finally {
    for (const connection of open32) connection.end();
  }
}
