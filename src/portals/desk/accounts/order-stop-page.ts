// New orders of a client: the page that stops them with a reason, and accepts them again.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { accountSettings } from '../../../features/accounts/account-settings.ts';
import { stopCauseWords } from '../../../features/accounts/stop-cause-words.ts';
import { changeOrderStop, type OrderStop, readOrderStops } from '../../../features/lists/order-stop-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import { britishDate } from '../../shared/page-filters.ts';
import {
  type AccountPages,
  type FormRequest,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';

/** Below the address of an account. */
export const orderStopPath = '/stop';

/** `since 12 November 2026, Jo Sample: Invoices are not paid`, for behind “stopped”. */
export const stopText = (stop: OrderStop): string =>
  [[stop.at && `since ${britishDate(stop.at)}`, stop.by].filter(Boolean).join(', '), whyText(stop)]
    .filter(Boolean)
    .join(': ');

/** `Invoices are not paid, since August`: another cause is in its words alone. */
const whyText = ({ cause, reason }: OrderStop): string =>
  [cause === '' || cause === 'other' ? '' : stopCauseWords[cause], reason].filter(Boolean).join(', ');

const fields: FormWords = {
  stopCause: { input: 'cause', begins: 'The reason', empty: 'Choose why new orders are stopped' },
  stopReason: { input: 'reason', begins: 'The words', empty: 'Write why new orders are stopped' },
  acceptOrders: { input: 'mail', begins: 'Accept new orders' },
};

export function orderStopPage(pages: AccountPages, ctx: Ctx): void {
  async function show(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const { account, by, path } = opened;
    const stop = (await readOrderStops(ctx, by, [account.id])).get(account.id);
    return renderAccountPage(request, reply, 'order-stop.njk', opened, {
      title: stop === undefined ? 'Stop new orders' : 'Accept new orders again',
      section: 'Overview',
      back: { text: 'Overview', href: path },
      ...{
        errors,
        stop,
        why: stop && whyText(stop),
        action: `${path}${orderStopPath}`,
        longest: accountSettings.stopReason.most,
      },
      causeItems: Object.entries(stopCauseWords).map(([value, text]) => ({
        ...{ value, text, checked: typed(request, 'cause') === value },
      })),
      ...{ reason: typed(request, 'reason'), isMailed: typed(request, 'mail') === 'yes' },
    });
  }

  function opensIt({ account }: OpenedAccount): void {
    if (account.closing?.closedAt) throw new Refusal('not_found');
  }

  pages.get(orderStopPath, { permission: 'manage_invoicing' }, (request, reply, opened) => {
    opensIt(opened);
    return show(request, reply, opened);
  });
  pages.post(orderStopPath, { permission: 'manage_invoicing' }, async (request, reply, opened) => {
    opensIt(opened);
    const isStop = typed(request, 'stop') === 'yes';
    const change = {
      stop: isStop ? { cause: typed(request, 'cause'), reason: typed(request, 'reason') } : undefined,
      isMailed: typed(request, 'mail') === 'yes',
    };
    const errors = await refusedFields(async () => {
      await changeOrderStop(ctx, opened.by, opened.account.id, change);
    }, fields);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}?done=${isStop ? 'stopped' : 'accepted'}`, 303);
  });
}
