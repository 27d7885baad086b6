// Shows and saves every page of plain inputs: the page's entry says what is asked, its view how it looks.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { formFacts, saveAnswer } from '../../../features/candidate-form/form-actions.ts';
import type { PageId, QuestionPage, Typed } from '../../../features/candidate-form/form-page.ts';
import {
  askedPages,
  formStandings,
  nextPage,
  pageProblems,
  questionPages,
  readTyped,
} from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormRequest, formBase, formModel, requireForm } from '../candidate-form-request.ts';
import { pageViews } from '../page-views.ts';

export const changedElsewhere =
  'You changed this somewhere else after you opened this page. Look at it again, then save';

/** A page of this form that was asked for by its address. */
function askedQuestion(form: OpenForm, id: string | undefined): QuestionPage {
  const page = questionPages.find((candidate) => candidate.id === id);
  if (page === undefined || !askedPages(form.scope).some((asked) => asked.id === page.id))
    throw new Refusal('not_found');
  return page;
}

/** Where saving leads: back to all answers, or on to what is not complete yet. */
export function afterSaving(request: FormRequest, form: OpenForm, page: PageId): string {
  const base = formBase(request);
  const next = nextPage(formStandings(form.order.facts, form.scope, form.saved), page);
  if (next === undefined || request.body?.return_to === 'answers') return `${base}/answers`;
  return `${base}/${next}`;
}

export const seenVersion = (request: FormRequest): number => Number(request.body?.version) || 0;
export const returnTo = (value: unknown): 'answers' | undefined => (value === 'answers' ? 'answers' : undefined);

interface Shown {
  readonly form: OpenForm;
  readonly page: QuestionPage;
  readonly typed: Typed;
}

function show(request: FormRequest, reply: FastifyReply, { form, page, typed }: Shown, errors?: FieldMessages) {
  const view = pageViews[page.id];
  const base = formBase(request);
  const back = returnTo(request.query.from ?? request.body?.return_to);
  return renderPage(request, reply, view.template, {
    ...formModel(request, form, view.question),
    ...view.more?.(form, typed),
    action: `${base}/${page.id}`,
    backHref: back === undefined ? `${base}/tasks` : `${base}/answers`,
    version: form.saved.get(page.id)?.version ?? 0,
    returnTo: back,
    meanwhile: errors?.version === undefined ? undefined : view.rows(formFacts(form), form),
    typed,
    errors,
  });
}

export function questionPage(app: FastifyInstance, ctx: Ctx): void {
  app.get('/form/:token/:page', async (request: FormRequest, reply) => {
    const form = await requireForm(ctx, request, reply);
    if (form === undefined) return reply;
    const page = askedQuestion(form, request.params.page);
    const saved = form.saved.get(page.id)?.answer as Typed | undefined;
    return show(request, reply, { form, page, typed: saved ?? page.prefill(form.order.facts) });
  });

  app.post('/form/:token/:page', async (request: FormRequest, reply) => {
    const form = await requireForm(ctx, request, reply);
    if (form === undefined) return reply;
    const page = askedQuestion(form, request.params.page);
    const typed = readTyped(page, request.body ?? {});
    const problems = pageProblems(page, typed, form.scope, formFacts(form));
    if (problems.any) return show(request, reply.status(422), { form, page, typed }, problems.fields);
    const outcome = await saveAnswer(ctx, form, page.id, { answer: typed, seenVersion: seenVersion(request) });
    if (outcome === 'changed_elsewhere') {
      return show(request, reply.status(409), { form, page, typed }, { version: [changedElsewhere] });
    }
    const saved = new Map(form.saved).set(page.id, { version: 0, answer: typed });
    return reply.redirect(afterSaving(request, { ...form, saved }, page.id), 303);
  });
}
