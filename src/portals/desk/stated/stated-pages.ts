// Corrects what a candidate stated after they sent the form: a page of the form, or an entry of one, with the reason.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { prefilled } from '../../../features/candidate-form/answer-rules.ts';
import { findEntry, isCurrent, MOST_ENTRIES, nameOfEntry } from '../../../features/candidate-form/entry-rules.ts';
import type { EntryAnswer, ListPage, Typed } from '../../../features/candidate-form/form-page.ts';
import { askedPages, formStandings, readTyped } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { type OpenedCase, openCase } from '../../../features/cases/screening-actions.ts';
import { correctionReasons } from '../../../features/fact-corrections/correction-reasons.ts';
import {
  correctStated,
  type FactCorrection,
  isOfIdentity,
  readStated,
  refuseCorrections,
  statedPage,
  takesCorrections,
} from '../../../features/fact-corrections/fact-correction-actions.ts';
import {
  correctableInputs,
  fingerprintOf,
  reasonsFor,
  type StatedPage,
} from '../../../features/fact-corrections/fact-correction-rules.ts';
import { type FieldMessages, Refusal, restrictedRefusal } from '../../../lib/refusal.ts';
import { wordsOf } from '../../../messages/sentences.ts';
import { emailPages } from '../../shared/deadlines/awaited-order.ts';
import { answerRows } from '../../shared/fact-fields/answer-rows.ts';
import { fieldsOf } from '../../shared/fact-fields/fact-fields.ts';
import { requirementWords } from '../../shared/fact-fields/requirement-words.ts';
import { lower } from '../../shared/fact-labels.ts';
import { type FormWords, messagesOf } from '../../shared/field-words.ts';
import { typed as typedField } from '../../shared/form-fields.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { orderHref, orderPath } from '../orders/order-address.ts';

type User = UserOf<'desk'>;
type StatedRequest = FastifyRequest<{
  Params: { check_id: string; page?: string; entry?: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const path = `${orderPath}/stated`;
export const statedHref = (checkId: string): string => `${orderHref(checkId)}/stated`;
/** For the page of an order; undefined where nothing can be corrected or the reader may not. */
export const correctingHref = (user: User, check: OpenedCase['check']): string | undefined =>
  mayDo(user, 'record_outcomes') && takesCorrections(check) && !check.isRestricted ? statedHref(check.id) : undefined;

const words: FormWords = {
  reason: {
    input: 'reason',
    begins: 'The reason',
    instead: {
      'is not included in the list': 'Choose why it is corrected',
      'is not of the candidate': 'Only the candidate can declare this: ask them, and write what they answered',
    },
  },
  text: { input: 'text', begins: 'The text', empty: 'Write who said so, how and when' },
  unchanged: { input: 'text', begins: 'What is typed' },
  version: {
    input: 'text',
    begins: 'It',
    instead: {
      'was changed meanwhile': 'What is stated was changed meanwhile, and nothing is saved: see what is stated now',
    },
  },
  is_current: { input: 'is_current', begins: 'It' },
};

/** The client may have given the answers in the order. */
export const statedTitle = ({ formCompletedAt }: Pick<OpenedCase['check'], 'formCompletedAt'>): string =>
  formCompletedAt === null ? 'What the order says about the candidate' : 'What the candidate stated';

interface Stated {
  readonly opened: OpenedCase & { readonly key: NonNullable<OpenedCase['key']> };
  readonly form: OpenForm;
  readonly corrections: readonly FactCorrection[];
}

/** Records the look. Refuses with `not_found` an erased candidate. */
async function openStated(ctx: Ctx, user: User, request: StatedRequest): Promise<Stated> {
  const opened = await openCase(ctx, user, request.params.check_id);
  const { check, key } = opened;
  if (key === undefined || check.startedAt === null) throw new Refusal('not_found');
  return { opened: { ...opened, key }, ...(await readStated(ctx, opened.caller, { check, key })) };
}

async function correctionRows(ctx: Ctx, { opened, form, corrections }: Stated) {
  const nameOf = await readActorNames(
    ctx.db,
    opened.check.tenant.accountId,
    corrections.map(({ author }) => author),
  );
  const titles = new Map(askedPages(form.scope).map((page) => [page.id, requirementWords(page).label]));
  return corrections.toReversed().map(({ requirement, author, reason, ...one }) => ({
    ...one,
    title: titles.get(requirement) ?? requirement,
    by: nameOf(author).name,
    reason: correctionReasons[reason],
  }));
}

/** What is stated on a page of the form, with the pages on which it is corrected. */
function sectionOf({ opened, form }: Stated, page: StatedPage) {
  const href = `${statedHref(opened.check.id)}/${page.id}`;
  const rows = answerRows(form, page, (list, entry) => nameOfEntry(list, entry, form.scope.today));
  return {
    title: requirementWords(page).label,
    rows: rows.map(({ label, lines, path: entry }) => ({
      ...{ label, lines: lines.length > 0 ? lines : ['Not given'] },
      href: page.kind === 'list' && entry !== '' ? `${href}${entry}` : undefined,
    })),
    href: page.kind === 'questions' ? href : undefined,
    add:
      page.kind === 'list' && rows.length < MOST_ENTRIES
        ? { href: `${href}/new`, text: requirementWords(page).addText ?? `Add ${wordsOf(page.list).entry}` }
        : undefined,
  };
}

/** What a page of the form has of the order, or of the entry in the address. */
interface OpenPage extends Stated {
  readonly page: StatedPage;
  readonly entry: number | undefined;
  readonly stated: Typed;
  /** Of an address: the candidate lives there now. */
  readonly isNow: boolean;
}

const isAddress = ({ page }: Pick<OpenPage, 'page'>): boolean => page.kind === 'list' && page.list === 'addresses';

function entryOf(answer: EntryAnswer, given: string | undefined) {
  if (given === 'new') return { entry: undefined, stated: {}, isNow: false };
  const found = findEntry(answer, Number(given));
  if (found === undefined) throw new Refusal('not_found');
  return { entry: found.key, stated: found.typed, isNow: isCurrent(found) };
}

function openPage(stated: Stated, { page: id, entry }: StatedRequest['params']): OpenPage {
  const page = statedPage(stated.form, id);
  if ((page.kind === 'list') !== (entry !== undefined)) throw new Refusal('not_found');
  const answer = prefilled(page, stated.opened.check.order.facts, stated.form.scope.today);
  const of =
    page.kind === 'list'
      ? entryOf(answer as EntryAnswer, entry)
      : { entry: undefined, stated: answer as Typed, isNow: false };
  return { ...stated, page, ...of };
}

const entryTitle = (page: ListPage, entry: number | undefined): string =>
  `${entry === undefined ? 'Add' : 'Correct'} ${wordsOf(page.list).entry}`;

/**
 * What is stated now, where it is not what the form showed. Of a list the entry may have another number by now: its form
 * is opened again.
 */
function changedMeanwhile(open: OpenPage, errors: FieldMessages | undefined) {
  if (errors?.version === undefined) return undefined;
  return { rows: sectionOf(open, open.page).rows, isList: open.page.kind === 'list' };
}

function formModel(open: OpenPage, request: StatedRequest, errors?: FieldMessages) {
  const { opened, page, entry, stated } = open;
  const isPosted = request.method === 'POST';
  const typed = isPosted ? typedOn(open, request) : stated;
  const { label } = requirementWords(page);
  const complete = opened.check.reports.filter(({ status }) => status === 'complete').length;
  const meanwhile = changedMeanwhile(open, errors);
  const fingerprint = fingerprintOf(page, opened.check.order.facts, open.form.scope.today);
  return {
    title: page.kind === 'list' ? entryTitle(page, entry) : `Correct: ${lower(label)}`,
    back: { text: statedTitle(opened.check), href: statedHref(opened.check.id) },
    errors,
    typed,
    fields: fieldsOf(page.kind === 'questions' ? correctableInputs(page) : page.inputs, typed),
    isAddress: isAddress(open),
    isNow: isPosted ? typedField(request, 'is_current') === 'yes' : open.isNow,
    reasons: reasonsFor(page).map((value) => ({ value, text: correctionReasons[value] })),
    isDeclaration: reasonsFor(page).length === 1,
    reason: typedField(request, 'reason'),
    text: typedField(request, 'text'),
    meanwhile,
    // Until what changed meanwhile is shown, the form stands for what it showed first.
    seen: isPosted && (meanwhile === undefined || meanwhile.isList) ? typedField(request, 'seen') : fingerprint,
    complete,
    awaiting: opened.check.reports.filter(({ status }) => status === 'awaiting_approval').length,
    isIdentityDoubted: opened.check.identityConfirmedAt !== null && isOfIdentity(page),
    action: request.url.split('?')[0],
  };
}

const typedOn = (open: OpenPage, request: StatedRequest): Typed => ({
  ...readTyped(open.page, request.body ?? {}),
  ...(isAddress(open) && { is_current: typedField(request, 'is_current') === 'yes' ? 'yes' : '' }),
});

async function correct(ctx: Ctx, request: StatedRequest, reply: FastifyReply, open: OpenPage) {
  const { opened, page, entry } = open;
  const { id: checkId } = opened.check;
  const given = {
    ...{ typed: typedOn(open, request), entry },
    ...{ reason: typedField(request, 'reason'), text: typedField(request, 'text') },
  };
  const at = { checkId, pageId: page.id, seen: typedField(request, 'seen') };
  try {
    await correctStated(ctx, opened.caller, at, given);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    const own = Object.fromEntries(Object.entries(error.fields).filter(([field]) => Object.hasOwn(words, field)));
    const errors = { ...error.fields, ...messagesOf(own, words) };
    return renderPage(request, reply.status(422), 'desk/stated/correct.njk', formModel(open, request, errors));
  }
  return reply.redirect(`${statedHref(checkId)}?done=corrected`, 303);
}

export function statedPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'read_reports' }, async (request: StatedRequest, reply, user) => {
    const stated = await openStated(ctx, user, request);
    const { check } = stated.opened;
    return renderPage(request, reply, 'desk/stated/stated.njk', {
      title: statedTitle(check),
      back: { text: `Order ${orderNumber(check.orderId)}`, href: orderHref(check.id) },
      done: request.query.done === 'corrected' ? 'It is corrected.' : undefined,
      mayCorrect: correctingHref(user, check) !== undefined,
      sections: formStandings(check.order.facts, stated.form.scope, stated.form.saved).flatMap(({ page }) =>
        page.kind === 'consent' ? [] : [sectionOf(stated, page)],
      ),
      email: check.order.facts.email,
      emailHref: `${statedHref(check.id)}/email`,
      corrections: await correctionRows(ctx, stated),
    });
  });
  // Before the pages of the form, whose names follow the same path.
  emailPages(pages, ctx, path, async (request: StatedRequest, user) => {
    const { opened } = await openStated(ctx, user, request);
    refuseCorrections(opened.check);
    if (opened.check.isRestricted) throw restrictedRefusal();
    return { check: opened.check, caller: opened.caller, page: statedHref(opened.check.id) };
  });
  for (const address of [`${path}/:page`, `${path}/:page/:entry`]) {
    const permission = 'record_outcomes' as const;
    pages.get(address, { permission }, async (request: StatedRequest, reply, user) => {
      const open = openPage(await openStated(ctx, user, request), request.params);
      refuseCorrections(open.opened.check);
      if (open.opened.check.isRestricted) throw restrictedRefusal();
      return renderPage(request, reply, 'desk/stated/correct.njk', formModel(open, request));
    });
    // Outcomes rest on what is stated.
    pages.post(address, { permission, stepUp: 'outcomes' }, async (request: StatedRequest, reply, user) =>
      correct(ctx, request, reply, openPage(await openStated(ctx, user, request), request.params)),
    );
  }
}
