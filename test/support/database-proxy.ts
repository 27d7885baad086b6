// Stands between the program and its database, so that a test can take the database away and bring it back.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';

export interface DatabaseProxy {
  /** To the same database, through here. */
  readonly connection: pg.PoolConfig;
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

/** @param heard what the program gets of what the server says */
export async function startDatabaseProxy(
  connection: pg.PoolConfig,
  heard: (said: Buffer) => Buffer = (said) => said,
): Promise<DatabaseProxy> {
  // The driver knows how a connection is written, and where a socket's file is.
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
