// The price and the fee of one report type in many accounts: who has those of the house, and new ones for those that are chosen.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { listAdministrators } from '../accounts/administrator-actions.ts';
import { emailToUser, type MailedUser, queueEmail } from '../emails/email-actions.ts';
import {
  type AgreedTerms,
  comingDayProblem,
  comingTerms,
  type TypedTerms,
  termNames,
} from '../report-types/agreed-terms.ts';
import { agreedOfMany, changeAgreements } from '../report-types/availability-actions.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { type Raise, raisedPence } from './price-change-rules.ts';

export interface PriceOfAccount {
  readonly accountId: string;
  readonly agreed: AgreedTerms;
  /** Undefined where the house has none to compare with. */
  readonly hasHousePrice: boolean | undefined;
  readonly hasHouseFee: boolean | undefined;
}

const isAs = (own: number | null, house: number | null | undefined) =>
  house === null || house === undefined ? undefined : own === house;

/** Of those of the accounts that may order the type, in their order. @param standardId the house standard, which is one of them */
export async function comparePrices(
  ctx: Ctx,
  by: Asker,
  accountIds: readonly string[],
  { type, standardId }: { readonly type: ReportType; readonly standardId: string | undefined },
): Promise<readonly PriceOfAccount[]> {
  demand(by, 'read_accounts');
  const agreed = await agreedOfMany(ctx, accountIds, type);
  const house = standardId === undefined ? undefined : agreed.get(standardId);
  return accountIds.flatMap((accountId) => {
    const own = agreed.get(accountId);
    if (own === undefined) return [];
    const hasHousePrice = isAs(own.pricePence, house?.pricePence);
    return [{ accountId, agreed: own, hasHousePrice, hasHouseFee: isAs(own.feePence, house?.feePence) }];
  });
}

export interface NewPrice {
  readonly type: ReportType;
  /** Without it they apply from now on. */
  readonly from: IsoDate | undefined;
  /** What is undefined stays. */
  readonly pricePence: number | undefined;
  readonly feePence: number | undefined;
  /** Instead of a price: by how much that of today is raised; null for a text that is no such amount. */
  readonly raise?: Raise | null | undefined;
  /** The price of each account that the page of a raise showed: another one, such as one raised meanwhile, is not raised. */
  readonly shown?: ReadonlyMap<string, number | null> | undefined;
  readonly isMailed: boolean;
}

export const otherPrice = 'has another price by now';

/** With the price of one account: that of today raised, where it has one. */
const changeOf = (change: NewPrice, agreed: AgreedTerms): NewPrice =>
  change.raise ? { ...change, pricePence: raisedPence(agreed.pricePence, change.raise) ?? undefined } : change;

/** What becomes of an account's terms; something else that is to come on the same day stays. */
function termsOfChange({ from, pricePence, feePence }: NewPrice, agreed: AgreedTerms): TypedTerms {
  if (from === undefined) return { pricePence, feePence };
  const also = agreed.nextFrom === from ? agreed : undefined;
  return {
    nextFrom: from,
    nextPricePence: pricePence ?? also?.nextPricePence ?? undefined,
    nextFeePence: feePence ?? also?.nextFeePence ?? undefined,
    nextVolumePrices: also?.nextVolumePrices ?? undefined,
  };
}

async function mailChange(tx: Ctx, accountId: string, { type, from, pricePence, feePence }: NewPrice): Promise<void> {
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await tx.keys.forAccount(accountId);
  const administrators: MailedUser[] = await listAdministrators(tx, accountId);
  const { billingEmail: email } = await readAccountSettings(tx, accountId);
  const isOther = email !== '' && !administrators.some((user) => user.email === email.toLowerCase());
  const values = { label: type.label, from: from ?? ukDateOf(tx.now()), pricePence, feePence };
  const page = `${tx.settings.clientUrl}/portal/agreement`;
  for (const user of [...administrators, ...(isOther ? [{ id: null, name: '', email }] : [])])
    await queueEmail(
      tx,
      emailToUser(tx, caller, key, 'price_changing', { user, values: { ...values, name: user.name, page } }),
    );
}

/**
 * The same price and fee in many accounts, all of them or none. Another price that was to come from another day is replaced.
 * Refuses with `invalid_fields` (nextFrom, pricePence, feePence, raise; accounts: a raise of another price than was shown).
 * @param accountIds who asks must see them
 * @returns those that it changed; the others had it already, or may not order the type
 */
export async function changePriceOfMany(
  ctx: Ctx,
  by: Asker,
  accountIds: readonly string[],
  change: NewPrice,
): Promise<readonly string[]> {
  demand(by, 'manage_agreements');
  const past = comingDayProblem(change.from, ukDateOf(ctx.now()));
  if (past !== undefined) throw new Refusal('invalid_fields', { nextFrom: [past] });
  const { raise } = change;
  if (raise === null) throw new Refusal('invalid_fields', { raise: ['must be an amount or a percentage'] });
  if (raise !== undefined && change.pricePence !== undefined)
    throw new Refusal('invalid_fields', { raise: ['must be empty with a new price'] });
  if (raise === undefined && change.pricePence === undefined && change.feePence === undefined)
    throw new Refusal('invalid_fields', { pricePence: ['Enter a price, a fee or both'] });
  // Loading a key inside the transaction would take a second connection.
  for (const accountId of accountIds) await ctx.keys.forAccount(accountId);
  return inTransaction(ctx, async (tx) => {
    const { name, variant } = change.type;
    const changed: string[] = [];
    for (const [accountId, agreed] of await agreedOfMany(tx, accountIds, change.type)) {
      if (raise !== undefined && change.shown !== undefined && change.shown.get(accountId) !== agreed.pricePence)
        throw new Refusal('invalid_fields', { accounts: [otherPrice] });
      const own = changeOf(change, agreed);
      if (own.pricePence === undefined && own.feePence === undefined) continue;
      const given = termsOfChange(own, agreed);
      const isChanged = (term: (typeof termNames)[number]) =>
        change.from === undefined ? given[term] !== undefined : (comingTerms as readonly string[]).includes(term);
      const kept = termNames.filter((term) => !isChanged(term));
      const done = await changeAgreements(tx, by, accountId, {
        ...{ agreed: [{ name, variant, ...given }], ended: [], kept },
      });
      if (done.length === 0) continue;
      changed.push(accountId);
      if (change.isMailed && !(await readAccount(tx, accountId)).is_standard) await mailChange(tx, accountId, own);
    }
    return changed;
  });
}
