// The purchase orders that a client agreed to: the list with what is used of each, the orders without one, and the form of one.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { keepPurchaseOrder, listPurchaseOrders } from '../../../features/purchase-orders/purchase-order-actions.ts';
import { amountText, typedPrice } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { purchaseOrdersOf } from '../../shared/charges/purchase-orders.ts';
import { type FormWords, refusedFields } from '../../shared/field-words.ts';
import {
  type AccountPages,
  type FormRequest,
  noticeIn,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { liveScopeOf } from './charges-page.ts';

const path = '/purchase-orders';
const reads = { permission: 'read_charges' } as const;
const changes = { permission: 'manage_agreements' } as const;
const notices = { kept: 'The purchase order is saved.' };

const words: FormWords = {
  number: { input: 'number', begins: 'The number', empty: 'Enter the number of the purchase order' },
  name: { input: 'name', begins: 'The name' },
  from: { input: 'from', begins: 'The first day' },
  until: { input: 'until', begins: 'The last day' },
  limit: { input: 'limit', begins: 'The limit' },
};

const numberHint =
  'A correction is for its orders so far too: what is used stays, and invoices to come say it. For another purchase order, give this one a last day and add that.';

const inputs = ['number', 'name', 'from', 'until', 'limit'] as const;
type Form = Readonly<Record<(typeof inputs)[number], string>>;

const typedForm = (request: FormRequest) =>
  Object.fromEntries(inputs.map((name) => [name, typed(request, name)])) as Form;

export function purchaseOrdersPages(pages: AccountPages, ctx: Ctx): void {
  const show = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) =>
    renderAccountPage(request, reply, 'purchase-orders.njk', opened, {
      title: 'Purchase orders',
      section: 'Invoices',
      back: { text: 'Invoices', href: `${opened.path}/invoices` },
      done: noticeIn(request, notices),
      errors,
      action: `${opened.path}${path}`,
      ordersPath: `${opened.path}${path}`,
      form: typedForm(request),
      ...(await purchaseOrdersOf(ctx, liveScopeOf(opened), (id) => `/desk/orders/${id}`)),
    });

  const showOne = async (request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) => {
    const all = await listPurchaseOrders(ctx, liveScopeOf(opened));
    const one = all.find(({ id }) => id === request.params.purchase_order_id);
    if (one === undefined) throw new Refusal('not_found');
    const stored: Form = {
      ...{ number: one.number, name: one.name, from: one.valid_from ?? '', until: one.valid_until ?? '' },
      limit: one.limit_pence === null ? '' : amountText(one.limit_pence),
    };
    return renderAccountPage(request, reply, 'purchase-order.njk', opened, {
      title: one.number,
      section: 'Invoices',
      back: { text: 'Purchase orders', href: `${opened.path}${path}` },
      errors,
      action: `${opened.path}${path}/${one.id}`,
      numberHint,
      form: errors === undefined ? stored : typedForm(request),
    });
  };

  const keep = (request: FormRequest, opened: OpenedAccount, id?: string) => {
    const { limit, ...form } = typedForm(request);
    const given = { ...form, limitPence: typedPrice(limit) };
    return refusedFields(() => keepPurchaseOrder(ctx, opened.by, opened.account.id, id, given), words);
  };

  pages.get(path, reads, (request, reply, opened) => show(request, reply, opened));
  pages.post(path, changes, async (request, reply, opened) => {
    const errors = await keep(request, opened);
    if (errors !== undefined) return show(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}${path}?done=kept`, 303);
  });
  pages.get(`${path}/:purchase_order_id`, changes, (request, reply, opened) => showOne(request, reply, opened));
  pages.post(`${path}/:purchase_order_id`, changes, async (request, reply, opened) => {
    const errors = await keep(request, opened, request.params.purchase_order_id ?? '');
    if (errors !== undefined) return showOne(request, reply.status(422), opened, errors);
    return reply.redirect(`${opened.path}${path}?done=kept`, 303);
  });
}
