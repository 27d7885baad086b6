// Answers a form that is sent twice, by a double click or a lost answer, as it was answered first: nothing is made twice.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { claimSentForm, keepSentForm, releaseSentForm } from '../../features/sent-forms/sent-form-actions.ts';
import { isAskedAgain } from './drafts/drafts.ts';
import { sentFile } from './files/file-forms.ts';
import { FORM_TOKEN_FIELD, openForBrowser, sealForBrowser } from './form-tokens.ts';
import { portalContext } from './portal-context.ts';

const TABLE = 'sent_forms';

interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const claims = new WeakMap<FastifyRequest, Buffer>();

/**
 * The token differs whenever the page is opened, so the same form with the same text is the same only within one page;
 * with other text it is another form. A file counts by its name and the length of what was sent.
 */
function idOf(request: FastifyRequest): Buffer {
  const { url, body, headers } = request;
  const file = request.isMultipart() ? [sentFile(request).fileName, headers['content-length']] : [];
  return createHash('sha256')
    .update(JSON.stringify([url, body, file]))
    .digest();
}

/** A script answers for itself what it sends twice. */
const isForm = ({ method, headers, body }: FastifyRequest) =>
  method === 'POST' &&
  headers['sec-fetch-dest'] !== 'empty' &&
  FORM_TOKEN_FIELD in ((body ?? {}) as Readonly<Record<string, unknown>>);

/**
 * Call it when the request is known to be allowed. Returns undefined if it may go on; otherwise the earlier answer was
 * sent. Waits for an earlier one that is in progress.
 */
export async function answerSentForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!isForm(request)) return undefined;
  const id = idOf(request);
  const sealed = await claimSentForm(portalContext(request), id);
  if (sealed === undefined) {
    claims.set(request, id);
    return undefined;
  }
  const { status, headers, body } = JSON.parse(openForBrowser(request, TABLE, sealed)!) as KeptAnswer;
  return reply.status(status).headers(headers).send(body);
}

/** Undefined for an answer to a form that may be sent again: it was refused, or its next step is asked. */
function keptAnswer(request: FastifyRequest, reply: FastifyReply, page: unknown): KeptAnswer | undefined {
  if (reply.statusCode >= 400 || isAskedAgain(request, page)) return undefined;
  if (page !== undefined && page !== null && typeof page !== 'string') return undefined;
  const headers = ['location', 'content-type']
    .filter((name) => reply.hasHeader(name))
    .map((name) => [name, String(reply.getHeader(name))]);
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body: page ?? '' };
}

/** Keeps the answers to forms. Call it before pages are compressed. */
export function answerFormsOnce(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, page) => {
    const id = claims.get(request);
    if (id === undefined) return page;
    claims.delete(request);
    const ctx = portalContext(request);
    const answer = keptAnswer(request, reply, page);
    const sealed = answer && sealForBrowser(request, TABLE, JSON.stringify(answer));
    // What the form said is stored, or refused, already. If this fails, the claim lapses.
    const kind = reply.statusCode >= 300 ? 'redirect' : 'page';
    const kept = sealed === undefined ? releaseSentForm(ctx, id) : keepSentForm(ctx, id, sealed, kind);
    await kept.catch((error) => ctx.log.warn('the answer to a form is not kept', { error }));
    return page;
  });
}
