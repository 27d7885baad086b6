// Shows a list and its entries, and saves an entry; the addresses have pages of their own.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { applied } from '../../../features/candidate-form/answer-rules.ts';
import { MOST_ENTRIES, withEntry } from '../../../features/candidate-form/entry-rules.ts';
import type { FactInput } from '../../../features/candidate-form/fact-input-rules.ts';
import { formFacts } from '../../../features/candidate-form/form-actions.ts';
import type { Entry, ListPage, Typed } from '../../../features/candidate-form/form-page.ts';
import { readTyped } from '../../../features/candidate-form/form-page-rules.ts';
import { lengthText, timelineBars } from '../../../features/candidate-form/timeline-rules.ts';
import { typedDate } from '../../../features/candidate-form/typed-date-rules.ts';
import { valueText } from '../../../features/facts/fact-words-rules.ts';
import {
  type ActivityHistoryParams,
  activitiesSince,
  activityGaps,
  judgesGaps,
} from '../../../features/requirements/activity-history-requirement.ts';
import { formatPeriod, type IsoDate } from '../../../lib/dates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { english, say, sayText } from '../../../messages/say.ts';
import { choiceText, personSentence, wordsOf } from '../../../messages/sentences.ts';
import { entryLines } from '../../shared/fact-fields/answer-rows.ts';
import { fieldsOf } from '../../shared/fact-fields/fact-fields.ts';
import { requirementWords } from '../../shared/fact-fields/requirement-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { timelinePicture } from '../addresses/timeline-picture.ts';
import { type FormRequest, formModel } from '../candidate-form-request.ts';
import {
  backOfList,
  conflict,
  entryLinks,
  entryNameIn,
  gapIn,
  isSent,
  type ListView,
  listFields,
  listPath,
  newEntry,
  type OpenList,
  problemsOfEntry,
  problemsOfList,
  type ShownEntry,
  saveList,
} from './list-request.ts';

import {
  adviceOnNone,
  bodyTexts,
  bodyToAdd,
  fieldsOfRegister,
  hiddenOfRegister,
  registerOf,
  registerToAdd,
  withNumberForms,
} from './register-entry.ts';

interface History {
  /** There is no first day to go back to. */
  readonly asksForAll?: boolean;
  /** Where the picture begins. */
  readonly since?: IsoDate;
  readonly longestGapDays?: number;
  /** In time's order. */
  readonly gaps?: readonly { readonly text: string; readonly length: string; readonly dates: Typed }[];
  readonly picture?: ReturnType<typeof timelinePicture>;
}

/** The required period as a timeline and as text; empty if the list has none. */
function historyOf({ form, page, answer }: OpenList): History {
  if (page.asked.id !== 'activity_history') return {};
  const { today } = form.scope;
  const params = page.asked.params as ActivityHistoryParams;
  const asksForAll = params.years === 0;
  if (!judgesGaps(params)) return { asksForAll };
  const facts = applied(page, formFacts(form), answer, today);
  const since = activitiesSince(facts, params.years, today);
  const gaps = activityGaps(facts, params, today);
  const told = gaps.map(({ stated, to }) => ({
    ...{ text: formatPeriod(stated), length: lengthText(stated) },
    // What goes on has no end.
    dates: { ...typedDate('start_date', stated.from), ...typedDate('end_date', to === today ? null : stated.to) },
  }));
  const picture =
    since > today ? [] : timelinePicture(timelineBars(facts.activities, gaps, { from: since, to: today }));
  return { asksForAll, since, longestGapDays: params.longestGapDays, gaps: told, picture };
}

const datesOfGap = (request: FormRequest, opened: OpenList): Typed =>
  historyOf(opened).gaps?.[Number(gapIn(request) ?? -1)]?.dates ?? {};

const maySayNone = ({ page: { fact }, answer }: OpenList): boolean =>
  fact.none !== undefined && (fact.whyNone !== undefined || answer.entries.length === 0);

/** The question why somebody has nothing to add, if the list asks for it. */
function whyFields({ page: { fact }, answer: { why = '' } }: OpenList) {
  if (fact.whyNone === undefined) return { why };
  const { label, question = label, hint } = wordsOf(fact.whyNone);
  return { why, whyLabel: question, whyHint: hint };
}

function showList(request: FormRequest, reply: FastifyReply, opened: OpenList, errors?: FieldMessages) {
  const { form, page, answer } = opened;
  const words = requirementWords(page);
  const register = registerToAdd(opened);
  return renderPage(request, reply, 'candidate/entries/entries.njk', {
    ...formModel(request, form, words.title),
    ...listFields(request, opened),
    action: listPath(request, page).split('?')[0],
    backHref: backOfList(request),
    wanted:
      register === undefined ? words.wanted : say('Add your registration: {body}.', { body: english(register.body) }),
    advice: words.advice ?? (answer.entries.length === 0 ? adviceOnNone(opened) : undefined),
    bodies: register === undefined ? bodyTexts(opened) : [],
    addText:
      register === undefined ? words.addText : say('Add your {number}', { number: sayText(register.ofRegister) }),
    newHref: listPath(request, page, '/new'),
    ...historyOf(opened),
    noneText: maySayNone(opened) ? wordsOf(page.list).none : undefined,
    isNone: answer.isNone === true && errors?.why === undefined,
    ...whyFields(opened),
    entries: answer.entries.map((entry) => ({
      key: entry.key,
      name: entryNameIn(opened, entry),
      lines: entryLines(page, entry, form.scope.today),
      isSent: isSent(opened, entry),
    })),
    hasSent: answer.entries.some((entry) => isSent(opened, entry)),
    isComplete: !problemsOfList(opened).any,
    isFull: answer.entries.length >= MOST_ENTRIES,
    errors,
    errorLinks: entryLinks(opened, (key) => listPath(request, page, `/${key}`)),
  });
}

/** The fact that decides which others are asked, such as the kind of activity: a page of its own asks it first. */
const leadOf = ({ inputs }: ListPage) =>
  inputs.find(({ path, fact }) => fact.kind === 'choice' && inputs.some(({ onlyWhere }) => onlyWhere?.fact === path));

function showEntry(
  request: FormRequest,
  reply: FastifyReply,
  opened: OpenList,
  { entry, typed }: ShownEntry,
  errors?: FieldMessages,
) {
  const { form, page } = opened;
  const words = wordsOf(page.list);
  const lead = leadOf(page);
  const isFirstStep = lead !== undefined && (!typed[lead.name] || request.query.step === 'first');
  const fields = fieldsOf(isFirstStep ? [lead] : page.inputs, typed);
  const register = registerOf(request, opened, typed);
  const asked = isFirstStep ? fields : fields.filter(({ name }) => name !== lead?.name);
  const shownFields = register === undefined ? withNumberForms(opened, asked) : fieldsOfRegister(register, asked);
  const path = pathOf(request, page, entry);
  const action = path.split('?')[0]!;
  const gap = gapIn(request);
  return renderPage(request, reply, 'candidate/questions/fields-page.njk', {
    ...formModel(
      request,
      form,
      isFirstStep
        ? fields[0]!.label
        : register === undefined
          ? say(entry === undefined ? 'Add {what}' : 'Change {what}', { what: words.entry })
          : say(entry === undefined ? 'Add your {number}' : 'Change your {number}', {
              number: sayText(register.ofRegister),
            }),
    ),
    ...listFields(request, opened),
    backText: say('Back to the list'),
    action,
    fields: shownFields,
    hidden: isFirstStep
      ? [{ name: 'step', value: 'first' }, ...(gap === undefined ? [] : [{ name: 'gap', value: gap }])]
      : register === undefined
        ? []
        : hiddenOfRegister(register, typed),
    otherHref: register === undefined || entry !== undefined ? undefined : `${action}?other`,
    chosen: isFirstStep || lead === undefined ? undefined : chosenOf(lead, typed, path),
    // Of a new entry only: the dates of a known one do not close another gap.
    stillMissing:
      entry === undefined && opened.answer.entries.length > 0 ? historyOf(opened).gaps?.map(({ text }) => text) : [],
    mayMissDays: !isFirstStep && page.inputs.some(({ fact }) => fact.dayMayBeMissing !== undefined),
    mayMissMonths: page.inputs.some(({ fact }) => fact.monthMayBeMissing === true),
    typed:
      register === undefined && entry === undefined && errors === undefined
        ? { ...bodyToAdd(opened), ...typed }
        : typed,
    errors,
  });
}

const pathOf = (request: FormRequest, page: ListPage, entry: Entry | undefined) =>
  listPath(request, page, `/${entry?.key ?? 'new'}`);

/** The answer to the first question, with a link to change it. */
const chosenOf = (lead: FactInput, typed: Typed, path: string) => ({
  name: lead.name,
  value: typed[lead.name],
  text: choiceText(lead.key, typed[lead.name] ?? '') ?? valueText(lead.fact, typed[lead.name]),
  changeHref: `${path}${path.includes('?') ? '&' : '?'}step=first`,
});

async function saveEntry(
  ctx: Ctx,
  request: FormRequest,
  reply: FastifyReply,
  opened: OpenList,
  entry: Entry | undefined,
) {
  const { form, page, answer } = opened;
  const typed = readTyped(page, request.body ?? {});
  const lead = leadOf(page);
  if (lead !== undefined && request.body?.step === 'first') {
    const kind = typed[lead.name] ?? '';
    const begun = entry?.typed ?? { ...newEntry(page, kind), ...datesOfGap(request, opened) };
    const whole = { ...begun, [lead.name]: kind };
    if (kind) return showEntry(request, reply, opened, { entry, typed: whole });
    const missing = personSentence({ code: 'missing' }, lead.key);
    return showEntry(request, reply.status(422), opened, { entry, typed: whole }, { [lead.name]: [missing] });
  }
  const changed = withEntry(page, answer, entry?.key, typed, form.scope.today);
  const problems = problemsOfEntry({ ...opened, answer: changed.answer }, changed.key);
  if (entry === undefined && answer.entries.length >= MOST_ENTRIES) {
    problems.add(page.inputs[0]!.name, personSentence({ code: 'too_many', params: { most: MOST_ENTRIES } }, page.list));
  }
  if (problems.any) return showEntry(request, reply.status(422), opened, { entry, typed }, problems.fields);
  const isSaved = await saveList(ctx, request, opened, changed.answer);
  if (!isSaved) return showEntry(request, reply.status(409), opened, { entry, typed }, conflict());
  return reply.redirect(listPath(request, page), 303);
}

export const entryView: ListView = { showList, showEntry, saveEntry };
