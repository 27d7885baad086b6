// The limits of what one client may occupy, and for how long.

export interface HttpLimits {
  /** Of one body; an upload's route sets its own. */
  readonly bodyBytes: number;
  /** Of the request line and headers together. */
  readonly headerBytes: number;
  /** From the start of a connection, or of the next request on it, to the end of its headers. */
  readonly headersMs: number;
  readonly handshakeMs: number;
  /** How often all connections are checked: often, so that those that are closed together are few, and delay nobody. */
  readonly checkEveryMs: number;
  /** The rate at which a body must arrive and an answer must be read, over the window that follows. */
  readonly progressBytesPerSecond: number;
  readonly receiveWindowMs: number;
  /** Longer, because what a client has read becomes visible only in steps of the kernel's send buffer, up to some megabytes. */
  readonly sendWindowMs: number;
  /** How much is read and discarded of a body whose request is already answered. */
  readonly discardBytes: number;
  /** Between two requests on one connection; Node adds its one second of grace. */
  readonly idleMs: number;
  /** The same from a trusted proxy, which pools its connections and must not find them closed. */
  readonly proxyIdleMs: number;
  readonly connections: number;
  readonly requestsPerConnection: number;
  /** Still accepting, with every answer the last one on its connection, so that no request meets a closed connection. */
  readonly drainMs: number;
  /** How long requests in flight may then take. */
  readonly stopMs: number;
  /** The time limit of each readiness check. */
  readonly readinessMs: number;
}

export const httpLimits: HttpLimits = {
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  headersMs: 8_000,
  handshakeMs: 8_000,
  checkEveryMs: 250,
  progressBytesPerSecond: 1_000,
  receiveWindowMs: 15_000,
  sendWindowMs: 60_000,
  discardBytes: 16 * 1_048_576,
  idleMs: 14_000,
  proxyIdleMs: 75_000,
  connections: 16_384,
  requestsPerConnection: 10_000,
  drainMs: 250,
  stopMs: 10_000,
  readinessMs: 2_000,
};
