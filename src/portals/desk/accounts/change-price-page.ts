// The price and the fee of one report type in all accounts that the user sees: what each has, and new ones for those that are chosen.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { keepsStandard, readStandard } from '../../../features/accounts/house-standard-actions.ts';
import { changePriceOfMany, comparePrices, type PriceOfAccount } from '../../../features/lists/price-change-actions.ts';
import { comingText, termText, typedDay } from '../../../features/report-types/agreement-text-rules.ts';
import { listTypesOfAny } from '../../../features/report-types/availability-actions.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { typedPrice } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import {
  accountsPath,
  asked,
  type DeskUser,
  type FormRequest,
  noticeIn,
  openAccountsOf,
  standardName,
  standardPath,
  typed,
  typedAll,
} from './account-request.ts';
import { inPoundsWords } from './report-type-words.ts';

export const changePricePath = `${accountsPath}/prices`;

/** Which accounts are ticked at first. */
const ticks = {
  price: { text: 'Those with the house price', isTicked: (row: PriceOfAccount) => row.hasHousePrice === true },
  fee: { text: 'Those with the house fee', isTicked: (row: PriceOfAccount) => row.hasHouseFee === true },
  all: { text: 'All', isTicked: () => true },
  none: { text: 'None', isTicked: () => false },
} as const;
const tickNames = Object.keys(ticks) as readonly (keyof typeof ticks)[];

const price = { input: 'price', begins: 'The price' };
const fee = { input: 'fee', begins: 'The fee' };
const day = { input: 'from', begins: 'The day' };
const words: Readonly<Record<string, FieldWords>> = {
  pricePence: { ...price, instead: { 'Enter a price, a fee or both': 'Enter a price, a fee or both' } },
  nextFrom: { ...day, instead: { 'Enter a day from tomorrow on': 'Enter a day from tomorrow on' } },
  ...{ 'reports[0].pricePence': price, 'reports[0].nextPricePence': price, 'reports[0].nextFrom': day },
  ...{ 'reports[0].feePence': fee, 'reports[0].nextFeePence': fee },
};

interface Typed {
  readonly errors: FieldMessages;
  readonly ticked: readonly string[];
}

export function changePricePage(pages: Pages<'desk'>, ctx: Ctx): void {
  /** The house standard first, if there is one and the user keeps it. */
  async function accountsOf(user: DeskUser) {
    const by = authorityOf(user);
    const standard = await readStandard(ctx, by);
    const open = (await openAccountsOf(ctx, user)).map(({ id, name }) => ({ id, name, path: `${accountsPath}/${id}` }));
    const house = standard && { id: standard.id, name: `T${standardName.slice(1)}`, path: standardPath };
    return { standardId: standard?.id, open, house, keeps: house !== undefined && (await keepsStandard(ctx, by)) };
  }

  /** Undefined until one is chosen. Refuses with `not_found` one that nobody may order. */
  function typeIn(request: FormRequest, types: readonly ReportType[]): ReportType | undefined {
    const given = asked(request, 'report');
    if (given === '') return undefined;
    const type = types.find(({ id }) => String(id) === given);
    if (type === undefined) throw new Refusal('not_found');
    return type;
  }

  async function show(request: FormRequest, reply: FastifyReply, user: DeskUser, sent?: Typed) {
    const { standardId, open, house, keeps } = await accountsOf(user);
    const all = [...(house === undefined ? [] : [house]), ...open];
    const ids = all.map(({ id }) => id);
    const types = await listTypesOfAny(ctx, authorityOf(user), ids);
    const type = typeIn(request, types);
    const tick = tickNames.find((one) => one === asked(request, 'tick')) ?? 'price';
    const compared = type === undefined ? [] : await comparePrices(ctx, authorityOf(user), ids, { type, standardId });
    const rows = compared.map((row) => {
      const { id, name, path } = all.find((one) => one.id === row.accountId)!;
      return {
        ...{ id, name, href: `${path}/report-types/${type!.id}`, isHouse: id === house?.id },
        mayTick: id !== house?.id || keeps,
        isTicked: sent === undefined ? ticks[tick].isTicked(row) : sent.ticked.includes(id),
        price: termText('pricePence', row.agreed.pricePence) || 'none',
        fee: termText('feePence', row.agreed.feePence) || 'none',
        ...{ isOwnPrice: row.hasHousePrice === false, isOwnFee: row.hasHouseFee === false },
        coming: comingText(row.agreed),
      };
    });
    return renderPage(request, reply, 'desk/accounts/change-price.njk', {
      title: 'One price in all accounts',
      back: { text: 'All accounts', href: accountsPath },
      path: changePricePath,
      done: noticeIn(request, {
        saved: 'The price is changed in the accounts that were ticked. The history of each says so.',
        mailed: 'The price is changed in the accounts that were ticked, and their administrators are mailed.',
        same: 'Nothing has changed: the accounts had it already.',
      }),
      type,
      hasStandard: house !== undefined,
      types: types.map(({ id, label }) => ({ value: String(id), text: label, selected: id === type?.id })),
      tickItems: tickNames.map((one) => ({ value: one, text: ticks[one].text, selected: one === tick })),
      action: type && `${changePricePath}?report=${type.id}`,
      errors: sent?.errors,
      texts: Object.fromEntries(['from', 'price', 'fee'].map((name) => [name, sent ? typed(request, name) : ''])),
      isMailed: sent !== undefined && typed(request, 'mail') === 'yes',
      rows,
    });
  }

  pages.get(changePricePath, { permission: 'manage_agreements' }, (request: FormRequest, reply, user) =>
    show(request, reply, user),
  );

  pages.post(changePricePath, { permission: 'manage_agreements' }, async (request: FormRequest, reply, user) => {
    const { open, house, keeps } = await accountsOf(user);
    const ids = [...(house !== undefined && keeps ? [house] : []), ...open].map(({ id }) => id);
    const type = typeIn(request, await listTypesOfAny(ctx, authorityOf(user), ids));
    if (type === undefined) throw new Refusal('not_found');
    const ticked = typedAll(request, 'accounts');
    const refuse = (errors: FieldMessages) => show(request, reply.status(422), user, { errors, ticked });
    const chosen = ids.filter((id) => ticked.includes(id));
    if (chosen.length === 0) return refuse({ accounts: ['Tick the accounts in which the price changes'] });
    const isMailed = typed(request, 'mail') === 'yes';
    const change = {
      ...{ type, from: typedDay(typed(request, 'from')), isMailed },
      ...{ pricePence: typedPrice(typed(request, 'price')), feePence: typedPrice(typed(request, 'fee')) },
    };
    let changed: readonly string[] = [];
    const errors = await refusedFields(async () => {
      changed = await changePriceOfMany(ctx, authorityOf(user), chosen, change);
    }, words);
    if (errors !== undefined) return refuse(inPoundsWords(errors));
    const done = changed.length === 0 ? 'same' : isMailed ? 'mailed' : 'saved';
    return reply.redirect(`${changePricePath}?report=${type.id}&tick=none&done=${done}`, 303);
  });
}
