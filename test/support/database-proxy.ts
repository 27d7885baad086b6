// A proxy between the program and its database, with which a test can interrupt the connection.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

export interface DatabaseProxy {
  /** The connection to the same database through the proxy. */
  readonly connection: pg.PoolConfig;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** @param heard filters the server's data before the program gets it */
export async function startDatabaseProxy(
  connection: pg.PoolConfig,
  heard: (said: Buffer) => Buffer = (said) => said,
): Promise<DatabaseProxy> {
  // The driver parses the connection and finds the socket's file.
  const { host, port, user, password, database } = new pg.Client(connection);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      if (one === near) one.pipe(other);
      else one.on('data', (said: Buffer) => near.write(heard(said)));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    connection: {
      host: '127.0.0.1',
      port: address.port,
      user: String(user),
      password: String(password),
      database: String(database),
    },
    async cut() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async restore() {
      server.listen(address.port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
}
