// Parses JSON request bodies within the limits of body-limits.ts, and refuses what two parsers could read differently.
import { Buffer, isUtf8 } from 'node:buffer';
import { maximumDepth, maximumParameters, refuseBody } from './body-limits.ts';

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonTree;

/** Has no prototype, so that every name is data, including `__proto__`. */
export interface JsonTree {
  [name: string]: JsonValue;
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;

/** More than any body within the limits can have: each of its values has at most 8 objects, lists and names around it. */
const maximumTokens = 40 * maximumParameters;

/**
 * Any JSON value may be the outermost one. A leading byte order mark is skipped.
 * Throws Refusal('malformed_request') for anything that is not JSON, a name given twice in one object, a number too large
 * for a double, NUL, lone surrogates, invalid UTF-8, and beyond the limits.
 */
export function parseStrictJson(body: Uint8Array | string, depth = maximumDepth): JsonValue {
  const text = toText(body);
  const names = countNames(text, depth);
  const found = { names: 0 };
  const value = rebuild(parse(text), found);
  if (found.names !== names) refuseBody();
  return value;
}

function toText(body: Uint8Array | string): string {
  if (typeof body === 'string') return refuseIllFormed(body);
  if (!isUtf8(body)) refuseBody();
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseBody();
  }
}

/**
 * Counts the names in a JSON text, repeated ones too, and refuses one beyond the limits before the parser builds anything.
 * In well-formed JSON there is one comma fewer than scalars and empty containers, and one colon for each name.
 */
function countNames(text: string, deepest: number): number {
  const token = /["[\]{},:]/g;
  let depth = 0;
  let commas = 0;
  let colons = 0;
  for (let tokens = 0; token.test(text); tokens++) {
    if (tokens > maximumTokens) refuseBody();
    const character = text[token.lastIndex - 1];
    if (character === '"') token.lastIndex = endOfString(text, token.lastIndex);
    else if (character === ':') colons++;
    else if (character === ',') commas++;
    else if (character === '[' || character === '{') depth++;
    else depth--;
    if (depth < 0 || depth > deepest || commas >= maximumParameters) refuseBody();
  }
  return colons;
}

/** The offset after the quote that ends the string whose first character is at `start`. */
function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start);
  if (quote === -1) return refuseBody();
  const backslash = text.slice(start, quote).indexOf('\\');
  if (backslash === -1) return quote + 1;
  for (let i = start + backslash; i < text.length; i++) {
    const character = text.charCodeAt(i);
    if (character === BACKSLASH) i++;
    else if (character === QUOTE) return i + 1;
  }
  return refuseBody();
}

/** A copy without prototypes. `found` counts the names that survived JSON.parse, which keeps the last of equal ones. */
function rebuild(value: unknown, found: { names: number }): JsonValue {
  if (typeof value === 'string') return refuseIllFormed(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : refuseBody();
  if (typeof value !== 'object' || value === null) return value as boolean | null;
  if (Array.isArray(value)) return value.map((element) => rebuild(element, found));
  const tree = Object.create(null) as JsonTree;
  for (const [name, child] of Object.entries(value)) {
    found.names++;
    tree[refuseIllFormed(name)] = rebuild(child, found);
  }
  return tree;
}

function refuseIllFormed(text: string): string {
  if (!text.isWellFormed() || text.includes('\0')) refuseBody();
  return text;
}
