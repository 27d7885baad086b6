// The desk's pages of queries: one asks the candidate or the client, one ends a query that is open.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, timeFor, todayFor } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import type { Addressee } from '../../../features/queries/query.ts';
import {
  listQueries,
  postponeQuery,
  recordAnswer,
  sendQuery,
  withdrawQuery,
} from '../../../features/queries/query-actions.ts';
import { kindsFor, type QuestionArguments, queryProblems, templateOf } from '../../../features/queries/query-rules.ts';
import { usualDueOn } from '../../../features/queries/query-schedule.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { queryKinds } from '../../../messages/en-queries.ts';
import { sentFile } from '../../shared/files/file-forms.ts';
import { acceptedFiles, attachSentFile } from '../../shared/files/order-files.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { queryViews } from '../../shared/queries/query-view.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';

type QueryRequest = FastifyRequest<{
  Params: { reportId: string; queryId: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const path = '/desk/reports/:reportId/queries';
const permission = 'ask_queries' as const;
const addressees: readonly Addressee[] = ['candidate', 'client'];
const groupTexts = { candidate: 'To the candidate', client: 'To the client' } as const;

interface Typed {
  /** `candidate:missing_information` */
  readonly question: string;
  readonly text: string;
  readonly dueOn: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '');

function readTyped(body: QueryRequest['body']): Typed {
  const { question, text, due_on } = body ?? {};
  return { question: textOf(question), text: textOf(text), dueOn: textOf(due_on) };
}

function splitQuestion(question: string): readonly [addressee: string, kind: string] {
  const [addressee = '', kind = ''] = question.split(':');
  return [addressee, kind];
}

const hasFormOf = ({ check }: OpenedReport) => check.type === 'standard';

function questionGroups({ question }: Typed, hasForm: boolean) {
  return addressees.flatMap((addressee) => {
    const items = kindsFor(addressee, hasForm).map((kind) => ({
      value: `${addressee}:${kind}`,
      text: queryKinds[kind].label,
      template: templateOf(addressee, kind),
      selected: question === `${addressee}:${kind}`,
    }));
    return items.length === 0 ? [] : [{ label: groupTexts[addressee], items }];
  });
}

/** The template of the chosen question; empty if nobody is asked it. */
function templateFor({ question }: Typed, hasForm: boolean): string {
  const [addressee, kind] = splitQuestion(question);
  const asked = addressees.find((one) => one === addressee);
  const chosen = asked && kindsFor(asked, hasForm).find((one) => one === kind);
  return asked === undefined || chosen === undefined ? '' : templateOf(asked, chosen);
}

async function dueOnFor(ctx: Ctx, { caller }: OpenedReport, { question }: Typed): Promise<string> {
  const addressee = splitQuestion(question)[0] === 'client' ? 'client' : 'candidate';
  return usualDueOn(addressee, timeFor(ctx, caller), await readAccountSettings(ctx, caller.accountId));
}

/** The form as it opens: the most frequent question, to whoever can be asked. */
async function firstTyped(ctx: Ctx, opened: OpenedReport, asked: unknown): Promise<Typed> {
  const hasForm = hasFormOf(opened);
  const question = typeof asked === 'string' ? asked : `${hasForm ? 'candidate' : 'client'}:missing_information`;
  const typed = { question, text: '', dueOn: '' };
  return { ...typed, text: templateFor(typed, hasForm), dueOn: await dueOnFor(ctx, opened, typed) };
}

const headOf = ({ report, check, accountName }: OpenedReport) => ({
  environment: check.tenant.environment,
  base: `/desk/reports/${report.id}`,
  report: { label: reportTypeById(report.reportTypeId)!.label, order: orderNumber(check.orderId) },
  candidateName: `${check.order.facts.first_name} ${check.order.facts.last_name}`,
  accountName,
});

function askPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = (
    request: QueryRequest,
    reply: FastifyReply,
    opened: OpenedReport,
    typed: Typed,
    errors?: FieldMessages,
  ) =>
    renderPage(request, reply, 'desk/queries/new.njk', {
      title: 'Send a query',
      ...headOf(opened),
      errors,
      typed,
      groups: questionGroups(typed, hasFormOf(opened)),
      limits: acceptedFiles(ctx.settings),
      scripts: ['query-texts.js'],
    });

  const open = async (request: QueryRequest, user: UserOf<'desk'>) => openReport(ctx, user, request.params.reportId);

  pages.get(`${path}/new`, { permission }, async (request: QueryRequest, reply, user) => {
    const opened = await open(request, user);
    if (!allowsAction(opened.report.status, 'ask_query')) throw new Refusal('state_does_not_allow');
    return show(request, reply, opened, await firstTyped(ctx, opened, request.query.question));
  });

  pages.post(`${path}/new`, { permission }, async (request: QueryRequest, reply, user) => {
    const opened = await open(request, user);
    const typed = readTyped(request.body);
    const hasForm = hasFormOf(opened);
    if (request.body?.move === 'template') {
      const dueOn = await dueOnFor(ctx, opened, typed);
      return show(request, reply, opened, { ...typed, text: templateFor(typed, hasForm), dueOn });
    }
    const { report, check, caller } = opened;
    const [addressee, kind] = splitQuestion(typed.question);
    const given = { addressee, kind, text: typed.text, dueOn: typed.dueOn };
    const problems = queryProblems(given, { today: todayFor(ctx, caller), hasForm });
    if (!allowsAction(report.status, 'ask_query')) {
      problems.add('question', 'The report is not worked on any more. Your text is kept below');
      return show(request, reply.status(409), opened, typed, problems.fields);
    }
    if (Object.keys(problems.fields).length > 0)
      return show(request, reply.status(422), opened, typed, problems.fields);
    const files: string[] = [];
    if (sentFile(request).fileName !== '') {
      const fileToken = ctx.newId();
      const also = { fileToken, description: '', reportId: report.id };
      const errors = await attachSentFile(ctx, caller, check.orderId, request, also);
      if (errors !== undefined) return show(request, reply.status(422), opened, typed, errors);
      files.push(fileToken);
    }
    await sendQuery(ctx, caller, { checkId: check.id, reportId: report.id }, given as QuestionArguments, files);
    return reply.redirect(`/desk/reports/${report.id}?done=query_sent`, 303);
  });
}

/** What can be done with an open query, each by a form of its own. */
function handlePages(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (request: QueryRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) => {
    const opened = await openReport(ctx, user, request.params.reportId);
    const { check, caller, report } = opened;
    const asked = (await listQueries(ctx, check)).filter(({ id }) => id === request.params.queryId);
    const [query] = await queryViews(ctx, caller, check.orderId, asked, `/desk/reports/${report.id}/files`);
    if (query === undefined || query.reportId !== report.id) throw new Refusal('not_found');
    if (query.status !== 'open') return reply.redirect(`/desk/reports/${report.id}`, 303);
    const { answer, due_on } = request.body ?? {};
    return renderPage(request, reply, 'desk/queries/query.njk', {
      title: query.label,
      ...headOf(opened),
      errors,
      query,
      answer: textOf(answer),
      dueOn: due_on === undefined ? query.dueOn : textOf(due_on),
    });
  };

  pages.get(`${path}/:queryId`, { permission }, async (request: QueryRequest, reply, user) =>
    show(request, reply, user),
  );

  type Work = (
    caller: OpenedReport['caller'],
    target: { checkId: string; queryId: string },
    body: object,
  ) => Promise<void>;
  const handle = (name: string, done: string, work: Work) =>
    pages.post(`${path}/:queryId/${name}`, { permission }, async (request: QueryRequest, reply, user) => {
      const { check, report, caller } = await openReport(ctx, user, request.params.reportId);
      try {
        await work(caller, { checkId: check.id, queryId: request.params.queryId }, request.body ?? {});
      } catch (error) {
        if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
        return show(request, reply.status(422), user, error.fields);
      }
      return reply.redirect(`/desk/reports/${report.id}?done=${done}`, 303);
    });

  handle('answer', 'query_answered', (caller, target, body) =>
    recordAnswer(ctx, caller, target, textOf((body as { answer?: unknown }).answer)),
  );
  handle('due', 'query_postponed', (caller, target, body) =>
    postponeQuery(ctx, caller, target, textOf((body as { due_on?: unknown }).due_on)),
  );
  handle('withdraw', 'query_withdrawn', (caller, target) => withdrawQuery(ctx, caller, target));
}

export function queryPages(pages: Pages<'desk'>, ctx: Ctx): void {
  askPages(pages, ctx);
  handlePages(pages, ctx);
}
