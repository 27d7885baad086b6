// Shows and saves the pages that gather a list: the list, one entry of it, and the question whether to remove it.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { activitiesSince, activityGaps } from '../../../features/applicants/activity-rules.ts';
import {
  type EntryPage,
  findEntry,
  MOST_ENTRIES,
  withEntry,
  withoutEntry,
} from '../../../features/candidate-form/entry-page.ts';
import { formFacts, saveAnswer } from '../../../features/candidate-form/form-actions.ts';
import type { Entry, EntryAnswer, FormPage, FormScope, Typed } from '../../../features/candidate-form/form-page.ts';
import { askedPages, entryPages, pageProblems, tidy } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { timelineBars } from '../../../features/candidate-form/timeline-rules.ts';
import type { ApplicantFacts } from '../../../features/facts/facts.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { gapText, lengthText, timelinePicture } from '../addresses/timeline-picture.ts';
import { type FormRequest, formBase, formModel, requireForm } from '../candidate-form-request.ts';
import { entryViews } from '../page-views.ts';
import { afterSaving, changedElsewhere, returnTo, seenVersion } from '../questions/question-page.ts';

interface Opened {
  readonly form: OpenForm;
  readonly page: EntryPage;
  readonly answer: EntryAnswer;
}

const conflict: FieldMessages = { version: [changedElsewhere] };

/** The list as it stands; what the client gave until something is saved. */
async function requireList(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  page: EntryPage,
): Promise<Opened | undefined> {
  const form = await requireForm(ctx, request, reply);
  if (form === undefined) return undefined;
  if (!askedPages(form.scope).some(({ id }) => id === page.id)) throw new Refusal('not_found');
  const saved = form.saved.get(page.id)?.answer as EntryAnswer | undefined;
  return { form, page, answer: saved ?? page.prefill(form.order.facts) };
}

const from = (request: FormRequest) => returnTo(request.query.from ?? request.body?.return_to);
const listPath = (request: FormRequest, page: EntryPage) =>
  `${formBase(request)}/${page.id}${from(request) === undefined ? '' : '?from=answers'}`;
const fieldsOf = (request: FormRequest, { form, page }: Opened) => ({
  version: form.saved.get(page.id)?.version ?? 0,
  returnTo: from(request),
});

/** What must be accounted for, drawn and in words; nothing where the list is not asked by years. */
function historyOf(facts: ApplicantFacts, { activityYears, today }: FormScope): object {
  if (activityYears === 0) return { asksForAll: true };
  const since = activitiesSince(facts, activityYears, today);
  const gaps = activityGaps(facts, activityYears, today);
  const told = gaps.map((gap) => ({ text: gapText(gap), length: lengthText(gap) }));
  const picture =
    since > today ? [] : timelinePicture(timelineBars(facts.activities, gaps, { from: since, to: today }));
  return { since, gaps: told, picture };
}

function showList(request: FormRequest, reply: FastifyReply, opened: Opened, errors?: FieldMessages) {
  const { form, page, answer } = opened;
  const view = entryViews[page.id];
  const base = formBase(request);
  const facts = page.apply(formFacts(form), answer);
  return renderPage(request, reply, view!.template, {
    ...formModel(request, form, view!.question),
    ...fieldsOf(request, opened),
    action: `${base}/${page.id}`,
    backHref: from(request) === undefined ? `${base}/tasks` : `${base}/answers`,
    wanted: view!.wanted,
    addText: view!.addText,
    ...(page.needs.includes('employment_history') ? historyOf(facts, form.scope) : {}),
    entries: answer.entries.map((entry) => ({
      key: entry.key,
      name: page.nameOf(entry),
      lines: view!.lines(entry.typed),
    })),
    isComplete: !page.problems(answer, form.scope, facts).any,
    isFull: answer.entries.length >= MOST_ENTRIES,
    errors,
  });
}

function showEntry(
  request: FormRequest,
  reply: FastifyReply,
  opened: Opened,
  { entry, typed }: { readonly entry: Entry | undefined; readonly typed: Typed },
  errors?: FieldMessages,
) {
  const { form, page } = opened;
  const view = entryViews[page.id]!;
  return renderPage(request, reply, view.entryTemplate, {
    ...formModel(request, form, view.entryQuestion),
    ...fieldsOf(request, opened),
    ...view.entryMore?.(typed),
    action: `${formBase(request)}/${page.id}/${entry?.key ?? 'new'}`,
    backHref: listPath(request, page),
    backText: 'Back to the list',
    typed,
    errors,
  });
}

async function save(ctx: Ctx, request: FormRequest, { form, page }: Opened, answer: EntryAnswer): Promise<boolean> {
  return (await saveAnswer(ctx, form, page.id, { answer, seenVersion: seenVersion(request) })) === 'saved';
}

async function saveEntry(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  opened: Opened,
  entry: Entry | undefined,
) {
  const { form, page, answer } = opened;
  const typed: Typed = Object.fromEntries(page.inputs.map((input) => [input, tidy(request.body?.[input])]));
  const problems = page.entryProblems(typed, form.scope);
  if (entry === undefined && answer.entries.length >= MOST_ENTRIES) {
    problems.add(page.inputs[0]!, `You can give ${MOST_ENTRIES}`);
  }
  if (problems.any) return showEntry(request, reply.status(422), opened, { entry, typed }, problems.fields);
  const isSaved = await save(ctx, request, opened, withEntry(page, answer, entry?.key, typed));
  if (!isSaved) return showEntry(request, reply.status(409), opened, { entry, typed }, conflict);
  return reply.redirect(listPath(request, page), 303);
}

/** An entry that was removed meanwhile is not found. */
function entryOf(request: FormRequest, { answer }: Opened): Entry {
  const entry = findEntry(answer, Number(request.params.key));
  if (entry === undefined) throw new Refusal('not_found');
  return entry;
}

function removePages(app: FastifyInstance, ctx: Ctx, page: EntryPage): void {
  app.get(`/form/:token/${page.id}/:key/remove`, async (request: FormRequest, reply) => {
    const opened = await requireList(ctx, request, reply, page);
    if (opened === undefined) return reply;
    const entry = entryOf(request, opened);
    return renderPage(request, reply, 'candidate/entries/remove.njk', {
      ...formModel(request, opened.form, `Remove ${page.nameOf(entry)}?`),
      ...fieldsOf(request, opened),
      action: `${formBase(request)}/${page.id}/${entry.key}/remove`,
      backHref: listPath(request, page),
      backText: 'Back to the list',
      lines: entryViews[page.id]!.lines(entry.typed),
    });
  });

  app.post(`/form/:token/${page.id}/:key/remove`, async (request: FormRequest, reply) => {
    const opened = await requireList(ctx, request, reply, page);
    if (opened === undefined) return reply;
    const { key } = entryOf(request, opened);
    const isSaved = await save(ctx, request, opened, withoutEntry(opened.answer, key));
    return isSaved
      ? reply.redirect(listPath(request, page), 303)
      : showList(request, reply.status(409), opened, conflict);
  });
}

function oneEntryPages(app: FastifyInstance, ctx: Ctx, page: EntryPage): void {
  app.get(`/form/:token/${page.id}/new`, async (request: FormRequest, reply) => {
    const opened = await requireList(ctx, request, reply, page);
    return opened === undefined ? reply : showEntry(request, reply, opened, { entry: undefined, typed: {} });
  });

  app.get(`/form/:token/${page.id}/:key`, async (request: FormRequest, reply) => {
    const opened = await requireList(ctx, request, reply, page);
    if (opened === undefined) return reply;
    const entry = entryOf(request, opened);
    return showEntry(request, reply, opened, { entry, typed: entry.typed });
  });

  app.post(`/form/:token/${page.id}/new`, async (request: FormRequest, reply) => {
    const opened = await requireList(ctx, request, reply, page);
    return opened === undefined ? reply : saveEntry(ctx, request, reply, opened, undefined);
  });

  app.post(`/form/:token/${page.id}/:key`, async (request: FormRequest, reply) => {
    const opened = await requireList(ctx, request, reply, page);
    return opened === undefined ? reply : saveEntry(ctx, request, reply, opened, entryOf(request, opened));
  });
}

function listPages(app: FastifyInstance, ctx: Ctx, page: EntryPage): void {
  app.get(`/form/:token/${page.id}`, async (request: FormRequest, reply) => {
    const opened = await requireList(ctx, request, reply, page);
    return opened === undefined ? reply : showList(request, reply, opened);
  });

  app.post(`/form/:token/${page.id}`, async (request: FormRequest, reply) => {
    const opened = await requireList(ctx, request, reply, page);
    if (opened === undefined) return reply;
    const { form, answer } = opened;
    // Kept also while something is missing: from here on it is the candidate's own list.
    if (!(await save(ctx, request, opened, answer))) return showList(request, reply.status(409), opened, conflict);
    const problems = pageProblems(page as FormPage, answer, form.scope, formFacts(form));
    if (problems.any) return showList(request, reply.status(422), opened, problems.fields);
    const saved = new Map(form.saved).set(page.id, { version: 0, answer });
    return reply.redirect(afterSaving(request, { ...form, saved }, page.id), 303);
  });
}

export function registerEntryPages(app: FastifyInstance, ctx: Ctx): void {
  for (const page of entryPages) {
    listPages(app, ctx, page);
    oneEntryPages(app, ctx, page);
    removePages(app, ctx, page);
  }
}
