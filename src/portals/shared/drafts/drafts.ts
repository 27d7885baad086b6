// The drafts of every form of the portals: saved by a script while somebody types, and ended when the form is sent.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { createKeyLimiter } from '../../../features/accounts/rate-limit-actions.ts';
import {
  type Draft,
  type DraftKey,
  type DraftSubject,
  discardDraft,
  readDraft,
  readDrafts,
  saveDraft,
  type TypedFields,
} from '../../../features/drafts/draft-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { formReader, formToken } from '../form-tokens.ts';
import { britishDateTime } from '../page-filters.ts';

/** Who types in the forms of a page. */
export interface DraftAuthor {
  /** As stored with their drafts. */
  readonly author: string;
  /** What stands before the path of each of their forms: a mailed link, whose token stays out of the database. */
  readonly base: string;
  /** Set for somebody who is signed in. */
  readonly userId?: string;
}

const authors = new WeakMap<FastifyRequest, DraftAuthor>();
const unsent = new WeakSet<FastifyRequest>();

/** Call it when the request is known to be theirs: the page then keeps what they type. */
export const nameDraftAuthor = (request: FastifyRequest, author: DraftAuthor): void => {
  authors.set(request, author);
};

/** Where the page saves drafts; undefined where nobody is known. */
export function draftsUrlOf(request: FastifyRequest): string | undefined {
  const author = authors.get(request);
  return author && `${author.base}/drafts`;
}

/** Says that the draft stays although the form was accepted, or ends with the commit of what the form says. */
export const keepDraft = (request: FastifyRequest): void => {
  unsent.add(request);
};

/** Whether the page that answers asks for the same form again, such as its next step. */
export function isAskedAgain({ url }: FastifyRequest, page: unknown): boolean {
  const [path] = url.split('?');
  return typeof page === 'string' && (page.includes(`action="${path}"`) || page.includes(`action="${path}?`));
}

/** Never rejects: what the form said is stored already. */
export type EndDraft = (key: DraftKey) => Promise<void>;

export const createEndDraft =
  (ctx: Pick<Ctx, 'db' | 'log' | 'now'>): EndDraft =>
  (key) =>
    discardDraft(ctx, key).catch((error) => ctx.log.warn('the draft of a sent form stays', { error }));

/** A form that was accepted has no draft any more. Call it before pages are compressed. */
export function endSentDrafts(app: FastifyInstance, endDraft: EndDraft): void {
  app.addHook('onSend', async (request, reply, page) => {
    const by = authors.get(request);
    if (request.method !== 'POST' || by === undefined || unsent.has(request)) return page;
    if (reply.statusCode >= 400 || isAskedAgain(request, page)) return page;
    await endDraft({ author: by.author, form: formOf(request, by) });
    return page;
  });
}

/** The address to which a form is sent, as the script names it too. */
const formOf = ({ url }: FastifyRequest, { base }: DraftAuthor) => url.slice(base.length);

/** A form as a browser sends it. */
export const sentAs = (fields: TypedFields): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, values.length > 1 ? values : values[0]]));

/**
 * Reads what the author typed before in the form of this page into the request, as if they had sent it: for a form whose
 * inputs depend on what is typed. Returns undefined if there is nothing.
 */
export async function bodyFromDraft(ctx: Ctx, request: FastifyRequest): Promise<Draft | undefined> {
  const by = authors.get(request)!;
  const draft = await readDraft(ctx, { author: by.author, form: formOf(request, by), about: undefined });
  if (draft !== undefined) request.body = sentAs(draft.fields);
  return draft;
}

const LONGEST_ADDRESS = 300;
/** What `noteForms` stores. */
const SERVED = 'servedForms';

/** Remembers the addresses to which forms are sent. Call it before the routes are registered. */
export function noteForms(app: FastifyInstance): void {
  const served: string[] = [];
  let patterns: URLPattern[] | undefined;
  // Made at the first draft: making them takes several milliseconds, which a start need not spend.
  app.decorate(SERVED, () => {
    patterns ??= served.map((pathname) => new URLPattern({ pathname }));
    return patterns;
  });
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('POST')) served.push(url);
  });
}

function isServed({ server }: FastifyRequest, address: string): boolean {
  const [pathname] = address.split('?');
  return server
    .getDecorator<() => readonly URLPattern[]>(SERVED)()
    .some((form) => form.test({ pathname: pathname! }));
}

/** More than any page has. */
const MOST_FORMS = 40;
const SAVES_PER_MINUTE = 240;

const isAddress = (form: unknown): form is string =>
  typeof form === 'string' &&
  form.length <= LONGEST_ADDRESS &&
  /^(?:\/(?!\.)[\w.-]+)*(?:\?[\w.~!*'()%&=+-]*)?$/.test(form);

function formIn({ body }: FastifyRequest): string {
  const { form } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (!isAddress(form)) throw new Refusal('malformed_request');
  return form;
}

const isField = (field: unknown): field is [string, string[]] =>
  Array.isArray(field) &&
  typeof field[0] === 'string' &&
  Array.isArray(field[1]) &&
  field[1].every((value) => typeof value === 'string');

/** The script sends JSON in a field, because a form cannot say that every box of a name is unticked. */
function fieldsIn({ body }: FastifyRequest): TypedFields {
  const { fields } = (body ?? {}) as Readonly<Record<string, unknown>>;
  let given: unknown;
  try {
    given = JSON.parse(String(fields));
  } catch {
    throw new Refusal('malformed_request');
  }
  if (!Array.isArray(given) || !given.every(isField)) throw new Refusal('malformed_request');
  return Object.fromEntries(given);
}

/** The time that `send` told the page; a form that names none is not judged by it. */
function openedAtIn({ body }: FastifyRequest): Date | undefined {
  const { opened } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (opened === undefined) return undefined;
  const at = new Date(String(opened));
  if (Number.isNaN(at.getTime())) throw new Refusal('malformed_request');
  return at;
}

export interface DraftRequests {
  send(request: FastifyRequest, reply: FastifyReply, subjectOf: SubjectOf): Promise<FastifyReply>;
  save(request: FastifyRequest, reply: FastifyReply, subjectOf: SubjectOf): Promise<FastifyReply>;
  discard(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Whom a form is about; refuses with `not_found` what the author may not open. */
type SubjectOf = (form: string) => Promise<DraftSubject | undefined>;

/** The answers to the script, for all who may type. */
export function draftRequests(ctx: Ctx): DraftRequests {
  const limiter = createKeyLimiter(SAVES_PER_MINUTE);
  const authorOf = (request: FastifyRequest): DraftAuthor => {
    keepDraft(request);
    return authors.get(request)!;
  };
  return {
    /** With a fresh token, for a page whose session has ended while it stayed open. */
    async send(request, reply, subjectOf) {
      const { author, userId } = authorOf(request);
      const { form } = request.query as { readonly form?: unknown };
      const forms = [form ?? []].flat().filter(isAddress).slice(0, MOST_FORMS);
      const drafts = await readDrafts(ctx, author, forms, subjectOf);
      return reply.send({
        opened: ctx.now().toISOString(),
        token: formToken(request, reply),
        reader: userId === undefined ? null : formReader(request, reply, userId),
        drafts: drafts.map(({ savedAt, ...draft }) => ({ ...draft, savedAt: britishDateTime(savedAt) })),
      });
    },
    async save(request, reply, subjectOf) {
      const { author, base } = authorOf(request);
      limiter.take(author, ctx.now().getTime());
      const form = formIn(request);
      if (!isServed(request, `${base}${form}`)) throw new Refusal('not_found');
      const about = await subjectOf(form);
      const draft = { author, form, about, openedAt: openedAtIn(request) };
      const savedAt = await saveDraft(ctx, draft, fieldsIn(request));
      return reply.send({ savedAt: britishDateTime(savedAt) });
    },
    /** Leads back to the page of the same address, for a form that shows its draft without a script. */
    async discard(request, reply) {
      const { author, base } = authorOf(request);
      const form = formIn(request);
      await discardDraft(ctx, { author, form });
      return reply.redirect(`${base}${form}${form.includes('?') ? '&' : '?'}done=discarded`, 303);
    },
  };
}
