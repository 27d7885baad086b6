// Screens people again whose reports are due: those who are ticked, or all that the list has. The page asks what is said for all of
// the orders; then they are looked through, placed and followed as orders of many candidates are.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { listRenewals } from '../../../features/lists/renewal-list-actions.ts';
import { isUploaded, mostRows } from '../../../features/orders/bulk-order-actions.ts';
import { uploadRenewals } from '../../../features/orders/renewal-wave-actions.ts';
import { Problems } from '../../../lib/refusal.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { messagesOf } from '../../shared/field-words.ts';
import { orderWords, readTypedOrder, typedText } from '../../shared/orders/order-form.ts';
import {
  inEnvironmentOf,
  type OpenedOrder,
  type OrderRequest,
  openOrder,
  waveProblems,
} from '../../shared/orders/order-submission.ts';
import { purchaseOrderInputs } from '../../shared/orders/order-view.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { bulkOrderPath } from '../bulk/bulk-order-page.ts';
import { bulkCallerOf, type ClientUser, clientOrderer } from '../client-caller.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import { renewalsHref, renewalsNoticeHref } from './people-page.ts';
import { renewPath } from './people-paths.ts';
import { readRenewalQuery, renewalParameters, wishOf } from './renewal-wish.ts';

const permission = 'order_checks' as const;

/** Named on the page; of the others it says how many they are. */
const NAMED = 20;

type Sent = Readonly<Record<string, unknown>>;

const idsIn = ({ renewal }: Sent): string[] =>
  [renewal ?? []]
    .flat()
    .flatMap((text) => String(text).split(','))
    .filter(isUuid);

/** Of the list as it was narrowed, without those that are not due any more, such as what a colleague has ordered meanwhile. */
async function chosenIn(ctx: Ctx, user: ClientUser, sent: Sent) {
  const filter = await subsidiaryFilter(ctx, user, sent);
  const query = readRenewalQuery(sent);
  const wish = wishOf(ctx, filter, query);
  const ticked = sent.all === 'yes' ? {} : { checkIds: idsIn(sent) };
  const caller = { ...clientOrderer({ query: sent } as OrderRequest, filter.user).caller };
  const { renewals, total } = await listRenewals(ctx, caller, { ...wish, ...ticked, limit: mostRows });
  return { renewals, total, query, subsidiary: filter.subsidiary };
}

type Chosen = Awaited<ReturnType<typeof chosenIn>>;

async function ask(
  one: OpenedOrder,
  chosen: Chosen,
  { sent, wave, problems }: { sent: Sent; wave: string; problems?: Problems },
) {
  const { renewals, total, query, subsidiary } = chosen;
  const { request, reply, environment, typed } = one;
  const count = renewals.length;
  return renderPage(request, problems === undefined ? reply : reply.status(422), 'client/people/renew.njk', {
    title: count === 1 ? 'Screen this person again?' : `Screen these ${count} people again?`,
    environment,
    errors: problems && messagesOf(problems.fields, orderWords([])),
    action: inEnvironmentOf(one, renewPath),
    renewalsPath: renewalsHref(environment, query.within, subsidiary),
    hidden: [
      ...renewalParameters(query, subsidiary).filter(([name]) => name !== 'environment'),
      ['wave', wave],
      ...(sent.all === 'yes' ? [['all', 'yes']] : [['renewal', renewals.map(({ checkId }) => checkId).join()]]),
    ],
    names: renewals.slice(0, NAMED).map(({ candidateName }) => candidateName),
    more: Math.max(0, count - NAMED),
    left: total - count,
    typed: Object.fromEntries(Object.entries(typed).map(([name, values]) => [name, values[0]])),
    ...purchaseOrderInputs(one),
  });
}

export function renewPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission, byEnvironment: true } as const;
  const opened = (request: OrderRequest, reply: FastifyReply, user: ClientUser) =>
    openOrder(ctx, request, reply, clientOrderer(request, user));

  pages.get(renewPath, options, async (request: OrderRequest, reply, user) => {
    const sent = request.query;
    const chosen = await chosenIn(ctx, user, sent);
    if (chosen.renewals.length === 0) {
      const { environment, within } = chosen.query;
      const notice = sent.renewal === undefined && sent.all === undefined ? 'none' : 'over';
      return reply.redirect(renewalsNoticeHref(environment, notice, within), 303);
    }
    return ask(await opened(request, reply, user), chosen, { sent, wave: ctx.newId() });
  });

  pages.post(renewPath, options, async (request: OrderRequest, reply, user) => {
    const sent = { ...request.body, environment: request.query.environment };
    const wave = isUuid(request.body?.wave) ? String(request.body.wave) : ctx.newId();
    const one = await opened(request, reply, user);
    const typed = readTypedOrder(request.body);
    const problems = new Problems();
    waveProblems({ ...one, typed }, problems);
    const chosen = await chosenIn(ctx, user, sent);
    const page = inEnvironmentOf(one, `${bulkOrderPath}/${wave}`);
    if (chosen.renewals.length === 0) {
      // Sent twice, or a colleague has ordered them all meanwhile.
      const isOwn = await isUploaded(ctx, bulkCallerOf(one), wave);
      return reply.redirect(
        isOwn ? page : renewalsNoticeHref(chosen.query.environment, 'over', chosen.query.within),
        303,
      );
    }
    if (problems.any) return ask({ ...one, typed }, chosen, { sent, wave, problems });
    await uploadRenewals(ctx, bulkCallerOf(one), {
      id: wave,
      due: chosen.renewals.map(({ checkId, reports }) => ({ checkId, reportIds: reports.map(({ id }) => id) })),
      wave: {
        startsOn: typedText(typed, 'starts_on') || null,
        purchaseOrder: typedText(typed, 'purchase_order'),
        otherReference: typedText(typed, 'other_reference'),
        note: typedText(typed, 'notes'),
      },
    });
    return reply.redirect(page, 303);
  });
}
