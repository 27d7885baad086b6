// The desk's pages of queries: one asks the candidate or the client, one ends a query that is open.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, timeFor, todayFor } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { type Questions, readQuestions } from '../../../features/desk-texts/desk-text-actions.ts';
import type { Addressee } from '../../../features/queries/query.ts';
import {
  listQueries,
  postponeQuery,
  recordAnswer,
  sendQuery,
  withdrawQuery,
} from '../../../features/queries/query-actions.ts';
import { kindsFor, type QuestionArguments, queryProblems } from '../../../features/queries/query-rules.ts';
import { dueOnBeforeStart, usualDueOn } from '../../../features/queries/query-schedule.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type QueryKind, queryKinds } from '../../../messages/en-queries.ts';
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
const kinds = Object.keys(queryKinds) as QueryKind[];

interface Typed {
  readonly addressee: string;
  readonly kind: string;
  readonly text: string;
  readonly dueOn: string;
  /** Of a step at another service. */
  readonly link: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '');

function readTyped(body: QueryRequest['body']): Typed {
  const { addressee, kind, text, due_on, link } = body ?? {};
  const typed = { addressee: textOf(addressee), kind: textOf(kind), text: textOf(text) };
  return { ...typed, dueOn: textOf(due_on), link: textOf(link).trim() };
}

/** Once nothing is wrong with what was typed. */
const questionOf = ({ link, ...typed }: Typed): QuestionArguments => ({
  ...(typed as Omit<QuestionArguments, 'step'>),
  ...(link !== '' && { step: { url: link, endsAt: null } }),
});

/** An opened report, and who asks about it. */
type OpenedQueryPage = OpenedReport & { readonly user: UserOf<'desk'> };

const hasFormOf = ({ check }: OpenedReport) => check.type === 'standard';

/** Whoever can be asked: without a form the candidate has no link to answer by. */
const askedOf = (hasForm: boolean) => addressees.filter((one) => kindsFor(one, hasForm).length > 0);

const groupTexts = {
  either: 'Asked of either',
  candidate: 'Asked of the candidate only',
  client: 'Asked of the client only',
} as const;

/** The kinds of queries by whom they are asked of, each with its usual text for either. */
function kindGroups({ kind: chosen }: Typed, hasForm: boolean, questions: Questions) {
  const groupOf = (kind: QueryKind) => {
    const asked = askedOf(hasForm).filter((one) => kindsFor(one, hasForm).includes(kind));
    return asked.length > 1 ? 'either' : asked[0];
  };
  return (['either', ...addressees] as const).flatMap((group) => {
    const items = kinds
      .filter((kind) => groupOf(kind) === group)
      .map((kind) => ({
        ...{ value: kind, label: queryKinds[kind].label, selected: kind === chosen },
        ...{ candidate: questions('candidate', kind), client: questions('client', kind) },
      }));
    return items.length === 0 ? [] : [{ group, label: groupTexts[group], items }];
  });
}

/** The usual text of the chosen query; empty if nobody is asked it. */
function textFor({ addressee, kind }: Typed, hasForm: boolean, questions: Questions): string {
  const asked = addressees.find((one) => one === addressee);
  const chosen = asked && kindsFor(asked, hasForm).find((one) => one === kind);
  return asked === undefined || chosen === undefined ? '' : (questions(asked, chosen) ?? '');
}

/** How queries are asked, and by when they are to be answered. */
interface Usual {
  readonly questions: Questions;
  readonly dueDates: Readonly<Record<Addressee, string>>;
}

async function readUsual(ctx: Ctx, { user, caller, work }: OpenedQueryPage): Promise<Usual> {
  const [questions, settings] = await Promise.all([
    readQuestions(ctx, user),
    readAccountSettings(ctx, caller.accountId),
  ]);
  const dueOn = (addressee: Addressee) =>
    dueOnBeforeStart(
      usualDueOn(addressee, timeFor(ctx, caller), settings, ctx.calendar()),
      todayFor(ctx, caller),
      work.starts_on,
    );
  return { questions, dueDates: { candidate: dueOn('candidate'), client: dueOn('client') } };
}

/** With the text and the day that are usual for what is asked. */
function withUsual(typed: Typed, hasForm: boolean, { questions, dueDates }: Usual): Typed {
  const dueOn = dueDates[typed.addressee === 'client' ? 'client' : 'candidate'];
  return { ...typed, text: textFor(typed, hasForm, questions), dueOn };
}

/** The form as it opens: the most frequent query, to whoever can be asked. */
function firstTyped(hasForm: boolean, asked: QueryRequest['query']): Typed {
  const { addressee, kind } = readTyped(asked);
  return {
    addressee: addressee || askedOf(hasForm)[0]!,
    kind: kind || 'missing_information',
    ...{ text: '', dueOn: '', link: '' },
  };
}

const headOf = ({ report, check, accountName }: OpenedReport) => ({
  environment: check.tenant.environment,
  base: `/desk/reports/${report.id}`,
  report: { label: reportTypeById(report.reportTypeId)!.label, order: orderNumber(check.orderId) },
  candidateName: fullName(check.order.facts.first_name, check.order.facts.last_name),
  accountName,
});

function askPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (
    request: QueryRequest,
    reply: FastifyReply,
    opened: OpenedQueryPage,
    typed: Typed,
    errors?: FieldMessages,
  ) => {
    const head = headOf(opened);
    const hasForm = hasFormOf(opened);
    const { questions, dueDates } = await readUsual(ctx, opened);
    const names = { candidate: head.candidateName, client: head.accountName };
    return renderPage(request, reply, 'desk/queries/new.njk', {
      title: 'Send a query',
      ...head,
      errors,
      typed,
      addressees: askedOf(hasForm).map((one) => ({
        value: one,
        text: `The ${one} (${names[one]})`,
        checked: one === typed.addressee,
        attributes: { 'data-due': dueDates[one] },
      })),
      groups: kindGroups(typed, hasForm, questions),
      limits: acceptedFiles(ctx.settings),
      scripts: ['query-texts.js'],
    });
  };

  const open = async (request: QueryRequest, user: UserOf<'desk'>) => ({
    ...(await openReport(ctx, user, request.params.reportId)),
    user,
  });

  pages.get(`${path}/new`, { permission }, async (request: QueryRequest, reply, user) => {
    const opened = await open(request, user);
    if (!allowsAction(opened.report.status, 'ask_query')) throw new Refusal('state_does_not_allow');
    const hasForm = hasFormOf(opened);
    const typed = withUsual(firstTyped(hasForm, request.query), hasForm, await readUsual(ctx, opened));
    return show(request, reply, opened, typed);
  });

  pages.post(`${path}/new`, { permission }, async (request: QueryRequest, reply, user) => {
    const opened = await open(request, user);
    const typed = readTyped(request.body);
    const hasForm = hasFormOf(opened);
    if (request.body?.move === 'template')
      return show(request, reply, opened, withUsual(typed, hasForm, await readUsual(ctx, opened)));
    const { report, check, caller } = opened;
    const problems = queryProblems(typed, { today: todayFor(ctx, caller), hasForm });
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
    await sendQuery(ctx, caller, { checkId: check.id, reportId: report.id }, questionOf(typed), files);
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
