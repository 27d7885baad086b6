// Charges and discounts that are added to an account by hand: the form, those of a month or an order, and taking one back.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { vatPercentOn } from '../../../features/accounts/vat-queries.ts';
import {
  addCharge,
  type ChargeArguments,
  listChargeMonths,
  longestDescription,
  type PreparedCharge,
  previewCharge,
  takeBackReasons,
} from '../../../features/charges/added-charge-actions.ts';
import { type AddedCharge, findAddedCharges } from '../../../features/charges/added-charge-queries.ts';
import { typedAmount, typedPrice } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { takeBackReasonWords } from '../../../messages/en-credits.ts';
import { monthText } from '../../shared/charges/charges.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { giveByForm, moneyAskedPath, ownMonthModel } from '../money-approvals/money-approvals-path.ts';
import {
  type AccountPages,
  asked,
  type FormRequest,
  type OpenedAccount,
  renderAccountPage,
  typed,
} from './account-request.ts';
import { addedRows, preparedMoney } from './added-charge-words.ts';
import { liveScopeOf } from './charges-page.ts';
import { issueNotes } from './credit-page.ts';

const options = { permission: 'manage_agreements' } as const;

const words: Readonly<Record<string, FieldWords>> = {
  description: { input: 'description', begins: 'The text', empty: 'Enter what is charged' },
  amount: { input: 'amount', begins: 'The amount', empty: 'Enter an amount other than 0' },
  as: { input: 'as', begins: 'The choice', empty: 'Choose whether VAT is added' },
  order: { input: 'order', begins: 'The order number' },
  subsidiary: { input: 'subsidiary', begins: 'The subsidiary' },
  month: { input: 'month', begins: 'The month' },
};

const takeBackWords: Readonly<Record<string, FieldWords>> = {
  credit: { input: 'reason', begins: 'The credit' },
  reason: { input: 'reason', begins: 'This', empty: 'Choose why it is taken back' },
  part: { input: 'part', begins: 'The part' },
};

const kinds = ['price', 'fee'] as const;

export function addedChargePages(pages: AccountPages, ctx: Ctx): void {
  const thisMonth = () => monthText(ukDateOf(ctx.now()).slice(0, 7));

  async function showForm(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const vatPercent = vatPercentOn(await readAccountSettings(ctx, opened.account.id), ukDateOf(ctx.now()));
    const subsidiaries = await listSubsidiaries(ctx, opened.by, opened.account.id);
    const months = await listChargeMonths(ctx, opened.by, opened.account.id);
    const [as, subsidiary] = [typed(request, 'as'), typed(request, 'subsidiary')];
    const month = months.find((one) => one === (typed(request, 'month') || asked(request, 'month')));
    return renderAccountPage(request, reply, 'add-charge.njk', opened, {
      title: 'Add a charge',
      section: 'Charges',
      back: { text: 'Back to charges', href: `${opened.path}/charges` },
      errors,
      action: `${opened.path}/charges/add`,
      longestDescription,
      description: typed(request, 'description'),
      amount: typed(request, 'amount'),
      asItems: [
        {
          value: 'price',
          text: vatPercent === 0 ? 'A price; this account pays no VAT' : `A price, with ${vatPercent}% VAT`,
        },
        { value: 'fee', text: 'A fee that is passed on at cost, without VAT' },
      ].map((item) => ({ ...item, checked: item.value === as })),
      order: typed(request, 'order') || asked(request, 'order'),
      subsidiaryItems: subsidiaries.map(({ id, name }) => ({ value: id, text: name, selected: id === subsidiary })),
      monthItems: months.map((value) => ({
        value,
        text: monthText(value),
        hint: { text: value === months[0] ? 'This month' : 'Not invoiced yet: it is on the invoice of that month' },
        checked: value === (month ?? months[0]),
      })),
    });
  }

  async function showPrepared(
    request: FormRequest,
    reply: FastifyReply,
    opened: OpenedAccount,
    given: ChargeArguments,
    prepared: PreparedCharge,
  ) {
    const subsidiaries = await listSubsidiaries(ctx, opened.by, opened.account.id);
    const subsidiary = subsidiaries.find(({ id }) => id === prepared.subsidiaryId)?.name;
    return renderAccountPage(request, reply, 'check-charge.njk', opened, {
      title: 'Check the charge',
      section: 'Charges',
      back: { text: 'Back to charges', href: `${opened.path}/charges` },
      action: `${opened.path}/charges/add`,
      description: given.description,
      ownMonth: (given.pence ?? 0) < 0 ? await ownMonthModel(ctx, opened.by, opened.account.id) : undefined,
      money: preparedMoney(prepared),
      about: [given.order, subsidiary ?? ''].filter(Boolean).join(', '),
      monthName: monthText(ukDateOf(prepared.at).slice(0, 7)),
      fields: ['description', 'amount', 'as', 'order', 'subsidiary', 'month'].map((name) => ({
        name,
        value: typed(request, name),
      })),
    });
  }

  pages.get('/charges/add', options, (request, reply, opened) => showForm(request, reply, opened));
  pages.post('/charges/add', options, async (request, reply, opened) => {
    const given = {
      description: typed(request, 'description').replace(/\s+/g, ' '),
      pence: typedAmount(typed(request, 'amount')),
      as: kinds.find((one) => one === typed(request, 'as')),
      order: typed(request, 'order'),
      subsidiaryId: typed(request, 'subsidiary'),
      month: typed(request, 'month'),
    };
    const scope = liveScopeOf(opened);
    const step = typed(request, 'step');
    if (step === 'change') return showForm(request, reply, opened);
    if (step === 'add' && given.pence !== undefined && given.pence < 0) {
      const act = { kind: 'discount', given } as const;
      const { errors, isAsked } = await giveByForm(ctx, scope, act, given.description, words);
      if (errors !== undefined) return showForm(request, reply.status(422), opened, errors);
      const added = `${opened.path}/charges?month=${given.month}&done=added`;
      return reply.redirect(isAsked ? moneyAskedPath : added, 303);
    }
    let month = '';
    let prepared: PreparedCharge | undefined;
    const errors = await refusedFields(async () => {
      if (step === 'add') month = await addCharge(ctx, scope, given);
      else prepared = await previewCharge(ctx, scope, given);
    }, words);
    if (errors !== undefined) return showForm(request, reply.status(422), opened, errors);
    if (prepared !== undefined) return showPrepared(request, reply, opened, given, prepared);
    return reply.redirect(`${opened.path}/charges?month=${month}&done=added`, 303);
  });

  const chargeIn = async (request: FormRequest, opened: OpenedAccount): Promise<AddedCharge> => {
    const id = request.params.charge_id?.toLowerCase();
    const [charge] = isUuid(id) ? await findAddedCharges(ctx.db, liveScopeOf(opened), { id }) : [];
    if (charge === undefined) throw new Refusal('not_found');
    return charge;
  };

  async function showOne(request: FormRequest, reply: FastifyReply, opened: OpenedAccount, errors?: FieldMessages) {
    const charge = await chargeIn(request, opened);
    const [row] = addedRows([charge], opened.path);
    return renderAccountPage(request, reply, 'added-charge.njk', opened, {
      title: 'Take a charge back',
      section: 'Charges',
      back: { text: 'Back to charges', href: `${opened.path}/charges` },
      errors,
      row,
      thisMonth: thisMonth(),
      part: typed(request, 'part'),
      ownMonth: await ownMonthModel(ctx, opened.by, opened.account.id),
      reasonItems: takeBackReasons.map((value) => ({
        value,
        text: takeBackReasonWords[value],
        checked: typed(request, 'reason') === value,
      })),
    });
  }

  pages.get('/charges/added/:charge_id', options, (request, reply, opened) => showOne(request, reply, opened));
  pages.post('/charges/added/:charge_id', options, async (request, reply, opened) => {
    const { id, description } = await chargeIn(request, opened);
    const reason = takeBackReasons.find((one) => one === typed(request, 'reason'));
    const part = typedPrice(typed(request, 'part'));
    const act = { kind: 'take_back', given: { id, reason, part } } as const;
    const { errors, isAsked } = await giveByForm(ctx, liveScopeOf(opened), act, description, takeBackWords);
    if (errors !== undefined) return showOne(request, reply.status(422), opened, errors);
    if (isAsked) return reply.redirect(moneyAskedPath, 303);
    return reply.redirect(`${opened.path}/charges?done=${await issueNotes(ctx, opened, 'taken_back')}`, 303);
  });
}
