// Recognises form posts that our own pages made, by a token bound to the visitor and the session, and seals text for addresses likewise.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { isUnreadable, openValue, placeOf, sealValue, secretKey } from '../../platform/encryption/sealed-value.ts';
import { candidateCookieName, cookieAttributes, cookieNames } from './portal-cookies.ts';

/** The hidden field of every form; a script may send the header instead. */
export const FORM_TOKEN_FIELD = 'form_token';
const FORM_TOKEN_HEADER = 'x-form-token';

const issuedVisits = new WeakMap<FastifyRequest, string>();

/** The visitor's secret; a first-time visitor gets one with this answer. */
function visitOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[cookieNames.visit] ?? issuedVisits.get(request);
  if (known !== undefined && known.length >= 22) return known;
  const issued = newSecretBytes(16).toString('base64url');
  issuedVisits.set(request, issued);
  reply.setCookie(cookieNames.visit, issued, cookieAttributes);
  return issued;
}

/** The key never leaves the visitor's cookie, so the program needs no secret of its own, and what it makes dies with its session. */
function markOf(visit: string, request: FastifyRequest, purpose: string): Buffer {
  const { token } = (request.params ?? {}) as { readonly token?: string };
  const candidate = token === undefined ? undefined : request.cookies[candidateCookieName(token)];
  const session = [purpose, request.cookies[cookieNames.user] ?? '', candidate ?? ''];
  return createHmac('sha256', visit).update(session.join('\n')).digest();
}

const TOKEN_BYTES = 32;

/** Byte by byte, by exclusive or: twice with the same mask gives back what it was. */
const masked = (token: Buffer, mask: Buffer): Buffer => Buffer.from(token.map((byte, index) => byte ^ mask[index]!));

/**
 * Masked anew for each page: pages are compressed, and their length would otherwise tell, guess by guess, how much
 * of the token stands in what the address made the page repeat (the attack BREACH).
 */
export function formToken(request: FastifyRequest, reply: FastifyReply): string {
  const mask = newSecretBytes(TOKEN_BYTES);
  return Buffer.concat([mask, masked(markOf(visitOf(request, reply), request, 'form'), mask)]).toString('base64url');
}

const textPlace = placeOf('text in an address');
const textKey = (visit: string, request: FastifyRequest) => secretKey(markOf(visit, request, 'text'));

/** Text for an address of ours that names nobody: it opens in the visitor's browser and session only. */
export function sealText(request: FastifyRequest, reply: FastifyReply, text: string): string {
  return sealValue(textKey(visitOf(request, reply), request), 0, textPlace, text).toString('base64url');
}

/** Undefined for what was sealed elsewhere, or is nothing of ours. */
export function openText(request: FastifyRequest, sealed: string): string | undefined {
  const visit = request.cookies[cookieNames.visit];
  if (visit === undefined) return undefined;
  try {
    const text = openValue(() => textKey(visit, request), textPlace, 'text', Buffer.from(sealed, 'base64url'));
    return text.toString('utf8');
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

/** Our pages send no referrer, so their form posts say `Origin: null`; what a newer browser says in Sec-Fetch-Site decides. */
function cameFromOurPages(request: FastifyRequest, baseUrl: string): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const origin = request.headers.origin;
  return origin === undefined || origin === 'null' || origin === new URL(baseUrl).origin;
}

function sentToken(request: FastifyRequest): string {
  const body = request.body;
  const field =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[FORM_TOKEN_FIELD] : undefined;
  const sent = field ?? request.headers[FORM_TOKEN_HEADER];
  return typeof sent === 'string' ? sent : '';
}

/** Whether a post is one of our own forms, sent by the visitor and in the session that it was made for. */
export function isOwnForm(request: FastifyRequest, baseUrl: string): boolean {
  const visit = request.cookies[cookieNames.visit];
  if (visit === undefined || !cameFromOurPages(request, baseUrl)) return false;
  const sent = Buffer.from(sentToken(request), 'base64url');
  if (sent.length !== 2 * TOKEN_BYTES) return false;
  const token = masked(sent.subarray(TOKEN_BYTES), sent.subarray(0, TOKEN_BYTES));
  return timingSafeEqual(token, markOf(visit, request, 'form'));
}
