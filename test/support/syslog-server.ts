// A syslog server for tests: reads counted frames over TCP or TLS, and keeps them.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { receiverCertificate } from './receiver-certificates.ts';

export interface SyslogMessage {
  readonly priority: number;
  readonly at: string;
  readonly host: string;
  readonly application: string;
  readonly messageId: string;
  readonly text: string;
}

export interface SyslogServer {
  readonly port: number;
  /** The authority of its certificate. */
  readonly ca: string;
  readonly messages: readonly SyslogMessage[];
  /** Whether it resets each connection. */
  isBroken: boolean;
  close(): Promise<void>;
}

const form = /^<(\d{1,3})>1 (\S+) (\S+) (\S+) - (\S+) - ([\s\S]*)$/;

function parse(frame: string): SyslogMessage {
  const [, priority, at, host, application, messageId, text] = form.exec(frame)!;
  return {
    priority: Number(priority),
    at: at!,
    host: host!,
    application: application!,
    messageId: messageId!,
    text: text!,
  };
}

function framesOf(bytes: Buffer): string[] {
  const frames: string[] = [];
  for (let from = 0; from < bytes.length; ) {
    const space = bytes.indexOf(' ', from);
    const end = space + 1 + Number(bytes.toString('latin1', from, space));
    frames.push(bytes.toString('utf8', space + 1, end));
    from = end;
  }
  return frames;
}

export async function startSyslogServer({ isTls = false } = {}): Promise<SyslogServer> {
  const { key, cert, ca } = await receiverCertificate('good', ['localhost']);
  const messages: SyslogMessage[] = [];
  const state = { isBroken: false };
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket) => {
    sockets.add(socket);
    const chunks: Buffer[] = [];
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => messages.push(...framesOf(Buffer.concat(chunks)).map(parse)));
  };
  const server: Server = isTls ? createTlsServer({ key, cert }, onConnection) : createServer(onConnection);
  server.prependListener('connection', (socket: Socket) => state.isBroken && socket.resetAndDestroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    ca,
    messages,
    get isBroken() {
      return state.isBroken;
    },
    set isBroken(value) {
      state.isBroken = value;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
