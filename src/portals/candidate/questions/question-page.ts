// Shows and saves every page of plain inputs, and the consent; the questions follow from the requirement's facts.

import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { CONSENT_WORDING, consentText, fingerprintOf } from '../../../features/candidate-form/consent.ts';
import { mayDoubt } from '../../../features/candidate-form/doubt-limit-actions.ts';
import { isAsked } from '../../../features/candidate-form/fact-input-rules.ts';
import { formFacts, saveAnswer } from '../../../features/candidate-form/form-actions.ts';
import type {
  ConsentPage,
  FormPage,
  ListPage,
  PageId,
  QuestionPage,
  Typed,
} from '../../../features/candidate-form/form-page.ts';
import { formStandings, nextPage, pageOfForm, readTyped } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { type Doubts, doubtsOn } from '../../../features/candidate-form/page-doubts.ts';
import { pageProblems } from '../../../features/candidate-form/page-problem-rules.ts';
import { isSentInput } from '../../../features/candidate-form/sent-answer-rules.ts';
import { factAt } from '../../../features/facts/fact-paths.ts';
import { factsAsked } from '../../../features/requirements/requirement-rules.ts';
import { type FieldMessages, Problems, Refusal } from '../../../lib/refusal.ts';
import { en } from '../../../messages/en.ts';
import { say } from '../../../messages/say.ts';
import { personSentence } from '../../../messages/sentences.ts';
import { answerOf, answerRows } from '../../shared/fact-fields/answer-rows.ts';
import { fieldsOf } from '../../shared/fact-fields/fact-fields.ts';
import { requirementWords } from '../../shared/fact-fields/requirement-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import {
  type FormPages,
  type FormRequest,
  formBase,
  formModel,
  requireForm,
  returnTo,
} from '../candidate-form-request.ts';
import { isFieldMessages, saveTakenConsent, takenConsentModel, takenTicks } from '../consent/taken-consent.ts';
import { lastTask, readDocuments } from '../documents/documents-page.ts';
import { declarationHelp } from './declaration-help.ts';

export const changedElsewhere = () =>
  say('You changed this somewhere else after you opened this page. Look at it again, then save');

type PlainPage = QuestionPage | ConsentPage;

/** The page of the form with the id in the path. */
function askedPage(form: OpenForm, id: string | undefined): FormPage {
  const page = pageOfForm(form.scope, id);
  if (page === undefined) throw new Refusal('not_found');
  return page;
}

type ListHandler = (
  request: FormRequest,
  reply: FastifyReply,
  form: OpenForm,
  page: ListPage,
) => FastifyReply | Promise<FastifyReply>;

/** How to show and save a page that is a list. */
export interface ListPages {
  readonly show: ListHandler;
  readonly save: ListHandler;
}

/** The page after saving: back to all answers, or the next task that is open, in the order of the task list. */
export async function afterSaving(ctx: Ctx, request: FormRequest, form: OpenForm, page: PageId): Promise<string> {
  const base = formBase(request);
  if (returnTo(request.body?.return_to) !== undefined) return `${base}/answers`;
  const next = nextPage(formStandings(form.order.facts, form.scope, form.saved), page);
  return `${base}/${next ?? lastTask(await readDocuments(ctx, form))}`;
}

export const seenVersion = (request: FormRequest): number => Number(request.body?.version) || 0;

interface Shown {
  readonly form: OpenForm;
  readonly page: PlainPage;
  readonly typed: Typed;
  /** What is asked once more before it is saved. */
  readonly doubts?: Doubts;
}

/** Also true for a requirement with a list among other facts: its texts are about the list. */
export const hasList = ({ asked }: Pick<FormPage, 'asked'>): boolean =>
  factsAsked(asked).some((path) => factAt(path)?.kind === 'list');

function wantedIn(page: PlainPage) {
  const { wanted, got } = requirementWords(page);
  return { wanted, got };
}

function modelOf({ form, page, typed }: Shown) {
  if (page.kind === 'consent')
    return { wording: CONSENT_WORDING, consent: consentText(form), shownText: fingerprintOf(consentText(form)) };
  const open = page.inputs.filter((input) => !isSentInput(page, input) && isAsked(input, page.inputs, typed));
  const sent = page.inputs.filter((input) => isSentInput(page, input));
  return {
    // Below what was sent only what it leaves open is asked; else each answer reveals what depends on it.
    fields: fieldsOf(sent.length === 0 ? page.inputs : open, typed),
    sentRows: sent.length === 0 ? [] : answerRows(form, { ...page, inputs: sent }, () => ''),
    ...(hasList(page) ? {} : wantedIn(page)),
    about: declarationHelp(form, page),
    unsure: say(en.declarations.unsure),
  };
}

const consentTemplate = ({ typist }: OpenForm) =>
  `candidate/consent/${typist === undefined ? 'consent' : 'taken-consent'}.njk`;

function show(request: FormRequest, reply: FastifyReply, shown: Shown, errors?: FieldMessages) {
  const { form, page, typed } = shown;
  const base = formBase(request);
  const back = returnTo(request.query.from ?? request.body?.return_to);
  const { title, question = title } = requirementWords(page);
  const template = page.kind === 'consent' ? consentTemplate(form) : 'candidate/questions/fields-page.njk';
  return renderPage(request, reply, template, {
    ...formModel(request, form, question),
    ...modelOf(shown),
    action: `${base}/${page.id}`,
    backHref: back === undefined ? `${base}/tasks` : `${base}/answers`,
    hasParts: form.types.length > 1,
    ...(page.kind === 'consent' && form.typist !== undefined && takenConsentModel(request, form)),
    version: form.saved.get(page.id)?.version ?? 0,
    returnTo: back,
    doubts: shown.doubts,
    meanwhile: errors?.version === undefined ? undefined : answerRows(form, page, () => ''),
    typed,
    errors,
  });
}

/** Undefined once the candidate has said that it is right, also before; and where another device has saved the page since. */
async function doubtsIn(ctx: Ctx, request: FormRequest, form: OpenForm, page: PlainPage, typed: Typed) {
  const saved = form.saved.get(page.id);
  const isOld = seenVersion(request) !== (saved?.version ?? 0);
  if (page.kind === 'consent' || isOld || isDeepStrictEqual(saved?.answer, typed)) return undefined;
  const doubts = await doubtsOn(form, page, typed);
  if (doubts === undefined || doubts.seen === request.body?.sure) return undefined;
  return (await mayDoubt(ctx, form, page)) ? doubts : undefined;
}

export function questionPage(pages: FormPages, ctx: Ctx, lists: ListPages): void {
  pages.get('/:page', requireForm, (request, reply, form) => {
    const page = askedPage(form, request.params.page);
    if (page.kind === 'list') return lists.show(request, reply, form, page);
    return show(request, reply, { form, page, typed: answerOf(form, page) as Typed });
  });

  pages.post('/:page', requireForm, async (request, reply, form) => {
    const page = askedPage(form, request.params.page);
    if (page.kind === 'list') return lists.save(request, reply, form, page);
    const typed = readTyped(page, request.body ?? {});
    const isTaken = page.kind === 'consent' && form.typist !== undefined;
    const problems = isTaken ? new Problems() : pageProblems(page, typed, form.scope, formFacts(form));
    // What it says depends on the order and the account, too.
    const shown = request.body?.shown_text;
    if (page.kind === 'consent' && shown !== undefined && shown !== fingerprintOf(consentText(form)))
      problems.add(isTaken ? 'version' : 'agrees', personSentence({ code: 'consent_wording_changed' }, 'consent'));
    if (problems.any) return show(request, reply.status(422), { form, page, typed }, problems.fields);
    const doubts = await doubtsIn(ctx, request, form, page, typed);
    // Nothing is saved yet: for the drafts and for Back it is a form that was refused.
    if (doubts !== undefined) return show(request, reply.status(422), { form, page, typed, doubts });
    const seen = seenVersion(request);
    const outcome = isTaken
      ? await saveTakenConsent(ctx, request, form, seen)
      : await saveAnswer(ctx, form, page.id, { answer: typed, seenVersion: seen });
    if (isFieldMessages(outcome)) return show(request, reply.status(422), { form, page, typed }, outcome);
    if (outcome === 'changed_elsewhere') {
      return show(request, reply.status(409), { form, page, typed }, { version: [changedElsewhere()] });
    }
    // What is kept of a taken consent is longer; that it is given is enough here.
    const answer = isTaken ? takenTicks(form) : typed;
    const saved = new Map(form.saved).set(page.id, { version: 0, answer });
    return reply.redirect(await afterSaving(ctx, request, { ...form, saved }, page.id), 303);
  });
}
