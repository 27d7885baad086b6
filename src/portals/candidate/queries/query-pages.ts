// The queries that the candidate is asked, after the code: a list of them, and a page for each with its answer.

import type { FastifyReply } from 'fastify';
import { type Ctx, timeFor } from '../../../context.ts';
import type { Appointment } from '../../../features/appointments/appointment.ts';
import { chooseTime, listAppointments } from '../../../features/appointments/appointment-actions.ts';
import { openTimes } from '../../../features/appointments/appointment-rules.ts';
import { slotOfReport } from '../../../features/candidate-form/awaited-certificate-actions.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import type { Check } from '../../../features/checks/check.ts';
import { showCheck } from '../../../features/checks/check-actions.ts';
import { renewStep } from '../../../features/provider-requests/request-actions.ts';
import type { Query } from '../../../features/queries/query.ts';
import { listQueries } from '../../../features/queries/query-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDayAndTime } from '../../../lib/uk-times.ts';
import { ADDED_REPORT, APPOINTMENT, OWN_CERTIFICATE } from '../../../messages/en-queries.ts';
import { say, sayText } from '../../../messages/say.ts';
import { acceptedFiles, sendOrderFile } from '../../shared/files/order-files.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { keepAnswer, sendAnswer, typedAnswer } from '../../shared/queries/answer-form.ts';
import { type QueryView, queryViews } from '../../shared/queries/query-view.ts';
import { appointmentView, refusedFields } from '../appointments/appointment-view.ts';
import { type FormPages, type FormRequest, formBase, formModel, openRequestedForm } from '../candidate-form-request.ts';

interface Opened {
  readonly form: OpenForm;
  readonly check: Check;
  /** Those that are open or answered. */
  readonly queries: readonly QueryView[];
  /** The same, as they were asked: their views leave out the links of other services. */
  readonly asked: readonly Query[];
}

/** Undefined before the code was entered, or while nothing was asked: the first page says what to do. */
async function openQueries(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<Opened | undefined> {
  const { form } = await openRequestedForm(ctx, request, reply);
  if (form?.isSubmitted) {
    const check = await showCheck(ctx, form.caller, form.link.checkId);
    const asked = (await listQueries(ctx, check, 'candidate')).filter(({ status }) => status !== 'withdrawn');
    const files = `${formBase(request)}/queries/{query}/files`;
    const queries = await queryViews(ctx, form.caller, check.orderId, asked, files);
    if (queries.length > 0) return { form, check, queries, asked };
  }
  reply.redirect(formBase(request), 303);
  return undefined;
}

interface OpenedQuery extends Opened {
  readonly query: QueryView;
  /** Of a query about an appointment. */
  readonly offer: Appointment | undefined;
}

async function openOne(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenedQuery | undefined> {
  const opened = await openQueries(ctx, request, reply);
  const query = opened?.queries.find(({ id }) => id === request.params.key);
  if (opened === undefined) return undefined;
  if (query === undefined) throw new Refusal('not_found');
  const { form, check } = opened;
  const appointments = query.kind === APPOINTMENT ? await listAppointments(ctx, check, form.key) : [];
  return { ...opened, query, offer: appointments.find(({ queryId }) => queryId === query.id) };
}

/** One that was answered meanwhile leads back to the list. */
async function openUnanswered(ctx: Ctx, request: FormRequest, reply: FastifyReply): Promise<OpenedQuery | undefined> {
  const opened = await openOne(ctx, request, reply);
  // About what was added, they answer in the form.
  if (opened?.query.kind === ADDED_REPORT) {
    reply.redirect(`${formBase(request)}/tasks`, 303);
    return undefined;
  }
  // The page of the certificate says how to get it, and takes it.
  const report =
    opened?.query.kind === OWN_CERTIFICATE
      ? opened.check.reports.find(({ id }) => id === opened.query.reportId)
      : undefined;
  if (report !== undefined && opened?.query.status === 'open') {
    reply.redirect(`${formBase(request)}/documents/slots/${slotOfReport(report)}`, 303);
    return undefined;
  }
  if (opened === undefined || opened.query.status === 'open') return opened;
  reply.redirect(`${formBase(request)}/queries`, 303);
  return undefined;
}

function timeItems(times: readonly Date[], chosen: unknown) {
  const items = times.map((at) => ({ value: at.toISOString(), text: ukDayAndTime(at) }));
  const none = { value: NONE_SUITS, text: say('None of these times suits me'), checked: chosen === NONE_SUITS };
  if (items.length === 0) return [none];
  return [...items.map((one) => ({ ...one, checked: one.value === chosen })), { divider: say('or') }, none];
}

/** What a candidate chooses whom no time suits: they say why, or when they could. */
const NONE_SUITS = 'none';

export function queryPages(pages: FormPages, ctx: Ctx): void {
  const show = (
    request: FormRequest,
    reply: FastifyReply,
    { form, query, asked, offer }: OpenedQuery,
    errors?: FieldMessages,
  ) =>
    renderPage(request, reply, 'candidate/queries/query.njk', {
      ...formModel(request, form, query.step || offer ? sayText(query.label) : say('A question about your check')),
      offer: offer && {
        ...appointmentView(offer),
        items: timeItems(openTimes(offer, timeFor(ctx, form.caller)), request.body?.time),
      },
      errors,
      query: errors === undefined ? query : { ...query, answer: typedAnswer(request) },
      action: `${formBase(request)}/queries/${query.id}`,
      limits: acceptedFiles(ctx.settings),
      wasKept: request.query.kept !== undefined,
      link: asked.find(({ id }) => id === query.id)?.step?.url,
      wasRenewed: request.query.renewed !== undefined,
    });

  const answering = ({ form, check, query }: OpenedQuery) => ({
    caller: form.caller,
    orderId: check.orderId,
    query,
  });

  pages.get('/queries', openQueries, (request, reply, { form, queries }) => {
    const open = queries.filter(({ status }) => status === 'open');
    return renderPage(request, reply, 'candidate/queries/queries.njk', {
      ...formModel(request, form, say(open.length > 0 ? 'Questions for you' : 'Your answers have been sent')),
      open,
      answered: queries.filter(({ status }) => status !== 'open'),
      wasSent: request.query.sent !== undefined,
    });
  });

  pages.get('/queries/:key', openUnanswered, (request, reply, opened) => show(request, reply, opened));

  pages.post('/queries/:key', openUnanswered, async (request, reply, opened) => {
    const { form, check, query, offer } = opened;
    if (offer !== undefined && request.body?.time !== NONE_SUITS) {
      const errors = await refusedFields(() =>
        chooseTime(ctx, form.caller, { checkId: check.id, queryId: query.id }, String(request.body?.time ?? '')),
      );
      if (errors !== undefined) return show(request, reply.status(422), opened, errors);
      return reply.redirect(`${formBase(request)}/appointments/${offer.id}?booked`, 303);
    }
    const errors = await sendAnswer(ctx, request, answering(opened));
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${formBase(request)}/queries?sent`, 303);
  });

  pages.post('/queries/:key/renew', openUnanswered, async (request, reply, { form, check, query }) => {
    if (query.step?.answersItself !== true || !query.step.hasEnded) throw new Refusal('not_found');
    const target = { checkId: check.id, reportId: query.reportId };
    const isAsked = await renewStep(ctx, form.caller, target, query.askedBy.replace('provider:', ''));
    const end = isAsked ? `/${query.id}?renewed` : '';
    return reply.redirect(`${formBase(request)}/queries${end}`, 303);
  });

  pages.post('/queries/:key/files', openUnanswered, async (request, reply, opened) => {
    const errors = await keepAnswer(ctx, request, answering(opened));
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${formBase(request)}/queries/${opened.query.id}?kept`, 303);
  });

  pages.get('/queries/:key/files/:page', openOne, (request, reply, { form, check, query }) => {
    const fileToken = request.params.page!;
    const isOfQuery = [...query.files, ...query.answerFiles].some(({ href }) => href.endsWith(`/${fileToken}`));
    if (!isOfQuery) throw new Refusal('not_found');
    return sendOrderFile(ctx, form.caller, { orderId: check.orderId, fileToken, isOfQuery: true }, reply);
  });
}
