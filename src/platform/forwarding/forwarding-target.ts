// Where records of security are kept besides the database, as an operator writes it in a setting.
import { isAbsolute, resolve } from 'node:path';

export type ForwardingTarget =
  | { readonly kind: 'syslog'; readonly host: string; readonly port: number; readonly isTls: boolean }
  | { readonly kind: 'webhook'; readonly url: string }
  | { readonly kind: 'bucket'; readonly bucket: string; readonly prefix: string }
  | { readonly kind: 'file'; readonly path: string };

type Kind = ForwardingTarget['kind'];

function parseTarget(text: string): ForwardingTarget | undefined {
  if (isAbsolute(text)) return { kind: 'file', path: resolve(text) };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  switch (url?.protocol) {
    case 'syslog:':
    case 'syslog+tls:': {
      const isTls = url.protocol === 'syslog+tls:';
      const isPlain = url.hostname !== '' && url.username === '' && ['', '/'].includes(url.pathname);
      const port = url.port === '' ? (isTls ? 6514 : 514) : Number(url.port);
      return isPlain ? { kind: 'syslog', host: url.hostname.replace(/^\[|\]$/g, ''), port, isTls } : undefined;
    }
    case 'https:':
      return url.username === '' ? { kind: 'webhook', url: url.href } : undefined;
    case 's3:': {
      const prefix = url.pathname.replace(/^\/|\/$/g, '');
      return url.hostname === '' ? undefined : { kind: 'bucket', bucket: url.hostname, prefix };
    }
    default:
      return undefined;
  }
}

export const targetForms: Readonly<Record<Kind, string>> = {
  syslog: 'syslog://host:port or syslog+tls://host:port',
  webhook: 'https://…',
  bucket: 's3://bucket/prefix',
  file: 'an absolute path',
};

/** One target of these kinds; undefined for anything else. */
export function readTarget<const K extends Kind>(
  text: string,
  ...kinds: readonly K[]
): Extract<ForwardingTarget, { kind: K }> | undefined {
  const target = parseTarget(text.trim());
  const isOne = target !== undefined && kinds.some((kind) => kind === target.kind);
  return isOne ? (target as Extract<ForwardingTarget, { kind: K }>) : undefined;
}

export function showTarget(target: ForwardingTarget): string {
  switch (target.kind) {
    case 'syslog': {
      const host = target.host.includes(':') ? `[${target.host}]` : target.host;
      return `syslog${target.isTls ? '+tls' : ''}://${host}:${target.port}`;
    }
    case 'webhook':
      return target.url;
    case 'bucket':
      return `s3://${target.bucket}/${target.prefix}`;
    case 'file':
      return target.path;
  }
}
