// How a surface renders a refusal or a bug: a value, so that routed requests and broken connections get the same answer.
import type { Duplex } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { http } from '../../lib/node-http.ts';

export interface RenderedError {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * @param error a Refusal, or anything else, which is a bug of ours (500) and already logged.
 * @param request undefined if no request could be parsed.
 */
export type RenderError = (error: unknown, requestId: string, request?: FastifyRequest) => RenderedError;

/** The errors of every path under a prefix are rendered by its surface, also before a route is found. */
export interface Surface {
  /** Begins with a slash and does not end with one: `/api/v1`. */
  readonly prefix: string;
  /** Its paths are matched in lower case. */
  readonly pathsInAnyCase?: true;
  readonly renderError: RenderError;
}

const covers = (url: string, { prefix }: Surface) =>
  url.startsWith(prefix) && /^(?:[/?]|$)/.test(url.slice(prefix.length, prefix.length + 1));

/** `%47` is a `G`, too. */
const capital = (encoded: string) => String.fromCharCode(Number.parseInt(encoded.slice(1), 16));

/** The URL as routes match it: the path in lower case where its surface ignores case. */
export function inSmallLetters(url: string, surfaces: readonly Surface[]): string {
  const end = url.search(/\?|$/);
  const path = url
    .slice(0, end)
    .replace(/%(?:4[1-9a-f]|5[0-9a])/gi, capital)
    .toLowerCase();
  const isAnyCase = surfaces.some((surface) => surface.pathsInAnyCase && covers(path, surface));
  return isAnyCase ? `${path}${url.slice(end)}` : url;
}

export type FindRenderer = (url: string) => RenderError;

/** The longest prefix decides; `otherwise` renders all other paths. */
export function rendererByPrefix(surfaces: readonly Surface[], otherwise: RenderError): FindRenderer {
  const byLength = [...surfaces].sort((a, b) => b.prefix.length - a.prefix.length);
  return (url) => byLength.find((surface) => covers(url, surface))?.renderError ?? otherwise;
}

/** An answer that a client has not read by then is lost. */
const LINGER_MS = 1_000;

export interface SocketAnswer {
  /** Keeps the connection until a client that is still sending has read the answer: closing at once would reset it. */
  readonly linger: boolean;
}

/** Answers without a response object, and closes the connection. */
export function answerOnSocket(
  socket: Duplex,
  rendered: RenderedError,
  requestId: string,
  { linger }: SocketAnswer = { linger: true },
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const headers = {
    'content-type': rendered.contentType,
    'content-length': String(Buffer.byteLength(rendered.body)),
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${rendered.status} ${http.STATUS_CODES[rendered.status] ?? ''}\r\n${lines.join('')}\r\n`;
  const destroy = () => socket.destroy();
  socket.end(head + rendered.body, linger ? undefined : destroy);
  setTimeout(destroy, LINGER_MS).unref();
}
