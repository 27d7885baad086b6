// Recognises errors of a database that is away, full or restarting: clients are then asked to retry.

/**
 * Error codes of the operating system, including its name resolution, and of PostgreSQL: shutting down, starting up, out
 * of connections, disk or memory, and a transaction that it ended because it was idle, as after a jump of its clock.
 */
const awayCodes = new Set([
  'EAGAIN',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '25P03',
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

/** The driver's own errors have no code, only these messages. */
const awayMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'the database server is shutting down',
];

export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') return awayCodes.has(code) || code.startsWith('08');
  return awayMessages.some((words) => error.message.startsWith(words));
}
