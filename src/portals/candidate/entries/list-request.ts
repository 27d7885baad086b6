// What the pages of a list share: loading the list and the entry of the request, and saving.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { findEntry, nameOfEntry } from '../../../features/candidate-form/entry-rules.ts';
import { formFacts, saveAnswer } from '../../../features/candidate-form/form-actions.ts';
import type { Entry, EntryAnswer, ListPage, Typed } from '../../../features/candidate-form/form-page.ts';
import { pageOfForm } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { entryProblems, pageProblems } from '../../../features/candidate-form/page-problem-rules.ts';
import { isSentEntry } from '../../../features/candidate-form/sent-answer-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { answerOf } from '../../shared/fact-fields/answer-rows.ts';
import { fieldId } from '../../shared/page-filters.ts';
import { type FormRequest, formBase, requireForm, returnTo } from '../candidate-form-request.ts';
import { changedElsewhere, seenVersion } from '../questions/question-page.ts';

export interface OpenList {
  readonly form: OpenForm;
  readonly page: ListPage;
  readonly answer: EntryAnswer;
}

export interface OpenEntry extends OpenList {
  readonly entry: Entry;
}

export interface ShownEntry {
  /** Undefined for a new entry. */
  readonly entry: Entry | undefined;
  readonly typed: Typed;
}

/** Shows a list and its entries, and saves an entry. */
export interface ListView {
  showList(request: FormRequest, reply: FastifyReply, opened: OpenList, errors?: FieldMessages): FastifyReply;
  showEntry(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenList,
    shown: ShownEntry,
    errors?: FieldMessages,
  ): FastifyReply;
  saveEntry(
    ctx: Ctx,
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenList,
    entry: Entry | undefined,
  ): Promise<FastifyReply>;
}

/** The country is the United Kingdom at first, the most frequent answer; not where somebody studied or travelled. */
export const newEntry = ({ list }: ListPage, kind = ''): Typed =>
  list === 'qualifications' || kind === 'Travelling' ? {} : { country: 'GBR' };

/** The page's error if another device saved first; the summary links to `version`. */
export const conflict = (): FieldMessages => ({ version: [changedElsewhere()] });

/** The saved list; until something is saved, the entries that the client gave. */
export const listOf = (form: OpenForm, page: ListPage): OpenList => ({
  form,
  page,
  answer: answerOf(form, page) as EntryAnswer,
});

export async function requireList(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenList | undefined> {
  const form = await requireForm(ctx, request, reply);
  if (form === undefined) return undefined;
  const page = pageOfForm(form.scope, request.params.page);
  if (page?.kind !== 'list') throw new Refusal('not_found');
  return listOf(form, page);
}

/** Whether the entry stays as it was sent before. */
export const isSent = ({ page, form }: OpenList, entry: Entry): boolean => isSentEntry(page, entry, form.scope.today);

/** The entry of the request. Refuses with `not_found` if it was removed meanwhile, or stays as it was sent before. */
export async function requireEntry(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
): Promise<OpenEntry | undefined> {
  const opened = await requireList(ctx, request, reply);
  if (opened === undefined) return undefined;
  const entry = findEntry(opened.answer, Number(request.params.key));
  if (entry === undefined || isSent(opened, entry)) throw new Refusal('not_found');
  return { ...opened, entry };
}

/** The page that the candidate came from, kept through the pages of one entry. */
const from = (request: FormRequest) => returnTo(request.query.from ?? request.body?.return_to);

/** The place of the gap that a new entry is to close; not its dates, which are no part of an address. */
export const gapIn = (request: FormRequest): string | undefined => {
  const given = request.body?.gap ?? request.query.gap;
  return typeof given === 'string' && /^\d{1,3}$/.test(given) ? given : undefined;
};

/** @param rest the path below the list, such as `/3/dates` */
export const listPath = (request: FormRequest, page: ListPage, rest = ''): string =>
  `${formBase(request)}/${page.id}${rest}${from(request) === undefined ? '' : '?from=answers'}`;

export const listFields = (request: FormRequest, { form, page }: OpenList) => ({
  version: form.saved.get(page.id)?.version ?? 0,
  returnTo: from(request),
  backHref: listPath(request, page),
});

export const backOfList = (request: FormRequest): string =>
  `${formBase(request)}/${from(request) === undefined ? 'tasks' : 'answers'}`;

/** False if another device saved first. */
export async function saveList(
  ctx: Ctx,
  request: FormRequest,
  { form, page }: OpenList,
  answer: EntryAnswer,
): Promise<boolean> {
  return (await saveAnswer(ctx, form, page.id, { answer, seenVersion: seenVersion(request) })) === 'saved';
}

export const entryNameIn = ({ page, form }: OpenList, entry: Entry): string =>
  nameOfEntry(page, entry, form.scope.today) || say('this entry');

export const problemsOfList = ({ form, page, answer }: OpenList) =>
  pageProblems(page, answer, form.scope, formFacts(form));

/** The problems of one entry, by its inputs. */
export const problemsOfEntry = ({ form, page, answer }: OpenList, key: number) =>
  entryProblems(page, answer, key, form.scope, formFacts(form));

/**
 * The link of each entry's problem: the entry's own page at the first faulty input. @param pathTo the path of an
 * entry's input
 */
export const entryLinks = (opened: OpenList, pathTo: (key: number, input: string) => string) =>
  Object.fromEntries(
    opened.answer.entries.flatMap(({ key }) => {
      const [input] = Object.keys(problemsOfEntry(opened, key).fields);
      return input === undefined ? [] : [[`entry-${key}`, `${pathTo(key, input)}#${fieldId(input)}`]];
    }),
  );
