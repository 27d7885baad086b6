// The kinds of slow clients as data, and the outcome of the attack.
import { httpLimits } from '../../../src/platform/http/http-limits.ts';

export interface Kind {
  /** Sent after the handshake; undefined: no TLS handshake. */
  readonly opening?: string;
  /** Sent repeatedly: far less than the minimum progress. */
  readonly drip?: string;
  /** The product's limit for this kind. */
  readonly limitMs: number;
}

const { headersMs, handshakeMs, receiveWindowMs, idleMs } = httpLimits;
const get = 'GET /health/live HTTP/1.1\r\nhost: localhost\r\n';
export const post = 'POST /vftapi/v2/applicants HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

export const kinds: Readonly<Record<string, Kind>> = {
  'no handshake': { limitMs: handshakeMs },
  silence: { opening: '', limitMs: headersMs },
  'slow headers': { opening: `${get}slow: `, drip: 'x', limitMs: headersMs },
  'slow body': { opening: `${post}content-length: 100000\r\n\r\n{`, drip: ' ', limitMs: receiveWindowMs },
  'slow chunks': { opening: `${post}transfer-encoding: chunked\r\n\r\n`, drip: '1\r\n \r\n', limitMs: receiveWindowMs },
  'a burst, then nothing': {
    opening: `${post}content-length: 100000\r\n\r\n${' '.repeat(4000)}`,
    limitMs: receiveWindowMs,
  },
  'idle after an answer': { opening: `${get}\r\n`, limitMs: idleMs + 1000 },
  'slow headers after an answer': { opening: `${get}\r\n${get}slow: `, drip: 'x', limitMs: headersMs },
};

/** Additional time on a busy machine, for checks of connections every second. */
export const slackMs = 5000;

export interface AttackArguments {
  readonly port: number;
  readonly caFile: string;
  readonly count: number;
}

export interface AttackOutcome {
  /** By kind: how long each connection stayed open. */
  readonly heldMs: Readonly<Record<string, readonly number[]>>;
  /** Connections still open long after the last limit. */
  readonly left: number;
  readonly mostAtOnce: number;
  /** Connections that ended before the handshake. */
  readonly refused: number;
}
