// Orders a check that is over again, for clients and screeners: the part of its page, and the page that asks.

import type { FastifyRequest } from 'fastify';
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../../context.ts';
import type { Permitted } from '../../../features/access/permissions.ts';
import { needsApproval } from '../../../features/accounts/order-approval-need-actions.ts';
import { listPublishedAttachments } from '../../../features/attachments/attachment-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { readPurchaseOrder } from '../../../features/lists/sealed-order-actions.ts';
import {
  canOrderAgain,
  isRenewal,
  type LinkedOrder,
  mayOrderAgain,
  orderAgain,
  readOrderLinks,
  reportsToOrderAgain,
} from '../../../features/orders/order-again-actions.ts';
import { containedReports } from '../../../features/report-types/contained-report-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import { dayToKeep } from '../../../features/work-starts/work-start-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { factLabel, jobLabel, lower } from '../fact-labels.ts';
import { renderPage } from '../page-renderer.ts';
import type { Pages, UserOf } from '../shell.ts';
import { weekdayDate } from '../start-words.ts';
import { pricesChanged } from './confirmed-prices.ts';
import { againPrices, priceText } from './order-again-prices.ts';

/** The page of another order, for whoever reads this one. */
type PageOf = (order: LinkedOrder) => string;

const linkTo = (order: LinkedOrder | null, pageOf: PageOf) =>
  order === null ? undefined : { orderId: order.orderId, href: pageOf(order) };

/** The model of `shared/orders/order-again.njk`; undefined if there is nothing to say. */
export async function orderAgainIn(ctx: Ctx, user: Permitted, check: Check, path: string, pageOf: PageOf) {
  const links = await readOrderLinks(ctx, check.tenant, check.id);
  const { of, as } = links;
  const isOffered = canOrderAgain(check, links) && mayOrderAgain(user, check);
  if (of === null && as === null && !isOffered) return undefined;
  return {
    of: linkTo(of, pageOf),
    as: linkTo(as, pageOf),
    href: isOffered ? path : undefined,
    isRenewal: isRenewal(check),
  };
}

/** @param at the path of a part of the order in interface v2 */
export function labelOfProblem(at: string): string {
  if (at === 'reports') return 'The order';
  const ofJob = 'criminal_history_report_details.';
  return at.startsWith(ofJob) ? jobLabel(at.slice(ofJob.length)) : factLabel(at);
}

/** What the person can do about a refusal; undefined for one that no form can answer. */
function problemsIn({ reason, fields }: Refusal): FieldMessages | undefined {
  if (reason === 'check_ongoing')
    return { again: ['Another order of this candidate is open. Finish or withdraw it first'] };
  if (reason === 'invalid_fields' && fields.report !== undefined)
    return fields.report.includes("can't be blank")
      ? { report: ['Choose the reports to renew'] }
      : { again: fields.report.map((sentence) => `The order ${sentence}`) };
  if (!['requirements_not_met', 'invalid_fields', 'unknown_report_name'].includes(reason)) return undefined;
  const problems = Object.entries(fields).map(
    ([at, messages]) => `${lower(labelOfProblem(at))} ${messages.join(', ')}`,
  );
  return { again: [`It cannot be ordered as it is: ${problems.join('; ')}`] };
}

interface Opened {
  readonly caller: Caller & OrderScope;
  readonly check: Check;
  /** The path of the page to return to. */
  readonly page: string;
  /** The path of the page that asks. */
  readonly action: string;
}

/** Files stay with the closed order: how many the candidate added, and how many somebody else who is signed in. */
async function filesOf(ctx: Ctx, { caller, check }: Opened) {
  const files = await listPublishedAttachments(ctx, caller, check.orderId);
  const of = (who: string) => files.filter(({ uploadedBy }) => uploadedBy.startsWith(who)).length;
  return { ofCandidate: of('candidate'), ofUsers: of('user:') };
}

/** The planned first day, which an order that replaces a closed one keeps. */
async function keptDay(ctx: Ctx, { caller, check }: Opened): Promise<string | undefined> {
  const start = isRenewal(check) ? undefined : await readWorkStart(ctx, caller, check.id);
  const startsOn = dayToKeep(start, todayFor(ctx, caller));
  return startsOn && weekdayDate(startsOn);
}

/** The reports that a form or an address names. */
const namesIn = (sent: unknown) => [(sent as { readonly report?: unknown } | null)?.report ?? []].flat().map(String);

/** @param open finds the check of a request. @param pageOf the page to which a new order leads */
export function orderAgainPages<Kind extends 'client' | 'desk', Request extends FastifyRequest>(
  pages: Pages<Kind>,
  path: string,
  {
    ctx,
    open,
    pageOf,
    approvalHref,
  }: {
    readonly ctx: Ctx;
    /** The order form that asks for approval of the same; undefined at the desk, which needs none. */
    readonly approvalHref?: (check: Check, reports: readonly string[]) => string;
    readonly open: (request: Request, user: UserOf<Kind>) => Promise<Opened>;
    readonly pageOf: (placed: Check) => string;
  },
): void {
  const permission = 'order_again' as const;

  /** @param chosen the reports that are ticked */
  const modelOf = async (user: Permitted, opened: Opened, chosen: readonly string[], errors?: FieldMessages) => {
    const { check, page, action } = opened;
    if (!mayOrderAgain(user, check)) throw new Refusal('state_does_not_allow');
    const { reports, confirmed, packageText } = await againPrices(ctx, check);
    const { applicantId } = check;
    // The page names the candidate.
    const look = { type: 'applicant.read', resourceId: applicantId, applicantId, checkId: check.id } as const;
    recordLook(ctx, opened.caller, look);
    return {
      title: isRenewal(check) ? 'Screen this candidate again?' : 'Order this check again?',
      isRenewal: isRenewal(check),
      isMonitored: check.reports.some(({ monitor }) => monitor !== null),
      environment: check.tenant.environment,
      errors,
      page,
      action,
      orderId: check.orderId,
      candidateName: fullName(check.order.facts.first_name, check.order.facts.last_name),
      startsText: await keptDay(ctx, opened),
      purchaseOrder: await readPurchaseOrder(ctx, check),
      hasForm: check.type === 'standard',
      isTest: check.tenant.environment === 'test',
      reports: reports.map((report) => ({
        value: report.id,
        text: `${report.label}: ${priceText(report)}`,
        checked: chosen.includes(report.id),
      })),
      contained: containedReports(reports.flatMap(({ typeId }) => reportTypeById(typeId) ?? [])),
      confirmed,
      packageText,
      files: await filesOf(ctx, opened),
    };
  };

  pages.get<Request>(path, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    // A link from a list of renewals names those that are due.
    const due = namesIn(request.query);
    if (approvalHref !== undefined && mayOrderAgain(user, opened.check) && (await needsApproval(ctx, opened.caller)))
      return reply.redirect(approvalHref(opened.check, due), 303);
    const chosen = due.length > 0 ? due : reportsToOrderAgain(opened.check).map(({ id }) => id);
    return renderPage(request, reply, 'shared/orders/order-again-page.njk', await modelOf(user, opened, chosen));
  });

  pages.post<Request>(path, { permission }, async (request, reply, user) => {
    const opened = await open(request, user);
    const orderedBy = 'accountId' in user ? user.userId : null;
    const chosen = namesIn(request.body);
    const refuse = async (errors: FieldMessages) => {
      const model = await modelOf(user, opened, chosen, errors);
      return renderPage(request, reply.status(422), 'shared/orders/order-again-page.njk', model);
    };
    const { confirmed } = (request.body ?? {}) as { readonly confirmed?: unknown };
    if (confirmed !== (await againPrices(ctx, opened.check)).confirmed) return refuse(pricesChanged);
    try {
      const placed = await orderAgain(
        ctx,
        opened.caller,
        opened.check.id,
        orderedBy,
        isRenewal(opened.check) ? chosen : undefined,
      );
      return reply.redirect(pageOf(placed), 303);
    } catch (error) {
      const problems = error instanceof Refusal ? problemsIn(error) : undefined;
      if (problems === undefined) throw error;
      return refuse(problems);
    }
  });
}
