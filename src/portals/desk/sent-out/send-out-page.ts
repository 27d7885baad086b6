// Sends work on a report out: first the choice of a supplier, those that serve the report first, then what was agreed.

import type { FastifyReply } from 'fastify';
import { type Ctx, inTransaction, todayFor } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { demandReasonFor, noteSentAnyway } from '../../../features/cases/application-actions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { listSuppliers, type Supplier } from '../../../features/suppliers/supplier-actions.ts';
import { countStanding, listSupplierRequests, sendOut } from '../../../features/suppliers/supplier-request-actions.ts';
import { type TypedSending, usuallyExpectedOn } from '../../../features/suppliers/supplier-request-rules.ts';
import { servesType } from '../../../features/suppliers/supplier-rules.ts';
import type { Calendar } from '../../../lib/bank-holidays.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { amountText, inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { orderWays, supplierKinds } from '../../../messages/en-suppliers.ts';
import { lower } from '../../shared/fact-labels.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { text } from '../../shared/sign-in/sign-in-steps.ts';
import { typedText } from '../report/order-notes.ts';
import { typeOf } from '../report/report-moves.ts';
import { type ReportRequest, reportPath } from '../report/report-request.ts';
import { lacksForSending } from '../report/sending-lacks.ts';
import { countryNames, typeNames } from '../suppliers/supplier-words.ts';
import { reportHead } from './report-head.ts';

const path = `${reportPath}/send-out`;
const options = { permission: 'send_out' } as const;

interface Opened extends OpenedReport {
  readonly suppliers: readonly Supplier[];
  /** How many requests there are of the report. */
  readonly seen: number;
}

async function open(ctx: Ctx, user: UserOf<'desk'>, { params }: ReportRequest): Promise<Opened> {
  const opened = await openReport(ctx, user, params.reportId);
  const requests = await listSupplierRequests(ctx, opened.caller, opened.report.id, opened.key);
  return { ...opened, suppliers: await listSuppliers(ctx, authorityOf(user)), seen: countStanding(requests) };
}

export const usualTime = ({ workingDays }: Supplier): string | undefined =>
  workingDays === null ? undefined : `usually within ${workingDays} working ${workingDays === 1 ? 'day' : 'days'}`;

const usualTexts = (one: Supplier): string[] =>
  [usualTime(one), one.costPence === null ? undefined : inPounds(one.costPence)].filter((part) => part !== undefined);

/** A supplier to choose. */
export function choiceOf(one: Supplier, href: string) {
  const serves = [countryNames(one.countries) || 'All countries', typeNames(one.types) || 'all report types'];
  return {
    ...{ name: one.name, href },
    about: [supplierKinds[one.kind], ...serves, ...usualTexts(one)].join(', '),
    ...{ hasAgreementEnded: one.hasAgreementEnded, agreementUntil: one.agreementUntil },
  };
}

/** The suppliers to choose from. */
function showChoice(request: ReportRequest, reply: FastifyReply, opened: Opened) {
  const type = typeOf(opened.report);
  const [serving, others] = [true, false].map((does) =>
    opened.suppliers
      .filter((one) => servesType(one, type) === does)
      .map((one) => choiceOf(one, `/desk/reports/${opened.report.id}/send-out?supplier=${one.id}`)),
  );
  return renderPage(request, reply, 'desk/sent-out/choose.njk', {
    title: 'Send out',
    ...reportHead(opened),
    ...{ serving, others },
  });
}

interface Typed extends TypedSending {
  readonly seen: string;
}

export const upper = (words: string | undefined) => words && `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

/** Whether the answer comes after the day on which the report is due. */
const dueModel = ({ work: { due_on: dueOn } }: OpenedReport, supplier: Supplier, { expectedOn }: Typed) => ({
  dueOn,
  isAfterDue: dueOn !== null && expectedOn > dueOn,
  expectedHint: [upper(usualTime(supplier)), dueOn === null ? undefined : `The report is due on ${britishDate(dueOn)}.`]
    .filter((part) => part !== undefined)
    .join(' '),
});

async function showForm(
  ctx: Ctx,
  request: ReportRequest,
  reply: FastifyReply,
  opened: Opened,
  { supplier, typed, errors }: { readonly supplier: Supplier; readonly typed: Typed; readonly errors?: FieldMessages },
) {
  const head = reportHead(opened);
  return renderPage(request, reply, 'desk/sent-out/send-out.njk', {
    title: `Send out to ${supplier.name}`,
    ...head,
    supplier: {
      ...supplier,
      orderWay: lower(orderWays[supplier.orderBy]),
      isWebsite: supplier.orderBy === 'portal',
      serves: servesType(supplier, typeOf(opened.report)),
    },
    ...{ typed, errors, ...dueModel(opened, supplier, typed) },
    lacks: await lacksForSending(ctx, opened),
    anyway: typedText(request.body?.anyway),
  });
}

/** What is usual with the supplier for what is sent today. */
export const usualSending = ({ workingDays, costPence }: Supplier, today: IsoDate, calendar: Calendar) => ({
  sentOn: today,
  expectedOn: usuallyExpectedOn(today, workingDays, calendar),
  cost: costPence === null ? '' : amountText(costPence),
});

function readTyped(body: ReportRequest['body'] | null): Typed {
  const field = (name: string) => text(body?.[name]).trim();
  return {
    ...{ reference: field('reference'), sentOn: field('sent_on'), expectedOn: field('expected_on') },
    ...{ cost: field('cost'), seen: field('seen') },
  };
}

export function sendOutPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, options, async (request: ReportRequest, reply, user) => {
    const opened = await open(ctx, user, request);
    if (!allowsAction(opened.report.status, 'send_out')) throw new Refusal('state_does_not_allow');
    const supplier = opened.suppliers.find(({ id }) => id === request.query.supplier);
    if (supplier === undefined) return showChoice(request, reply, opened);
    const typed = {
      ...usualSending(supplier, todayFor(ctx, opened.caller), ctx.calendar()),
      reference: '',
      seen: String(opened.seen),
    };
    return showForm(ctx, request, reply, opened, { supplier, typed });
  });

  pages.post(path, options, async (request: ReportRequest, reply, user) => {
    const opened = await open(ctx, user, request);
    const supplier = opened.suppliers.find(({ id }) => id === request.body?.supplier);
    if (supplier === undefined) return showChoice(request, reply.status(422), opened);
    const typed = readTyped(request.body);
    const { report, check, caller } = opened;
    const refuse = (status: number, errors: FieldMessages) =>
      // What a colleague did meanwhile is on the page now.
      showForm(ctx, request, reply.status(status), opened, {
        ...{ supplier, typed: { ...typed, seen: String(opened.seen) }, errors },
      });
    try {
      const seen = /^\d{1,6}$/.test(typed.seen) ? Number(typed.seen) : -1;
      const sending = { ...typed, supplierId: supplier.id, seen };
      const lacks = await lacksForSending(ctx, opened);
      const anyway = typedText(request.body?.anyway);
      demandReasonFor(lacks, anyway);
      await inTransaction(ctx, async (tx) => {
        await sendOut(tx, caller, { checkId: check.id, reportId: report.id }, sending);
        await noteSentAnyway(tx, user, report.id, { lacks, anyway });
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.reason === 'invalid_fields') return refuse(422, error.fields);
      if (error.reason !== 'state_does_not_allow') throw error;
      return refuse(409, { supplier: ['The report is not worked on any more. What you typed is below'] });
    }
    return reply.redirect(`/desk/reports/${report.id}?done=sent_out`, 303);
  });
}
