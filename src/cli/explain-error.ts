// Explains an error to the operator: what happened, where, and what to do about it; never a stack trace.
import type { Settings } from '../config.ts';
import { Refusal } from '../lib/refusal.ts';
import { freeSomeSpace } from '../platform/db/embedded-postgres-error.ts';
import { OwnerConnectionError } from '../platform/db/migrations.ts';

type SystemError = Error & {
  readonly code?: string;
  readonly syscall?: string;
  readonly path?: string;
  readonly address?: string;
  readonly port?: number;
};

/** The setting that holds the taken port. */
function settingOfPort({ port, httpPort, metricsPort }: Settings, taken: number | undefined): string {
  if (taken === httpPort && taken !== port) return 'PROBITY_HTTP_PORT';
  return taken === metricsPort && taken !== port ? 'PROBITY_METRICS_PORT' : 'PROBITY_PORT';
}

function explainListening(error: SystemError, settings: Settings): string | undefined {
  if (error.syscall !== 'listen' && error.syscall !== 'bind') return undefined;
  const setting = settingOfPort(settings, error.port);
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${error.port} on ${error.address} is in use. Stop what uses it (perhaps another Probity), or set ${setting}.`;
    case 'EACCES':
      return `This user may not listen on port ${error.port}. Set ${setting} to a port over 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${error.address ?? settings.host}. Set PROBITY_HOST to one of its own.`;
    default:
      return undefined;
  }
}

const databaseMessages: Readonly<Record<string, string>> = {
  '28000': 'refuses this user. Check the user in DATABASE_URL, and pg_hba.conf there',
  '28P01': 'refuses this user or password. Check both in DATABASE_URL',
  '3D000': 'has no such database. Create it, or name another one in DATABASE_URL',
  '42501':
    'does not let this user do that. Make it the owner of its database, or name the owner in PROBITY_DATABASE_OWNER_URL',
  '53300': 'has no connection left. Raise max_connections there, or lower PROBITY_DATABASE_POOL',
  '53100': 'has a full disk. Free some space there',
};

interface AskedServer {
  readonly setting: 'DATABASE_URL' | 'PROBITY_DATABASE_OWNER_URL';
  readonly url: string | undefined;
}

/** A socket is named by its folder, in the place of the host or in a parameter. */
function placeOf(url: string): string {
  const { host, searchParams } = new URL(url);
  return searchParams.get('host') ?? (decodeURIComponent(host) || 'its socket');
}

/** Explains errors of an operator's server; the embedded server's errors explain themselves. */
function explainDatabase(error: SystemError, { setting, url }: AskedServer): string | undefined {
  if (url === undefined) return undefined;
  const where = `The database server at ${placeOf(url)}`;
  const known = databaseMessages[error.code ?? ''];
  if (known !== undefined) return `${where} ${known.replace('DATABASE_URL', setting)}.`;
  const isAway =
    ['connect', 'getaddrinfo'].includes(error.syscall ?? '') ||
    /timeout exceeded|Connection terminated/.test(error.message);
  return isAway
    ? `${where} cannot be reached (${error.code ?? error.message}). Check ${setting} and that it runs.`
    : undefined;
}

/** Codes of the operating system and of PostgreSQL. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', '53100'];

function explainFile({ code = '', path, cause }: SystemError, { dataDir }: Settings): string | undefined {
  const where = path ?? dataDir;
  const codes = [code, (cause as SystemError | undefined)?.code ?? ''];
  if (codes.some((one) => diskFullCodes.includes(one))) {
    return `The disk that holds ${where} is full. ${freeSomeSpace}`;
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code)) {
    return `${where} is not writable (${code}). Give this user the folder, or set PROBITY_DATA_DIR to one it owns.`;
  }
  return undefined;
}

interface Reader {
  /** How the reader calls a refused field; by default its path in a file. */
  readonly nameOf?: (name: string) => string;
  /** Whether the command could not have changed anything. */
  readonly onlyReads?: boolean | undefined;
}

function explainRefusal({ reason, fields }: Refusal, { nameOf = (name) => name, onlyReads = false }: Reader): string {
  const lines = Object.entries(fields).flatMap(([path, messages]) => {
    const [, name = '', rest = ''] = /^(\w*)(.*)$/s.exec(path) ?? [];
    const shown = name === '' ? rest : `${name === 'account' ? '--account' : nameOf(name)}${rest}`;
    return messages.map((message) => `  ${shown} ${message}`.trimEnd());
  });
  if (lines.length === 0) return `Refused: ${reason.replaceAll('_', ' ')}.`;
  return `${onlyReads ? 'Refused' : 'Nothing was changed'}:\n${lines.join('\n')}`;
}

/** The explanation ends in a newline. */
export function explainError(error: unknown, settings: Settings, reader: Reader = {}): string {
  if (error instanceof Refusal) return `${explainRefusal(error, reader)}\n`;
  const isOwner = error instanceof OwnerConnectionError;
  const asked: AskedServer = isOwner
    ? { setting: 'PROBITY_DATABASE_OWNER_URL', url: settings.databaseOwnerUrl }
    : { setting: 'DATABASE_URL', url: settings.databaseUrl };
  const itself = isOwner ? error.cause : error;
  // If several addresses were tried, explain the last one's error.
  const one = (itself instanceof AggregateError ? itself.errors.at(-1) : itself) as SystemError;
  if (!(one instanceof Error)) return `${String(error)}\n`;
  const explained = explainListening(one, settings) ?? explainDatabase(one, asked) ?? explainFile(one, settings);
  return `${explained ?? one.message}\n`;
}
