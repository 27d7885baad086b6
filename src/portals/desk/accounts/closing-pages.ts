// Closing an account at the desk: the page that says what would happen and asks for the days, and the page of a closing.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { openOrderChoices } from '../../../features/accounts/closing.ts';
import { listDisputes } from '../../../features/charge-disputes/dispute-actions.ts';
import { planClosing, previewClosing, reopenAccount } from '../../../features/closings/closing-actions.ts';
import {
  closingFields,
  erasedFrom,
  mayReopen,
  type TypedClosing,
  usualPlan,
} from '../../../features/closings/closing-rules.ts';
import { readUnpaidOf } from '../../../features/invoices/invoice-actions.ts';
import { readOpenMonth } from '../../../features/invoices/open-invoice-actions.ts';
import { readUnallocated } from '../../../features/payments/debt-actions.ts';
import { countKept, listKept } from '../../../features/retention/erasure-actions.ts';
import { inPounds } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { closingMoments } from '../../shared/closing-words.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import {
  type AccountPages,
  closingPath,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { KEPT_SHOWN, keptWords } from './certificate-page.ts';
import { liveScopeOf } from './charges-page.ts';
import { dueOf } from './invoice-words.ts';

const closing = { permission: 'manage_accounts', stepUp: 'erasure' } as const;
const notices = { planned: 'The days of the closing are set, and the client’s administrators are told.' };

const typedIn = (request: FormRequest): TypedClosing =>
  Object.fromEntries(
    closingFields.map((field) => [field, typed(request, field).replaceAll('\r\n', '\n')]),
  ) as TypedClosing;

/** What the client owes, has still to be invoiced and has paid too much, and its charge queries that nobody answered. */
async function closingMoney(ctx: Ctx, opened: OpenedAccount) {
  const ids = [opened.account.id];
  const { leftPence } = await readUnpaidOf(ctx, liveScopeOf(opened));
  const month = ukDateOf(ctx.now()).slice(0, 7);
  const open = dueOf((await readOpenMonth(ctx, opened.by, ids, month)).invoices);
  const queries = (await listDisputes(ctx, opened.by, ids)).filter(({ outcome }) => outcome === null);
  return {
    unpaid: inPounds(leftPence),
    toInvoice: inPounds(open.pence),
    unallocated: inPounds(await readUnallocated(ctx, opened.by, opened.account.id)),
    queries: queries.length,
  };
}

export function closingPages(pages: AccountPages, ctx: Ctx): void {
  async function ask(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    given: TypedClosing,
    errors?: FieldMessages,
  ) {
    if (opened.account.closing !== null) return reply.redirect(`${opened.path}${closingPath}`, 303);
    return renderAccountPage(request, reply, 'close.njk', opened, {
      ...{ title: 'Close this account?', section: 'Overview', given, errors },
      counts: await previewClosing(ctx, opened.by, opened.account.id),
      money: mayDo(opened.user, 'read_charges') ? await closingMoney(ctx, opened) : undefined,
      isHeld: (await readAccountSettings(ctx, opened.account.id)).legalHold,
      choices: Object.entries(openOrderChoices).map(([value, text]) => ({
        ...{ value, text, checked: value === given.open_orders },
      })),
    });
  }

  pages.get('/close', { permission: 'manage_accounts' }, (request, reply, opened) =>
    ask(request, reply, opened, usualPlan(ukDateOf(ctx.now()))),
  );
  pages.post('/close', closing, async (request, reply, opened) => {
    const given = typedIn(request);
    try {
      await planClosing(ctx, opened.by, opened.account.id, given);
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return ask(request, reply.status(422), opened, given, error.fields);
    }
    return reply.redirect(`${opened.path}${closingPath}?done=planned`, 303);
  });

  pages.get(closingPath, { permission: 'read_accounts' }, async (request, reply, opened) => {
    const { account, by, user } = opened;
    if (account.closing === null) throw new Refusal('not_found');
    const today = ukDateOf(ctx.now());
    const kept = mayDo(user, 'read_erasures') ? await listKept(ctx, by, account.id, { limit: KEPT_SHOWN }) : [];
    return renderAccountPage(request, reply, 'closing.njk', opened, {
      ...{ title: 'Closing of the account', section: 'Overview', done: noticeIn(request, notices) },
      // The page says it in full.
      closingText: undefined,
      closing: closingMoments(account.closing),
      eraseFrom: erasedFrom(account.closing),
      openOrdersText: openOrderChoices[account.closing.openOrders],
      mayReopen: mayDo(user, 'manage_accounts') && mayReopen(account.closing, today),
      certificateHref:
        account.closing.erasedAt !== null && mayDo(user, 'read_erasures')
          ? `${opened.path}${closingPath}/certificate`
          : undefined,
      kept: kept.map((one) => ({
        orders: one.order_ids.map(orderNumber).join(', ') || 'None',
        because: keptWords(one),
      })),
      keptMore: kept.length < KEPT_SHOWN ? 0 : (await countKept(ctx, by, account.id)) - kept.length,
    });
  });

  pages.post(`${closingPath}/reopen`, closing, async (_request, reply, opened) => {
    await reopenAccount(ctx, opened.by, opened.account.id);
    return reply.redirect(`${opened.path}?done=reopened`, 303);
  });
}
