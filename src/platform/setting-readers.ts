// Parses the texts of settings into values, or says what is wrong with them.
import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseMasterKeys } from './encryption/master-keys.ts';
import type { S3Bucket, S3Credentials } from './files/s3-file-store.ts';
import type { ClamdAddress } from './files/virus-scanner.ts';
import { trustedProxies } from './http/trusted-proxies.ts';
import { type AllowEntry, parseAllowList } from './outgoing-http/allow-list.ts';
import { type OutgoingProxy, parseOutgoingProxy } from './outgoing-http/outgoing-proxy.ts';

export type Read<T> = (text: string) => T | { readonly problem: string };

export interface Setting<T> {
  readonly name: string;
  /** As it would be written; undefined where leaving it out has a meaning of its own. */
  readonly default?: string;
  readonly meaning: string;
  readonly secret?: true;
  readonly read: Read<T>;
  /** As it would be written, where that is more than its text. */
  readonly show?: (value: T) => string;
}

/** Keeps in the type whether the entry has a default. */
export const setting = <T, Entry extends Pick<Setting<T>, 'default'>>(entry: Setting<T> & Entry): Setting<T> & Entry =>
  entry;

export function isProblem(value: unknown): value is { readonly problem: string } {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

export const asPath: Read<string> = (text) => resolve(text);

export const asReadableFile: Read<string> = (text) => {
  const path = resolve(text);
  try {
    accessSync(path, constants.R_OK);
    return path;
  } catch (error) {
    return { problem: `names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
};

export const asSome =
  <T extends string>(...all: readonly T[]): Read<readonly T[]> =>
  (text) => {
    const given = text
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    const isKnown = (word: string): word is T => all.some((one) => one === word);
    return given.every(isKnown) ? given : { problem: `must be some of ${all.join(', ')}, separated by commas` };
  };

export const asHost: Read<string> = (text) =>
  isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text)
    ? text
    : { problem: 'must be an address such as 0.0.0.0 or a host name' };

export const asUserName: Read<string> = (text) =>
  /^[a-z_][a-z0-9_.-]{0,31}$/i.test(text) ? text : { problem: 'must be the name of a user of this machine' };

export const asEmailAddress: Read<string> = (text) =>
  /^[^\s<>@,]+@[^\s<>@,]+$/.test(text) ? text : { problem: 'must be an email address' };

export const asSender: Read<string> = (text) =>
  /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)
    ? text
    : { problem: 'must be an address, or a name and <address>' };

/** What mobile networks take: a number in international form, or at most eleven letters and digits. */
export const asTextSender: Read<string> = (text) =>
  /^\+[1-9]\d{6,14}$|^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/.test(text)
    ? text
    : { problem: 'must be a number such as +447700900123, or a name of at most 11 letters and digits' };

export const asName: Read<string> = (text) =>
  text.trim().length <= 100 && !/[\p{Cc}<>]/u.test(text)
    ? text.trim()
    : { problem: 'must be a name of at most 100 characters, without < and >' };

/** Lines of text, separated by semicolons. */
export const asLines: Read<readonly string[]> = (text) => {
  const lines = text
    .split(';')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length <= 8 && lines.every((line) => line.length <= 100 && !/[\p{Cc}<>]/u.test(line))
    ? lines
    : { problem: 'must be at most 8 lines of at most 100 characters, separated by semicolons, without < and >' };
};

export const asMasterKeys: Read<string> = (text) => {
  try {
    parseMasterKeys(text);
    return text;
  } catch (error) {
    return { problem: `cannot be used: ${(error as Error).message}` };
  }
};

export function asInteger(min: number, max: number): Read<number> {
  return (text) => {
    const value = Number(text);
    return Number.isInteger(value) && value >= min && value <= max
      ? value
      : { problem: `must be a whole number from ${min} to ${max}` };
  };
}

export function asOneOf<const T extends string>(...values: readonly T[]): Read<T> {
  return (text) => values.find((value) => value === text) ?? { problem: `must be one of ${values.join(', ')}` };
}

/** A number where it is one. */
export const asWordOrNumber: Read<string | number> = (text) => {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  return /^[a-z]{1,30}$/i.test(text) ? text : { problem: 'must be a word or a whole number' };
};

export const asHttpsBase: Read<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.search === '' && url.hash === '' && url.username === ''
    ? text.replace(/\/$/, '')
    : { problem: 'must be an https URL without query or credentials' };
};

export const asHttpsOrigin: Read<string> = (text) => {
  const url = asHttpsBase(text);
  return typeof url === 'string' && new URL(url).origin !== url.toLowerCase()
    ? { problem: 'must be an https URL without a path' }
    : url;
};

export function asUrl(...protocols: readonly string[]): Read<string> {
  return (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol)
      ? text
      : { problem: `must be a URL starting ${protocols.map((protocol) => `${protocol}//`).join(' or ')}` };
}

const asList: Read<readonly string[]> = (text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

export const asNetworks: Read<readonly string[]> = (text) => {
  const networks = asList(text) as readonly string[];
  try {
    trustedProxies(networks);
    return networks;
  } catch (error) {
    return { problem: `cannot be used: ${(error as Error).message}` };
  }
};

export const asNameServers: Read<readonly string[]> = (text) => {
  const servers = asList(text) as readonly string[];
  const wrong = servers.find((server) => {
    const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+)(?::\d{1,5})?)$/.exec(server) ?? [];
    return isIP(server) === 0 && isIP(bracketed ?? '') !== 6 && isIP(plain ?? '') !== 4;
  });
  return wrong === undefined ? servers : { problem: `"${wrong}" is not an address or address:port` };
};

export const asAllowList: Read<readonly AllowEntry[]> = (text) => {
  const { entries, problems } = parseAllowList(text);
  return entries ?? { problem: problems.join('; ') };
};

export const asOutgoingProxy: Read<OutgoingProxy> = (text) =>
  parseOutgoingProxy(text) ?? { problem: 'must be a URL such as http://user:password@proxy.example.com:3128' };

export const showAllowEntry = ({ network, port }: AllowEntry): string => {
  const place =
    network === 'ordinary' ? '*' : network[0].kind() === 'ipv6' ? `[${network.join('/')}]` : network.join('/');
  return `${place}:${port === 'any' ? '*' : port}`;
};

export const asExtensions: Read<readonly string[]> = (text) => {
  const extensions = (asList(text) as readonly string[]).map((extension) => extension.toLowerCase());
  const wrong = extensions.find((extension) => !/^\.[a-z0-9]{1,10}$/.test(extension));
  return wrong === undefined ? extensions : { problem: `"${wrong}" is not an extension such as .pdf` };
};

/** `name=https://…` separated by commas, each name once. */
export function asAddressesOf<const T extends string>(...names: readonly T[]): Read<ReadonlyMap<T, string>> {
  return (text) => {
    const addresses = new Map<T, string>();
    for (const part of text.split(',').map((one) => one.trim())) {
      if (part === '') continue;
      const [given = '', ...rest] = part.split('=');
      const [name, url] = [names.find((one) => one === given), rest.join('=')];
      if (name === undefined) return { problem: `names "${given}", which is none of ${names.join(', ')}` };
      if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
        return { problem: `must give ${name} an https URL` };
      if (addresses.has(name)) return { problem: `names ${name} twice` };
      addresses.set(name, url);
    }
    return addresses;
  };
}

/** `unix:/path` or `tcp://host:port`. */
export const asClamd: Read<ClamdAddress> = (text) => {
  if (text.startsWith('unix:/')) return { path: text.slice('unix:'.length) };
  const { protocol, hostname, port } = URL.canParse(text) ? new URL(text) : { protocol: '', hostname: '', port: '' };
  return protocol === 'tcp:' && hostname !== '' && port !== ''
    ? { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
    : { problem: 'must be unix:/path or tcp://host:port' };
};

export const showClamd = (address: ClamdAddress): string =>
  'path' in address
    ? `unix:${address.path}`
    : `tcp://${address.host.includes(':') ? `[${address.host}]` : address.host}:${address.port}`;

/** The server's address, with the bucket's name as its path. */
export const asBucket: Read<S3Bucket> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const [, bucket] = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '') ?? [];
  const isPlain = url !== undefined && url.search === '' && url.hash === '' && url.username === '';
  return isPlain && bucket !== undefined && ['https:', 'http:'].includes(url.protocol)
    ? { endpoint: url.origin, bucket }
    : { problem: 'must be a URL such as https://s3.eu-west-2.amazonaws.com/bucket' };
};

export const asS3Credentials: Read<S3Credentials> = (text) => {
  const [, accessKeyId, secretAccessKey] = /^([^\s:]+):(\S+)$/.exec(text) ?? [];
  return accessKeyId === undefined || secretAccessKey === undefined
    ? { problem: 'must be an access key id and its secret with a colon between' }
    : { accessKeyId, secretAccessKey };
};
