// The type of a fuzzed request: parts that can be mutated separately, and its serialisation.
import type { Environment } from '../../../src/context.ts';

/** Literal text in JSON or in a form, as latin-1, so that it can hold any byte. */
export interface Verbatim {
  readonly json: string;
  readonly form: string;
}

/** A list of pairs: names may repeat, in any order, including `__proto__`. */
export interface Hash {
  readonly pairs: readonly (readonly [name: string, value: Value])[];
}

export type Value = string | number | boolean | null | Verbatim | Hash | readonly Value[];

export type Body =
  | { readonly as: 'nothing' }
  | { readonly as: 'json' | 'form'; readonly value: Value }
  | { readonly as: 'bytes'; readonly bytes: Buffer };

export interface FuzzRequest {
  /** The operation of the original request; mutations may change it to another. */
  readonly operationId: string;
  readonly environment: Environment;
  readonly method: string;
  /** As sent, latin-1, including escapes. */
  readonly path: string;
  /** With its question mark; empty without a query. */
  readonly query: string;
  /** latin-1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Body;
  readonly isChunked: boolean;
}

export const isHash = (value: Value): value is Hash => typeof value === 'object' && value !== null && 'pairs' in value;
export const isVerbatim = (value: Value): value is Verbatim =>
  typeof value === 'object' && value !== null && 'json' in value;

/** Converts any JSON value. */
export function fuzzValue(json: unknown): Value {
  if (Array.isArray(json)) return json.map(fuzzValue);
  if (typeof json === 'object' && json !== null) {
    return { pairs: Object.entries(json).map(([name, value]) => [name, fuzzValue(value)] as const) };
  }
  return json as Value;
}

function toJson(value: Value): string {
  if (isVerbatim(value)) return value.json;
  if (isHash(value)) return `{${value.pairs.map(([name, one]) => `${toJson(name)}:${toJson(one)}`).join(',')}}`;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  // Lone surrogates become escapes, everything else UTF-8.
  return Buffer.from(JSON.stringify(value) ?? 'null').toString('latin1');
}

/** Percent-encodes UTF-8, with lone surrogates as three bytes each: invalid, but some clients send it. */
function escaped(text: string): string {
  const bytes = [...text].map((point) => {
    const code = point.codePointAt(0)!;
    if (code < 0xd800 || code > 0xdfff) return Buffer.from(point);
    return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]);
  });
  return Buffer.concat(bytes)
    .toString('latin1')
    .replace(/[^\w.~-]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}

function toPairs(name: string, value: Value): string[] {
  if (value === null) return [name];
  if (isVerbatim(value)) return [`${name}=${value.form}`];
  if (isHash(value)) {
    return value.pairs.flatMap(([key, one]) => toPairs(name === '' ? escaped(key) : `${name}[${escaped(key)}]`, one));
  }
  if (Array.isArray(value)) return value.flatMap((one) => toPairs(`${name}[]`, one));
  return [`${name}=${escaped(String(value))}`];
}

function bodyBytes(body: Body): Buffer {
  switch (body.as) {
    case 'nothing':
      return Buffer.alloc(0);
    case 'bytes':
      return body.bytes;
    case 'json':
      return Buffer.from(toJson(body.value), 'latin1');
    case 'form':
      return Buffer.from(toPairs('', body.value).join('&'), 'latin1');
  }
}

function inChunks(bytes: Buffer): Buffer {
  const half = Math.ceil(bytes.length / 2);
  const pieces = [bytes.subarray(0, half), bytes.subarray(half)].filter((piece) => piece.length > 0);
  return Buffer.concat([
    ...pieces.flatMap((piece) => [Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);
}

export function headBytes(request: FuzzRequest): Buffer {
  const lines = request.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${request.method} ${request.path}${request.query} HTTP/1.1\r\n${lines}`, 'latin1');
}

export function requestBytes(request: FuzzRequest): Buffer {
  const body = bodyBytes(request.body);
  const framing = request.isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const needsFraming = request.body.as !== 'nothing' || request.isChunked;
  return Buffer.concat([
    headBytes(request),
    Buffer.from(`${needsFraming ? `${framing}\r\n` : ''}\r\n`),
    request.isChunked ? inChunks(body) : body,
  ]);
}

/** Quotes for a shell: `$'…'` with every byte escaped that is not plain text. */
function quoted(bytes: Buffer | string): string {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
  const inner = text.replace(/[^ -&(-[\]-~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `$'${inner}'`;
}

/** For a terminal, after `BASE=https://localhost:…` and `CA=…`. */
export function curlCommand(request: FuzzRequest): string {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'host');
  const body = bodyBytes(request.body);
  return [
    `curl -i --http1.1 --path-as-is -g --cacert "$CA" -X ${quoted(request.method)}`,
    ...headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...(request.isChunked ? ["-H 'Transfer-Encoding: chunked'"] : []),
    ...(request.body.as === 'nothing' ? [] : [`--data-binary ${quoted(body)}`]),
    `"$BASE"${quoted(request.path + request.query)}`,
  ].join(' \\\n    ');
}
