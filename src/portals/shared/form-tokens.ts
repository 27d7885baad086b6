// Protects forms against cross-site requests by a token bound to visitor and session, and encrypts text for addresses
// with the same secret.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SpokenLanguage, spokenLanguage } from '../../messages/spoken-language.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { isUnreadable, openValue, placeOf, sealValue, secretKey } from '../../platform/encryption/sealed-value.ts';
import { addressOf, type Origins } from '../../platform/origins.ts';
import { portalContext } from './portal-context.ts';
import { cookieAttributes, cookieNames, linkCookieName } from './portal-cookies.ts';

/** The hidden field of every form; a script may send a header instead. */
export const FORM_TOKEN_FIELD = 'form_token';
/** The hidden field that says whose page the form stands on. */
export const FORM_READER_FIELD = 'form_reader';
const FORM_TOKEN_HEADER = 'x-form-token';

const issuedVisits = new WeakMap<FastifyRequest, string>();

/** The visitor's secret cookie; a new visitor gets one with this answer. */
export function visitSecretOf(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[cookieNames.visit] ?? issuedVisits.get(request);
  if (known !== undefined && known.length >= 22) return known;
  const issued = newSecretBytes(16).toString('base64url');
  issuedVisits.set(request, issued);
  reply.setCookie(cookieNames.visit, issued, cookieAttributes);
  return issued;
}

/** Keyed by the visitor's cookie, so the program needs no secret of its own, and tokens end with the session. */
function markOf(visit: string, request: FastifyRequest, purpose: string): Buffer {
  const { token } = (request.params ?? {}) as { readonly token?: string };
  const holder = token === undefined ? undefined : request.cookies[linkCookieName(token)];
  const session = [purpose, request.cookies[cookieNames.user] ?? '', holder ?? ''];
  return createHmac('sha256', visit).update(session.join('\n')).digest();
}

const TOKEN_BYTES = 32;

/** XOR: applying the same mask twice returns the input. */
const masked = (token: Buffer, mask: Buffer): Buffer => Buffer.from(token.map((byte, index) => byte ^ mask[index]!));

/**
 * Masked anew for each page: otherwise the length of a compressed page would reveal the token to a guesser who makes
 * the page repeat parts of the address (the BREACH attack).
 */
export function formToken(request: FastifyRequest, reply: FastifyReply): string {
  const mask = newSecretBytes(TOKEN_BYTES);
  const token = Buffer.concat([mask, masked(markOf(visitSecretOf(request, reply), request, 'form'), mask)]);
  return `${token.toString('base64url')}${spokenLanguage() === 'cy' ? WELSH : ''}`;
}

/** Behind the token of a form in Welsh: who sends it too late is told so in Welsh, though nobody knows by then who it is. */
const WELSH = '.cy';

/** Of the page on which the form stands that was sent. */
export const languageOfForm = (request: FastifyRequest): SpokenLanguage =>
  sentToken(request).endsWith(WELSH) ? 'cy' : 'en';

const readerText = (visit: string, userId: string) => `${visit}\n${userId}`;
const readerPurpose = 'form reader';

/**
 * Names the signed-in reader of a page, with a proof for this browser alone that nobody can make up; unlike the token, it
 * does not end with the session.
 */
export function formReader(request: FastifyRequest, reply: FastifyReply, userId: string): string {
  const { integrity } = portalContext(request);
  const proof = integrity.mac(readerPurpose, readerText(visitSecretOf(request, reply), userId));
  return `${userId}.${proof.toString('base64url')}`;
}

/** The id of the user on whose page in this browser the form stood; undefined if it proves none. */
export function readerOf(request: FastifyRequest): string | undefined {
  const visit = request.cookies[cookieNames.visit];
  const [userId = '', proof = ''] = sentField(request, FORM_READER_FIELD).split('.');
  if (visit === undefined) return undefined;
  const { integrity } = portalContext(request);
  const isProved = integrity.isMac(readerPurpose, readerText(visit, userId), Buffer.from(proof, 'base64url'));
  return isProved ? userId : undefined;
}

const keptKey = (visit: string) => secretKey(createHmac('sha256', visit).update('kept form').digest());

/** Only this browser can read it; undefined for a new visitor. @param table where it is stored */
export function sealForBrowser(request: FastifyRequest, table: string, text: string): Buffer | undefined {
  const visit = request.cookies[cookieNames.visit];
  return visit === undefined ? undefined : sealValue(keptKey(visit), 0, placeOf(table), text);
}

/** Undefined if another browser sealed it. */
export function openForBrowser(request: FastifyRequest, table: string, sealed: Buffer): string | undefined {
  const visit = request.cookies[cookieNames.visit];
  return visit === undefined ? undefined : openedBy(() => keptKey(visit), placeOf(table), sealed);
}

function openedBy(keyOf: () => KeyObject, place: string, sealed: Buffer): string | undefined {
  try {
    return openValue(keyOf, place, 'text', sealed).toString('utf8');
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

const textPlace = placeOf('text in an address');
const textKey = (visit: string, request: FastifyRequest) => secretKey(markOf(visit, request, 'text'));

/**
 * Encrypts text for an address, so that the address names nobody: only the visitor's browser and session can read it.
 */
export function sealText(request: FastifyRequest, reply: FastifyReply, text: string): string {
  return sealValue(textKey(visitSecretOf(request, reply), request), 0, textPlace, text).toString('base64url');
}

/** Undefined if the text was encrypted for another browser or session, or is invalid. */
export function openText(request: FastifyRequest, sealed: string): string | undefined {
  const visit = request.cookies[cookieNames.visit];
  if (visit === undefined) return undefined;
  return openedBy(() => textKey(visit, request), textPlace, Buffer.from(sealed, 'base64url'));
}

/**
 * Our pages send no referrer, so their form posts have `Origin: null`; newer browsers also send Sec-Fetch-Site, which
 * decides.
 */
function cameFromOurPages(request: FastifyRequest, origins: Origins): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const origin = request.headers.origin;
  return origin === undefined || origin === 'null' || origin === addressOf(origins, request.host);
}

/** Empty if the form has none, or several. */
function sentField({ body }: FastifyRequest, name: string): string {
  const sent = ((body ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof sent === 'string' ? sent : '';
}

function sentToken(request: FastifyRequest): string {
  const header = request.headers[FORM_TOKEN_HEADER];
  return sentField(request, FORM_TOKEN_FIELD) || (typeof header === 'string' ? header : '');
}

/** Whether the post is one of our forms, sent by the visitor and in the session for which it was made. */
export function isOwnForm(request: FastifyRequest, origins: Origins): boolean {
  const visit = request.cookies[cookieNames.visit];
  if (visit === undefined || !cameFromOurPages(request, origins)) return false;
  const sent = Buffer.from(sentToken(request).replace(WELSH, ''), 'base64url');
  if (sent.length !== 2 * TOKEN_BYTES) return false;
  const token = masked(sent.subarray(TOKEN_BYTES), sent.subarray(0, TOKEN_BYTES));
  return timingSafeEqual(token, markOf(visit, request, 'form'));
}
