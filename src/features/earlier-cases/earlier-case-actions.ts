// Cases of earlier systems: judged, brought in, listed, found, read and handed out. Nothing of them is changed: they leave with
// their person (`features/retention`).
import type { Readable } from 'node:stream';
import type { Caller, Ctx, OrderScope, Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { authorityOf, demand, mayDo, type Permitted } from '../access/permissions.ts';
import { applicantKey, openFacts } from '../applicants/applicant-vault.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordList, recordLook } from '../events/look-actions.ts';
import { searchAccounts } from '../lists/search-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { EarlierCase } from './earlier-case-rules.ts';
import {
  countEarlier,
  type EarlierRow,
  findAccountOfEarlier,
  findEarlier,
  findEarlierCases,
  findEarlierFiles,
  findEarlierFrom,
  findSearched,
} from './earlier-case-store.ts';

/** Encrypted with the applicant's key. */
export interface EarlierDetails
  extends Pick<EarlierCase, 'number' | 'job' | 'reference' | 'orderedOn' | 'light' | 'types'> {
  /** Lower-case hex, of the PDF. */
  readonly sha256: string;
}

export const detailsPlace = (applicantId: string): string => `earlier_cases.details ${applicantId}`;

/** As the reader sees it. */
export interface ShownEarlier extends Omit<EarlierCase, 'light'> {
  readonly accountId: string;
  readonly applicantId: string;
  readonly position: number;
  /** Of the PDF, in bytes. */
  readonly size: number;
  /** Undefined if the reader may not read results. */
  readonly light: EarlierCase['light'] | undefined;
}

type Reader = Caller & OrderScope & Permitted;

async function open(ctx: Ctx, tenant: Tenant, row: EarlierRow): Promise<ShownEarlier & EarlierCase> {
  const { applicant_id: applicantId } = row;
  const key = applicantKey(await ctx.keys.forAccount(tenant.accountId), tenant, applicantId, row.sealed_key);
  const facts = openFacts(key, row.sealed_facts);
  const { sha256: _, ...details } = key.open<EarlierDetails>(detailsPlace(applicantId), row.sealed_details);
  return {
    ...details,
    ...{ accountId: tenant.accountId, applicantId, position: row.position, size: row.size },
    ...{ firstName: facts.first_name, lastName: facts.last_name, dob: facts.dob, email: facts.email },
    ...{ subsidiaryId: row.subsidiary_id, completedOn: row.completed_on },
  };
}

const seenBy = (reader: Permitted, one: ShownEarlier): ShownEarlier =>
  mayDo(reader, 'read_results') ? one : { ...one, light: undefined };

const isOfClientOrDesk = ['read_checks', 'read_reports'] as const;

function recordRead(ctx: Ctx, caller: Caller & Permitted, applicantId: string): void {
  if (!mayDo(caller, 'read_results')) return;
  recordLook(ctx, caller, { type: 'applicant.earlier_case_read', resourceId: applicantId, applicantId });
}

export interface EarlierPage {
  readonly cases: readonly ShownEarlier[];
  readonly hasNext: boolean;
}

const limitOf = (perPage: number, page: number) => ({ offset: (page - 1) * perPage, limit: perPage + 1 });

async function listed(ctx: Ctx, caller: Reader, rows: readonly EarlierRow[], perPage: number): Promise<EarlierPage> {
  const shown = rows.slice(0, perPage);
  const cases = await Promise.all(shown.map(async (row) => seenBy(caller, await open(ctx, caller, row))));
  for (const { applicantId } of cases) recordRead(ctx, caller, applicantId);
  const ids = cases.map(({ applicantId }) => applicantId);
  recordList(ctx, caller, 'account.applicants_listed', { filter: { earlierSystem: true }, ids });
  return { cases, hasNext: rows.length > perPage };
}

/** Those completed last first, or those found by the text; the looks are recorded. @param page from 1 */
export async function listEarlier(
  ctx: Ctx,
  caller: Reader,
  { text, page, perPage }: { readonly text?: string | undefined; readonly page: number; readonly perPage: number },
): Promise<EarlierPage> {
  demand(caller, ...isOfClientOrDesk);
  const limits = limitOf(perPage, page);
  if (text === undefined) return listed(ctx, caller, await findEarlierCases(ctx.db, caller, limits), perPage);
  const searches = await searchAccounts(ctx, caller, [caller.accountId], caller.environment, text);
  const wanted = { searches, scope: caller };
  return listed(ctx, caller, await findSearched(ctx.db, [caller.accountId], wanted, limits), perPage);
}

/** At the desk, in these accounts. @param callerIn the reader as a caller in an account */
export async function searchEarlier(
  ctx: Ctx,
  reader: Permitted & { readonly userId: string },
  { accountIds, text, most }: { readonly accountIds: readonly string[]; readonly text: string; readonly most: number },
): Promise<readonly ShownEarlier[]> {
  demand(authorityOf(reader), 'read_reports');
  const searches = await searchAccounts(ctx, authorityOf(reader), accountIds, 'live', text);
  const rows = await findSearched(ctx.db, accountIds, { searches, scope: {} }, { offset: 0, limit: most });
  const pages = await Promise.all(
    [...Map.groupBy(rows, ({ account_id }) => account_id)].map(([accountId, some]) =>
      listed(ctx, deskCaller(reader, accountId), some, most),
    ),
  );
  return pages.flatMap(({ cases }) => cases);
}

const deskCaller = (reader: Permitted & { readonly userId: string }, accountId: string) => ({
  ...authorityOf(reader),
  permissions: reader.permissions,
  ...({ accountId, environment: 'live', subsidiaryIds: null, clockOffsetSeconds: 0 } as const),
});

/** @param most more are counted as so many; without it, all are counted */
export async function countEarlierCases(ctx: Pick<Ctx, 'db'>, caller: Reader, most?: number): Promise<number> {
  demand(caller, ...isOfClientOrDesk, 'manage_accounts');
  return countEarlier(ctx.db, caller, most ?? null);
}

/** That of a person whose page is shown; undefined if they have none. The look at its result is recorded. */
export async function showEarlierOf(ctx: Ctx, caller: Reader, applicantId: string): Promise<ShownEarlier | undefined> {
  demand(caller, ...isOfClientOrDesk);
  const row = await findEarlier(ctx.db, caller, applicantId, false);
  if (row === undefined) return undefined;
  recordRead(ctx, caller, applicantId);
  return seenBy(caller, await open(ctx, caller, row));
}

/** At the desk; the look is recorded. Refuses with `not_found`. */
export async function openEarlier(
  ctx: Ctx,
  reader: Permitted & { readonly userId: string; readonly accounts: DeskAccounts },
  applicantId: string,
): Promise<{ readonly caller: Reader; readonly earlier: ShownEarlier }> {
  demand(authorityOf(reader), 'read_reports');
  const id = applicantId.toLowerCase();
  const accountId = isUuid(id) ? await findAccountOfEarlier(ctx.db, reader.accounts, id) : undefined;
  if (accountId === undefined) throw new Refusal('not_found');
  const caller = deskCaller(reader, accountId);
  const earlier = await showEarlierOf(ctx, caller, id);
  if (earlier === undefined) throw new Refusal('not_found');
  recordLook(ctx, caller, { type: 'applicant.read', resourceId: id, applicantId: id });
  return { caller, earlier };
}

/** The PDF. Records the reading before the first byte is sent. Refuses with `not_found`. */
export async function openEarlierFile(ctx: Ctx, caller: Caller & OrderScope, applicantId: string): Promise<Readable> {
  demand(caller, 'read_results');
  const row = isUuid(applicantId) ? await findEarlier(ctx.db, caller, applicantId, false) : undefined;
  if (row === undefined) throw new Refusal('not_found');
  const content = await contentOf(ctx, caller, row);
  try {
    const event = { type: 'applicant.earlier_case_read', resourceId: applicantId, applicantId } as const;
    await storeEvents(ctx, caller, [{ ...event, detail: { file: true } }]);
  } catch (error) {
    content.destroy();
    throw error;
  }
  return content;
}

async function contentOf(ctx: Ctx, tenant: Tenant, row: EarlierRow): Promise<Readable> {
  const account = await ctx.keys.forAccount(tenant.accountId);
  return ctx.files.read(row.file_id, applicantKey(account, tenant, row.applicant_id, row.sealed_key));
}

/** A case with its PDF, for a file of ours that contains it: who gets that is recorded there. */
export interface WholeEarlier {
  readonly earlier: ShownEarlier & EarlierCase;
  readonly content: () => Promise<Readable>;
}

const whole = async (ctx: Ctx, tenant: Tenant, row: EarlierRow): Promise<WholeEarlier> => ({
  earlier: await open(ctx, tenant, row),
  content: () => contentOf(ctx, tenant, row),
});

/** For the copy that somebody gets of their data, also while their data are restricted; undefined if there is none. */
export async function readWholeEarlier(
  ctx: Ctx,
  caller: Caller,
  applicantId: string,
): Promise<WholeEarlier | undefined> {
  demand(caller, 'erase_applicants');
  const row = await findEarlier(ctx.db, { ...caller, subsidiaryIds: null }, applicantId, true);
  return row && whole(ctx, caller, row);
}

/** For an export, in the order in which they came; the looks are recorded. @param from the first position */
export async function readEarlierFrom(
  ctx: Ctx,
  caller: Caller & OrderScope,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<readonly WholeEarlier[]> {
  demand(caller, 'read_results');
  const rows = await findEarlierFrom(ctx.db, caller, from, limit);
  for (const { applicant_id: applicantId } of rows)
    recordLook(ctx, caller, { type: 'applicant.earlier_case_read', resourceId: applicantId, applicantId });
  return Promise.all(rows.map((row) => whole(ctx, caller, row)));
}

/** For the sweep of files: which of these names belong to cases. */
export const referencedEarlierFiles = (ctx: Pick<Ctx, 'db'>, names: readonly string[]): Promise<string[]> =>
  findEarlierFiles(ctx.db, names);
