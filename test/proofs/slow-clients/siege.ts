// The kinds of slow clients, and what became of them.
import { httpLimits } from '../../../src/platform/http/http-limits.ts';

export interface Kind {
  /** Sent as soon as the connection stands; left out: TLS is never spoken. */
  readonly opening?: string;
  /** Sent again and again: far less than counts as progress. */
  readonly drip?: string;
  /** The product's limit on it. */
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

/** What a busy machine may add to the looks at the connections, a second apart. */
export const slackMs = 5000;

export interface SiegeArguments {
  readonly port: number;
  readonly caFile: string;
  readonly count: number;
}

export interface SiegeOutcome {
  /** By kind: how long each connection was let be. */
  readonly heldMs: Readonly<Record<string, readonly number[]>>;
  /** Still open when the last should long have gone. */
  readonly left: number;
  readonly mostAtOnce: number;
  /** Ended before they stood. */
  readonly refused: number;
}
