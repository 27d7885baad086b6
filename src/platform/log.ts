// Structured logs: one wide line per request, job and attempt. Only the fields named here are ever logged.
import { pino } from 'pino';

/** The closed list of what a log line may contain: ids, names of ours, counts and times; never personal data. */
export interface LogFields {
  readonly requestId?: string;
  readonly method?: string;
  /** The route's pattern or the path without its query. */
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
  readonly operation?: string;
  readonly refusal?: string;
  readonly accountId?: string;
  readonly environment?: string;
  readonly keyId?: string;
  readonly userId?: string;
  readonly resourceId?: string;
  readonly emailId?: string;
  readonly webhookId?: string;
  readonly job?: string;
  readonly jobId?: string;
  readonly attempt?: number;
  readonly count?: number;
  readonly host?: string;
  readonly port?: number;
  readonly setting?: string;
  readonly migration?: string;
  /** A sanctions list by its name. */
  readonly list?: string;
  readonly reason?: string;
  /** The last day on which something keeps what is logged. */
  readonly until?: string;
  /** Logged as name, code and stack, without the message, which may quote a value. */
  readonly error?: unknown;
}

export interface Log {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/**
 * What kind of error it is, such as `Error EENVELOPE 550`: its name, its code and the number that a mail server or a file
 * store answered, never its message, which may quote a value.
 */
export function errorClass(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const parts = [error.name, code, responseCode].filter(
    (part) => typeof part === 'number' || (typeof part === 'string' && /^\w{1,40}$/.test(part)),
  );
  return parts.join(' ');
}

/** Where an error was thrown, without its message: messages of databases and parsers quote the values that caused them. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    // Of a mail server.
    ...(typeof responseCode === 'number' ? { responseCode } : {}),
    at: frames.slice(0, 8).map((frame) => frame.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** @param destination a file descriptor or a stream; standard error by default, because standard output is for people and scripts. */
export function createLog(level: LogLevel, destination: number | NodeJS.WritableStream = 2): Log {
  const stream = typeof destination === 'number' ? pino.destination({ fd: destination, sync: true }) : destination;
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  const write =
    (severity: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, fields: LogFields = {}) => {
      const { error } = fields;
      logger[severity](error === undefined ? fields : { ...fields, error: describeError(error) }, message);
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
