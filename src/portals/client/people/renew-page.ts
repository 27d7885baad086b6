// Renews what is due of several people at once: the page that shows what it costs, and what became of each.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, type Environment, todayFor } from '../../../context.ts';
import { needsApproval } from '../../../features/accounts/order-approval-need-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { listRenewals, type Renewal } from '../../../features/lists/renewal-list-actions.ts';
import { readOrderOfCheck } from '../../../features/orders/order-actions.ts';
import { orderAgain } from '../../../features/orders/order-again-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { confirmedPrices, pricesChanged } from '../../shared/orders/confirmed-prices.ts';
import { problemsIn } from '../../shared/orders/order-again.ts';
import { type PricedReport, pricedReports, priceText } from '../../shared/orders/order-again-prices.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { newOrderPath } from '../orders/new-order-path.ts';
import { orderLikeHref } from '../orders/order-like.ts';
import { peoplePath, RENEWALS_SHOWN, renewalsHref, renewalsNoticeHref } from './people-page.ts';
import { dueUntil, renewalPeriodIn } from './renewal-periods.ts';
import { personHref } from './renewal-view.ts';

const path = `${peoplePath}/renew`;
const permission = 'order_checks' as const;

interface Chosen {
  readonly renewal: Renewal;
  readonly check: Check;
  readonly reports: readonly PricedReport[];
}

interface Sent {
  readonly environment?: unknown;
  /** The ids of the checks whose reports are due: of the ticked boxes, or with commas between. */
  readonly renewal?: unknown;
  readonly confirmed?: unknown;
  /** Until when they are due, as it was chosen in the list. */
  readonly within?: unknown;
}

const environmentIn = ({ environment }: Sent): Environment => (environment === 'test' ? 'test' : 'live');

/** Without those that are not due any more, such as what a colleague has ordered meanwhile. */
async function chosenIn(ctx: Ctx, user: ClientUser, sent: Sent): Promise<Chosen[]> {
  const caller = callerFor(user, environmentIn(sent));
  const checkIds = String(sent.renewal ?? '')
    .split(',')
    .filter(isUuid)
    .slice(0, RENEWALS_SHOWN);
  const until = dueUntil(renewalPeriodIn(sent.within), todayFor(ctx, caller));
  const { renewals } = await listRenewals(ctx, caller, { checkIds, until, limit: RENEWALS_SHOWN });
  return Promise.all(
    renewals.map(async (renewal) => {
      const check = await readOrderOfCheck(ctx, caller, renewal.checkId);
      const due = renewal.reports.map(({ id }) => id);
      return { renewal, check, reports: await pricedReports(ctx, check, due) };
    }),
  );
}

const pricesOf = (chosen: readonly Chosen[]) => confirmedPrices(chosen.flatMap(({ reports }) => reports));

function totalOf(chosen: readonly Chosen[]): string {
  const all = chosen.flatMap(({ reports }) => reports);
  const priced = all.filter(({ pence }) => typeof pence === 'number');
  const sum = inPounds(priced.reduce((total, { pence, feePence }) => total + pence! + feePence, 0));
  return priced.length === all.length ? sum : `${sum}, of those with a price`;
}

const nameOf = ({ renewal }: Chosen) => ({
  name: renewal.candidateName,
  orderId: renewal.orderId,
  personHref: personHref(renewal.applicantId),
});

/** Orders each by itself: one that is refused does not hold up the others. */
async function renew(ctx: Ctx, user: ClientUser, environment: Environment, chosen: readonly Chosen[]) {
  const done = [];
  for (const one of chosen) {
    const { checkId, reports } = one.renewal;
    try {
      const ids = reports.map(({ id }) => id);
      const placed = await orderAgain(ctx, callerFor(user, environment), checkId, user.userId, ids);
      done.push({ ...nameOf(one), placed: { orderId: placed.orderId, href: `/portal/checks/${placed.id}` } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problems = problemsIn(error) ?? { again: ['It cannot be ordered any more'] };
      done.push({ ...nameOf(one), problem: Object.values(problems).flat().join('. ') });
    }
  }
  return done;
}

export function renewPage(pages: Pages<'client'>, ctx: Ctx): void {
  const ask = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { user, sent, chosen, errors }: { user: ClientUser; sent: Sent; chosen: readonly Chosen[]; errors?: FieldMessages },
  ) => {
    const asksApproval = await needsApproval(ctx, callerFor(user, environmentIn(sent)));
    const approvalOf = ({ check, renewal }: Chosen) =>
      orderLikeHref(
        newOrderPath,
        'again',
        check,
        renewal.reports.map(({ id }) => id),
      );
    return renderPage(request, reply, 'client/people/renew.njk', {
      title: chosen.length === 1 ? 'Screen this person again?' : `Screen these ${chosen.length} people again?`,
      environment: environmentIn(sent),
      within: renewalPeriodIn(sent.within),
      errors,
      action: path,
      renewalsPath: renewalsHref(environmentIn(sent), renewalPeriodIn(sent.within)),
      chosen: chosen.map(({ renewal }) => renewal.checkId).join(),
      rows: chosen.map((one) => ({
        ...nameOf(one),
        approvalHref: asksApproval ? approvalOf(one) : undefined,
        reports: one.reports.map((report) => ({ label: report.label, price: priceText(report) })),
      })),
      total: totalOf(chosen),
      confirmed: pricesOf(chosen),
      asksApproval,
    });
  };

  pages.get(path, { permission }, async (request, reply, user) => {
    const sent = request.query as Sent;
    const environment = environmentIn(sent);
    const chosen = await chosenIn(ctx, user, sent);
    if (chosen.length === 0) {
      return reply.redirect(
        renewalsNoticeHref(environment, sent.renewal === undefined ? 'none' : 'over', renewalPeriodIn(sent.within)),
        303,
      );
    }
    return ask(request, reply, { user, sent, chosen });
  });

  pages.post(path, { permission }, async (request, reply, user) => {
    const sent = (request.body ?? {}) as Sent;
    const environment = environmentIn(sent);
    const chosen = await chosenIn(ctx, user, sent);
    if (chosen.length === 0)
      return reply.redirect(renewalsNoticeHref(environment, 'over', renewalPeriodIn(sent.within)), 303);
    if (sent.confirmed !== pricesOf(chosen)) {
      return ask(request, reply.status(422), { user, sent, chosen, errors: pricesChanged });
    }
    const done = await renew(ctx, user, environment, chosen);
    const placed = done.filter((one) => 'placed' in one);
    return renderPage(request, reply, 'client/people/renewed.njk', {
      title: placed.length === 0 ? 'Nothing was ordered' : 'Ordered again',
      environment,
      placed,
      refused: done.filter((one) => 'problem' in one),
      renewalsPath: renewalsHref(environment, renewalPeriodIn(sent.within)),
    });
  });
}
