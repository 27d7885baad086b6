// The price and the fee of one report type in all accounts that the user sees: what each has, and new ones for those that are chosen.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { authorityOf } from '../../../features/access/permissions.ts';
import { keepsStandard, readStandard } from '../../../features/accounts/house-standard-actions.ts';
import { discarding } from '../../../features/invoices/open-invoice-actions.ts';
import {
  changePriceOfMany,
  comparePrices,
  type NewPrice,
  otherPrice,
  type PriceOfAccount,
} from '../../../features/lists/price-change-actions.ts';
import { raiseText, typedRaise } from '../../../features/lists/price-change-rules.ts';
import { type AgreedTerms, areSameTerms } from '../../../features/report-types/agreed-terms.ts';
import { comingText, termText, typedDay } from '../../../features/report-types/agreement-text-rules.ts';
import { listTypesOfAny } from '../../../features/report-types/availability-actions.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { typedPrice } from '../../../lib/money.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { type FieldWords, refusedFields } from '../../shared/field-words.ts';
import { agreedPrice } from '../../shared/page-filters.ts';
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
  raise: {
    ...{ input: 'raise', begins: 'The raise' },
    instead: {
      'must be an amount or a percentage': 'The raise must be an amount or a percentage, such as 0.50 or 4%',
      'must be empty with a new price': 'Enter a new price or a raise, not both',
    },
  },
  accounts: {
    ...{ input: 'accounts', begins: 'One of the accounts' },
    instead: {
      [otherPrice]:
        'The price of a ticked account has changed since the new prices were shown, and nothing is raised: continue to see them again',
    },
  },
  nextFrom: { ...day, instead: { 'Enter a day from tomorrow on': 'Enter a day from tomorrow on' } },
  ...{ 'reports[0].pricePence': price, 'reports[0].nextPricePence': price, 'reports[0].nextFrom': day },
  ...{ 'reports[0].feePence': fee, 'reports[0].nextFeePence': fee },
};

interface Typed {
  readonly errors?: FieldMessages;
  readonly ticked: readonly string[];
}

/** Of the price that was shown, in pence; empty for none. */
const shownInput = (accountId: string) => `shown_${accountId}`;

/** The price and the fee that apply then. */
const changedTo = ({ from }: NewPrice, { pricePence, feePence, nextPricePence, nextFeePence }: AgreedTerms) =>
  from === undefined
    ? agreedPrice(pricePence, feePence ?? 0)
    : agreedPrice(nextPricePence ?? pricePence, nextFeePence ?? feePence ?? 0);

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
      comingHref: `${changePricePath}/coming`,
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
      texts: Object.fromEntries(
        ['from', 'price', 'raise', 'fee'].map((name) => [name, sent ? typed(request, name) : '']),
      ),
      isMailed: sent !== undefined && typed(request, 'mail') === 'yes',
      rows,
    });
  }

  /** What each would have; nothing of it stays. */
  const tried = (user: DeskUser, chosen: readonly string[], change: NewPrice) =>
    discarding(ctx, async (tx) => {
      await changePriceOfMany(tx, authorityOf(user), chosen, { ...change, isMailed: false });
      return comparePrices(tx, authorityOf(user), chosen, { type: change.type, standardId: undefined });
    });

  /** Before → after, of each ticked account, with what it would replace. */
  async function showReview(
    request: FormRequest,
    reply: FastifyReply,
    user: DeskUser,
    chosen: readonly string[],
    change: NewPrice,
  ) {
    const { standardId, open, house } = await accountsOf(user);
    const all = [...(house === undefined ? [] : [house]), ...open];
    // With the house standard, to compare with.
    const ids = standardId === undefined ? chosen : [...new Set([...chosen, standardId])];
    const before = await comparePrices(ctx, authorityOf(user), ids, { type: change.type, standardId });
    const after = await tried(user, chosen, change);
    const rows = after.map(({ accountId, agreed: now }) => {
      const was = before.find((one) => one.accountId === accountId)!;
      const { name } = all.find((one) => one.id === accountId)!;
      const isSame = areSameTerms(was.agreed, now);
      return {
        ...{ id: accountId, name, isSame, shownInput: shownInput(accountId), shown: was.agreed.pricePence ?? '' },
        now: agreedPrice(was.agreed.pricePence, was.agreed.feePence ?? 0),
        after: isSame ? 'Stays as it is' : changedTo(change, now),
        isOwn: accountId !== standardId && (was.hasHousePrice === false || was.hasHouseFee === false),
        replaces: isSame || was.agreed.nextFrom === change.from ? '' : comingText(was.agreed),
      };
    });
    return renderPage(request, reply, 'desk/accounts/change-price-review.njk', {
      title: 'Check the new prices',
      back: { text: 'One price in all accounts', href: `${changePricePath}?report=${change.type.id}` },
      type: change.type,
      raise: change.raise && raiseText(change.raise),
      from: change.from,
      action: `${changePricePath}?report=${change.type.id}`,
      fields: ['from', 'price', 'raise', 'fee', 'mail'].map((name) => ({ name, value: typed(request, name) })),
      isMailed: change.isMailed,
      rows,
      different: rows.filter(({ isOwn }) => isOwn).length,
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
      raise: typedRaise(typed(request, 'raise')),
    };
    const step = typed(request, 'step');
    if (step === 'change') return show(request, reply, user, { ticked });
    let changed: readonly string[] = [];
    const errors = await refusedFields(async () => {
      if (step !== 'save') return void (await tried(user, chosen, change));
      const shown = new Map(
        chosen.map((id) => {
          const text = typed(request, shownInput(id));
          return [id, text === '' ? null : Number(text)] as const;
        }),
      );
      changed = await changePriceOfMany(ctx, authorityOf(user), chosen, { ...change, shown });
    }, words);
    if (errors !== undefined) return refuse(inPoundsWords(errors));
    if (step !== 'save') return showReview(request, reply, user, chosen, change);
    const done = changed.length === 0 ? 'same' : isMailed ? 'mailed' : 'saved';
    return reply.redirect(`${changePricePath}?report=${type.id}&tick=none&done=${done}`, 303);
  });
}
