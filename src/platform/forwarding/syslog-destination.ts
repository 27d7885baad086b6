// Sends records to a syslog server: RFC 5424 messages in counted frames (RFC 6587) over TCP, or over TLS (RFC 5425).
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, getCACertificates } from 'node:tls';
import type { Destination, ForwardedRecord } from './destination.ts';

export interface SyslogOptions {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** PEM text of an authority that is trusted besides the usual ones. */
  readonly ca?: string | undefined;
  /** The name of this installation. */
  readonly ownHost: string;
  readonly timeoutMs?: number;
}

/** Security and authorisation messages (RFC 5424, table 1). */
const FACILITY = 10;
const severities = { alert: 1, warning: 4, notice: 5 } as const;
const SILENCE_MS = 10_000;

/** The id of the sender without a registered number is nil; the record itself is the message. */
function messageOf({ type, at, severity, line }: ForwardedRecord, ownHost: string): string {
  const priority = FACILITY * 8 + severities[severity];
  return `<${priority}>1 ${at.toISOString()} ${ownHost} probity - ${type} - ${line}`;
}

function frameOf(record: ForwardedRecord, ownHost: string): Buffer {
  const message = Buffer.from(messageOf(record, ownHost));
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

function open({ host, port, isTls, ca }: SyslogOptions): Socket {
  if (!isTls) return connect({ host, port });
  const authorities = [...getCACertificates('default'), ...(ca === undefined ? [] : [ca])];
  return connectTls({ host, port, servername: host, ca: authorities, minVersion: 'TLSv1.2' });
}

/**
 * Syslog has no acknowledgement. Each batch has a connection of its own, which we end and the server then closes: a
 * server that closes without an error has read to the end.
 */
export function syslogDestination(options: SyslogOptions): Destination {
  const { timeoutMs = SILENCE_MS } = options;
  return {
    async send(records) {
      const socket = open(options);
      socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the syslog server does not answer')));
      try {
        await once(socket, options.isTls ? 'secureConnect' : 'connect');
        const closed = once(socket, 'close');
        const ended = once(socket, 'end');
        socket.resume();
        socket.end(Buffer.concat(records.map((record) => frameOf(record, options.ownHost))));
        await Promise.race([ended, closed.then(() => Promise.reject(new Error('the connection broke')))]);
        await closed;
      } finally {
        socket.destroy();
      }
    },
  };
}
