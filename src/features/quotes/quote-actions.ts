// Quotes for prospects: made from the house standard, sent, answered, and deleted a while after they are over.
import { fileURLToPath } from 'node:url';
import { type Ctx, inTransaction } from '../../context.ts';
import { addMonths, type IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { nextState } from '../../lib/state-table.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import { inBatches } from '../../platform/jobs.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readStandard } from '../accounts/house-standard-actions.ts';
import { vatPercentOn } from '../accounts/vat-queries.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { sellerOf } from '../invoices/party-actions.ts';
import { packageRow, reportRow, termWords } from '../price-lists/price-list-rules.ts';
import { listPackages } from '../report-types/agreement-actions.ts';
import { availableById, listAvailableTypes } from '../report-types/availability-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Offer, Quote, QuoteContent } from './quote.ts';
import { type QuoteFacts, quoteNumber, readQuoteForm, type TypedQuote } from './quote-rules.ts';
import { type QuoteMove, quoteTable, shownState } from './quote-states.ts';
import {
  deleteQuote,
  deleteQuotesOver,
  findQuote,
  findQuoteOfOpened,
  findQuotes,
  findVersions,
  insertQuote,
  type QuoteRow,
  updateDraft,
  updateStatus,
} from './quote-store.ts';
import { quoteDocument } from './quote-text-rules.ts';

const MOST_LISTED = 500;
const DOCUMENT = fileURLToPath(new URL('quote.typ', import.meta.url));
const SEALED = 'quotes.sealed_content';

/** The house standard that quotes are made from; undefined before somebody begins it. */
export async function standardOfQuotes(ctx: Ctx, by: Asker): Promise<string | undefined> {
  demand(by, 'make_quotes');
  return (await readStandard(ctx, by))?.id;
}

/** Refuses with `not_found` where there is none. */
async function neededStandard(ctx: Ctx, by: Asker): Promise<string> {
  const id = await standardOfQuotes(ctx, by);
  if (id === undefined) throw new Refusal('not_found');
  return id;
}

/** What may be quoted: the packages of the house standard, and its report types that have a price. */
export async function listOffers(ctx: Ctx, by: Asker): Promise<Offer[]> {
  const standard = await neededStandard(ctx, by);
  const available = availableById(await listAvailableTypes(ctx, standard));
  const byLabel = (one: Offer, other: Offer) => one.label.localeCompare(other.label, 'en');
  const packages = (await listPackages(ctx, standard)).map((pack): Offer => {
    const { pricePence: standardPence, feePence, label, contents } = packageRow(pack, available);
    const reports = pack.items.flatMap(({ report_type_id: typeId, quantity, options }) => {
      const type = reportTypeById(typeId);
      return type === undefined ? [] : [{ name: type.name, variant: type.variant, quantity, options }];
    });
    const { description } = pack;
    return {
      key: `package-${pack.id}`,
      kind: 'package',
      label,
      contents,
      description,
      reports,
      standardPence,
      feePence,
    };
  });
  const types = [...available.values()].flatMap((one): Offer[] => {
    const { label, pricePence: standardPence } = reportRow(one);
    if (standardPence === null) return [];
    const reports = [{ name: one.type.name, variant: one.type.variant, quantity: 1, options: null }];
    const rest = { contents: [], description: '', reports, standardPence, feePence: one.feePence ?? 0 };
    return [{ key: `report-${one.type.id}`, kind: 'report', label, ...rest }];
  });
  return [...packages.toSorted(byLabel), ...types.toSorted(byLabel)];
}

async function opened(ctx: Pick<Ctx, 'keys'>, accountId: string, row: QuoteRow): Promise<Quote> {
  const key = await ctx.keys.forAccount(accountId);
  const content: QuoteContent = JSON.parse(key.open(SEALED, row.id, row.sealed_content).toString('utf8'));
  return {
    ...content,
    ...{ id: row.id, number: row.number, version: row.version, status: row.status, validUntil: row.valid_until },
    ...{ sentOn: row.sent_on, endedOn: row.ended_on, accountId: row.opened_account_id },
    ...{ createdAt: row.created_at, author: row.author_name },
  };
}

/** The newest first. */
export async function listQuotes(ctx: Ctx, by: Asker): Promise<Quote[]> {
  const standard = await standardOfQuotes(ctx, by);
  if (standard === undefined) return [];
  return Promise.all((await findQuotes(ctx.db, standard, MOST_LISTED)).map((row) => opened(ctx, standard, row)));
}

/** Refuses with `not_found`. */
export async function readQuote(ctx: Ctx, by: Asker, id: string | undefined): Promise<Quote> {
  const standard = await neededStandard(ctx, by);
  const row = isUuid(id) ? await findQuote(ctx.db, standard, id) : undefined;
  if (row === undefined) throw new Refusal('not_found');
  return opened(ctx, standard, row);
}

/** Its number, id and version, of each version; the newest first. */
export async function listVersions(ctx: Ctx, by: Asker, { number }: Pick<Quote, 'number'>): Promise<Quote[]> {
  const standard = await neededStandard(ctx, by);
  return Promise.all((await findVersions(ctx.db, standard, number)).map((row) => opened(ctx, standard, row)));
}

/** From which quote an account was made; undefined if from none. */
export async function quoteOfAccount(ctx: Ctx, by: Asker, accountId: string) {
  const standard = await standardOfQuotes(ctx, by);
  return standard === undefined ? undefined : findQuoteOfOpened(ctx.db, standard, accountId);
}

/** With the VAT and the terms that the house standard has today. */
async function contentOf(ctx: Ctx, standard: string, facts: QuoteFacts): Promise<QuoteContent> {
  const today = ukDateOf(ctx.now());
  const settings = await readAccountSettings(ctx, standard);
  const month = today.slice(0, 7);
  const agreed = {
    ...settings,
    ...{ minimumPounds: facts.minimumPence / 100, minimumFrom: month, minimumCountsFees: false },
    ...{ monthlyFeePounds: facts.monthlyFeePence / 100, monthlyFeeFrom: month, monthlyFeeText: '' },
  };
  const hasFees = facts.items.some(({ feePence }) => feePence > 0);
  return { ...facts, vatPercent: vatPercentOn(settings, today), terms: termWords(agreed, hasFees, today) };
}

const storeMove = (tx: Ctx, by: Asker, standard: string, quote: Pick<Quote, 'number' | 'version'>, as: string) =>
  storeAccountEvent(tx, standard, by, {
    ...{ type: 'account.quote_moved', resourceId: standard, detail: { number: quoteNumber(quote), as } },
  });

/**
 * Saves a draft. Returns its id. Refuses with `invalid_fields`, by the names of the inputs, and with `state_does_not_allow`
 * what was sent. @param id of the draft; undefined for a new quote
 */
export async function keepQuote(ctx: Ctx, by: Asker, given: TypedQuote, id?: string): Promise<string> {
  const standard = await neededStandard(ctx, by);
  const offers = await offersFor(ctx, by, id === undefined ? undefined : await readQuote(ctx, by, id));
  const { facts, validUntil, problems } = readQuoteForm(given, offers, ukDateOf(ctx.now()));
  problems.refuse('invalid_fields');
  const key = await ctx.keys.forAccount(standard);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, standard);
    const content = JSON.stringify(await contentOf(tx, standard, facts));
    if (id !== undefined) {
      const draft = await readQuote(tx, by, id);
      if (draft.status !== 'draft') throw new Refusal('state_does_not_allow');
      await updateDraft(tx.db, standard, { id, validUntil, sealedContent: key.seal(SEALED, id, content) });
      await storeMove(tx, by, standard, draft, 'changed');
      return id;
    }
    const newId = tx.newId();
    const number = await insertQuote(tx.db, standard, {
      ...{ id: newId, of: undefined, validUntil, sealedContent: key.seal(SEALED, newId, content) },
      ...{ author: by === 'system' ? by : by.actor, createdAt: tx.now() },
    });
    await storeMove(tx, by, standard, { number, version: 1 }, 'made');
    return newId;
  });
}

/** What may be quoted, and what a draft quotes that the house standard has no more. */
export async function offersFor(ctx: Ctx, by: Asker, draft: Quote | undefined): Promise<Offer[]> {
  const offers = await listOffers(ctx, by);
  const keys = new Set(offers.map(({ key }) => key));
  return [...offers, ...(draft?.items ?? []).filter(({ key }) => !keys.has(key))];
}

/** Whether another version is accepted: it is the one by which the account is made. */
export const isOtherAccepted = (
  { id }: Pick<Quote, 'id'>,
  versions: readonly Pick<Quote, 'id' | 'status'>[],
): boolean => versions.some((one) => one.id !== id && one.status === 'accepted');

/** Refuses with `state_does_not_allow`, also what expired or has another version that is accepted. Sending replaces what was sent before of the same number. */
export async function moveQuote(ctx: Ctx, by: Asker, id: string, move: Exclude<QuoteMove, 'replace'>): Promise<void> {
  const standard = await neededStandard(ctx, by);
  await ctx.keys.forAccount(standard);
  const today = ukDateOf(ctx.now());
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, standard);
    const quote = await readQuote(tx, by, id);
    const status = nextState(quoteTable, quote.status, move);
    if (status === undefined || (move !== 'decline' && quote.validUntil < today))
      throw new Refusal('state_does_not_allow');
    if (move !== 'decline' && isOtherAccepted(quote, await findVersions(tx.db, standard, quote.number)))
      throw new Refusal('state_does_not_allow');
    if (move === 'send') await replaceEarlier(tx, by, standard, quote, today);
    await updateStatus(tx.db, standard, { id, status, on: today });
    await storeMove(tx, by, standard, quote, status);
  });
}

async function replaceEarlier(tx: Ctx, by: Asker, standard: string, { id, number }: Quote, today: IsoDate) {
  for (const { status, ...earlier } of await findVersions(tx.db, standard, number)) {
    const next = earlier.id === id ? undefined : nextState(quoteTable, status, 'replace');
    if (next === undefined) continue;
    await updateStatus(tx.db, standard, { id: earlier.id, status: next, on: today });
    await storeMove(tx, by, standard, earlier, next);
  }
}

/** Whether a new version of it may be written: it was sent, not accepted, and is the newest one. */
export const mayHaveVersion = (quote: Quote, versions: readonly Pick<Quote, 'version'>[]): boolean =>
  nextState(quoteTable, quote.status, 'replace') !== undefined &&
  versions.every(({ version }) => version <= quote.version);

/**
 * A draft with the same prices and terms, and the fees that the house standard has today. Returns its id. Refuses with
 * `state_does_not_allow`.
 */
export async function beginVersion(ctx: Ctx, by: Asker, id: string): Promise<string> {
  const standard = await neededStandard(ctx, by);
  const key = await ctx.keys.forAccount(standard);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, standard);
    const quote = await readQuote(tx, by, id);
    if (!mayHaveVersion(quote, await findVersions(tx.db, standard, quote.number)))
      throw new Refusal('state_does_not_allow');
    const { prospect, contact, email, address, discountPercent, monthlyFeePence, minimumPence, words } = quote;
    const offers = new Map((await listOffers(tx, by)).map((offer) => [offer.key, offer]));
    const items = quote.items.map((item) => ({ ...item, ...offers.get(item.key) }));
    const facts = { prospect, contact, email, address, items, discountPercent, monthlyFeePence, minimumPence, words };
    const content = JSON.stringify(await contentOf(tx, standard, facts));
    const newId = tx.newId();
    const of = { number: quote.number, version: quote.version + 1 };
    await insertQuote(tx.db, standard, {
      ...{ id: newId, of, validUntil: quote.validUntil, sealedContent: key.seal(SEALED, newId, content) },
      ...{ author: by === 'system' ? by : by.actor, createdAt: tx.now() },
    });
    await storeMove(tx, by, standard, of, 'new version begun');
    return newId;
  });
}

/** For good. Refuses with `state_does_not_allow` one of which an account was made. */
export async function removeQuote(ctx: Ctx, by: Asker, id: string): Promise<void> {
  const standard = await neededStandard(ctx, by);
  const quote = await readQuote(ctx, by, id);
  await inTransaction(ctx, async (tx) => {
    if ((await deleteQuote(tx.db, standard, id)) === 0) throw new Refusal('state_does_not_allow');
    await storeMove(tx, by, standard, quote, 'deleted');
  });
}

/** Its state of today, and what its page shows and its PDF prints. */
export function shownQuote(ctx: Pick<Ctx, 'settings' | 'now'>, by: Asker, quote: Quote) {
  demand(by, 'make_quotes');
  const today = ukDateOf(ctx.now());
  return {
    ...{ state: shownState(quote, today), isOver: quote.validUntil < today },
    document: quoteDocument(quote, sellerOf(ctx.settings), today),
  };
}

export async function renderQuote(ctx: Ctx, by: Asker, id: string | undefined): Promise<Buffer> {
  const { document } = shownQuote(ctx, by, await readQuote(ctx, by, id));
  return renderPdf({ template: DOCUMENT, data: document });
}

/** For the pruning job. Returns how many. */
export function pruneQuotes(ctx: Pick<Ctx, 'db' | 'now' | 'settings'>): Promise<number> {
  const before = addMonths(ukDateOf(ctx.now()), -ctx.settings.quoteMonths);
  return inBatches((limit) => deleteQuotesOver(ctx.db, { before, closedBefore: startOfUkDay(before), limit }));
}
