// Parses an HTTP/1.1 answer from the bytes received so far; pure, strict and bounded: everything ambiguous is invalid.

export interface AnswerHead {
  readonly status: number;
  /** By lower-case name; of repeated headers the last, or all of them if they form one list. */
  readonly headers: ReadonlyMap<string, string>;
  /** The offset at which the body begins. */
  readonly end: number;
  readonly body: AnswerBody;
  /** How long the peer keeps the connection for another request; 0 if it does not. */
  readonly keptMs: number;
}

/** The length of a body in bytes, or how its end is recognised. */
type AnswerBody = number | 'chunked' | 'until_close';

const HEAD_BYTES = 16 * 1024;
/** Less than the 5 seconds after which common servers close an idle connection, perhaps just when we write to it. */
const KEPT_MS = 4000;
const LONGEST_KEPT_MS = 30_000;
/** Subtracted from the peer's timeout as a safety margin. */
const KEPT_MARGIN_MS = 2000;

const START = Buffer.from('HTTP/1.');
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const NOT_OF_A_VALUE = /[^\t\x20-\x7e\x80-\xff]/;
const BARE_LINE_FEED = /[^\r]\n/;

/**
 * The first answer in `bytes`, which may be an informational one.
 * @param looked how many of the bytes were parsed the last time, so that an answer that arrives byte by byte is not parsed again
 */
export function readHead(bytes: Buffer, looked = 0): AnswerHead | 'partial' | 'bad' {
  const begun = Math.min(bytes.length, START.length);
  if (bytes.compare(START, 0, begun, 0, begun) !== 0) return 'bad';
  const blank = bytes.indexOf('\r\n\r\n', Math.max(0, looked - 3));
  if ((blank === -1 ? bytes.length : blank) > HEAD_BYTES) return 'bad';
  if (blank === -1) return BARE_LINE_FEED.test(bytes.toString('latin1', Math.max(0, looked - 1))) ? 'bad' : 'partial';
  const [first = '', ...lines] = bytes.toString('latin1', 0, blank).split('\r\n');
  const [, minor, code] = STATUS_LINE.exec(first) ?? [];
  const headers = readHeaders(lines);
  if (code === undefined || headers === undefined) return 'bad';
  const status = Number(code);
  const body = bodyOf(status, headers);
  if (body === undefined) return 'bad';
  const isKept = minor === '1' && !announcesInVain(body, headers);
  return { status, headers, end: blank + 4, body, keptMs: isKept ? keptMs(headers) : 0 };
}

/** One header alone must say where the body ends, or the answer is invalid. */
const ONCE = new Set(['content-length', 'transfer-encoding']);
const LISTS = new Set(['connection', 'keep-alive']);

function readHeaders(lines: readonly string[]): Map<string, string> | undefined {
  const headers = new Map<string, string>();
  let name = '';
  for (const line of lines) {
    // RFC 9112 §5.2: a line that begins with white space continues the line before it.
    const isFolded = isBlank(line, 0);
    const colon = isFolded ? -1 : line.indexOf(':');
    if (!isFolded) name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    const value = withoutBlanks(line, colon + 1);
    if (!NAME.test(name) || NOT_OF_A_VALUE.test(value)) return undefined;
    const before = headers.get(name);
    if (before !== undefined && ONCE.has(name)) return undefined;
    const goesOn = before !== undefined && (isFolded || LISTS.has(name));
    headers.set(name, goesOn ? [before, value].filter(Boolean).join(isFolded ? ' ' : ', ') : value);
  }
  return headers;
}

const isBlank = (text: string, at: number) => text[at] === ' ' || text[at] === '\t';

/** Not `trim()`, which removes other white space too, and not a pattern, which would scan a long gap repeatedly. */
function withoutBlanks(text: string, start: number): string {
  let from = start;
  let to = text.length;
  while (from < to && isBlank(text, from)) from += 1;
  while (to > from && isBlank(text, to - 1)) to -= 1;
  return text.slice(from, to);
}

function bodyOf(status: number, headers: ReadonlyMap<string, string>): AnswerBody | undefined {
  const length = headers.get('content-length');
  const coding = headers.get('transfer-encoding');
  if (length !== undefined && (coding !== undefined || !/^\d{1,15}$/.test(length))) return undefined;
  if (status < 200 || status === 204 || status === 304) return 0;
  if (coding !== undefined) return coding.toLowerCase() === 'chunked' ? 'chunked' : 'until_close';
  return length === undefined ? 'until_close' : Number(length);
}

/** A body where none is allowed would be read as the start of the next answer. */
function announcesInVain(body: AnswerBody, headers: ReadonlyMap<string, string>): boolean {
  return body === 0 && (headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > 0);
}

const CLOSES = /(?:^|,)[\t ]*close[\t ]*(?:,|$)/i;
const NO_MORE = /(?:^|[\t ,])max=0{1,6}(?!\d)/i;
const TIMEOUT = /(?:^|[\t ,])timeout=(\d{1,6})(?!\d)/i;

function keptMs(headers: ReadonlyMap<string, string>): number {
  const promise = headers.get('keep-alive') ?? '';
  if (CLOSES.test(headers.get('connection') ?? '') || NO_MORE.test(promise)) return 0;
  const [, seconds] = TIMEOUT.exec(promise) ?? [];
  if (seconds === undefined) return KEPT_MS;
  return Math.max(0, Math.min(Number(seconds) * 1000 - KEPT_MARGIN_MS, LONGEST_KEPT_MS));
}

export interface BodySoFar {
  readonly text: Buffer;
  /** Whether it is complete with nothing after it; `never`: its end cannot be recognised. */
  readonly whole: 'yes' | 'not_yet' | 'never';
}

/** @param bytes everything after the head */
export function readBody(body: AnswerBody, bytes: Buffer): BodySoFar {
  if (body === 'chunked') return readChunks(bytes);
  if (body === 'until_close') return { text: bytes, whole: 'not_yet' };
  const whole = bytes.length === body ? 'yes' : bytes.length < body ? 'not_yet' : 'never';
  return { text: bytes.subarray(0, body), whole };
}

/** Including its extensions. */
const CHUNK_LINE_BYTES = 256;
const CHUNK_LINE = /^([0-9a-f]{1,8})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;

function readChunks(bytes: Buffer): BodySoFar {
  const parts: Buffer[] = [];
  const read = (whole: BodySoFar['whole']): BodySoFar => ({ text: Buffer.concat(parts), whole });
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return read(bytes.length - at > CHUNK_LINE_BYTES ? 'never' : 'not_yet');
    const [, digits] = CHUNK_LINE.exec(bytes.toString('latin1', at, lineEnd)) ?? [];
    if (digits === undefined) return read('never');
    const size = Number.parseInt(digits, 16);
    const from = lineEnd + 2;
    const to = from + size;
    if (size > 0) parts.push(bytes.subarray(from, to));
    if (bytes.length < to + 2) return read('not_yet');
    // A connection whose answer has trailers is not reused.
    if (bytes.toString('latin1', to, to + 2) !== '\r\n') return read('never');
    if (size === 0) return read(bytes.length === to + 2 ? 'yes' : 'never');
    at = to + 2;
  }
}
