// A listener on every address of this machine that counts its connections, and a count of all sockets that this
// process opens.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

export interface InternalListener {
  readonly port: number;
  connections(): number;
  close(): Promise<void>;
}

export async function listenEverywhere(): Promise<InternalListener> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined).destroy();
  });
  const listen = (host: string) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  // Accepts IPv4 too; a machine without IPv6 has no such address.
  await listen('::').catch(() => listen('0.0.0.0'));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Addresses of this machine besides loopback, without zones. */
export function machineAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return all.filter(({ internal }) => !internal).map(({ address }) => address.replace(/%.*$/, ''));
}

/** Counts the sockets that anything in this process opens. */
export async function countSockets(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const opened = () => {
    count += 1;
  };
  subscribe('net.client.socket', opened);
  try {
    await work();
  } finally {
    unsubscribe('net.client.socket', opened);
  }
  return count;
}
