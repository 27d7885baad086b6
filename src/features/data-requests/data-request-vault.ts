// Seals and opens what is written about a request: with the key of the person, so that it goes when they are erased.
import type { Ctx, Tenant } from '../../context.ts';
import { type DataKey, sealedId } from '../../platform/encryption/account-key.ts';
import { type Asker, nobodyNamed } from './complaint.ts';
import type { DataRequest } from './data-request.ts';
import type { DataRequestRow, StepRow } from './data-request-store.ts';

/** The key of the person; undefined if they were erased. Of nobody who is kept, the account's key is used until the request is answered. */
export interface RequestKey {
  readonly applicantId: string | null;
  readonly key: DataKey | undefined;
}

export const wordsAad = (id: string) => `data_requests.words ${id}`;
export const stepAad = (id: string, number: number) => `data_request_steps.words ${id} ${number}`;

/** Null if there is nothing to keep, or the person was erased. */
export async function sealWords(
  ctx: Pick<Ctx, 'keys'>,
  { accountId, environment }: Tenant,
  { applicantId, key }: RequestKey,
  aad: string,
  words: string,
): Promise<Buffer | null> {
  if (words === '') return null;
  if (applicantId !== null) return key?.seal(aad, words) ?? null;
  return (await ctx.keys.forAccount(accountId)).seal('data_requests', sealedId(environment, aad), words);
}

async function openWords(
  ctx: Pick<Ctx, 'keys'>,
  { accountId, environment }: Tenant,
  { applicantId, key }: RequestKey,
  aad: string,
  sealed: Buffer | null,
): Promise<string> {
  if (sealed === null) return '';
  if (applicantId !== null) return key?.open<string>(aad, sealed) ?? '';
  const account = await ctx.keys.forAccount(accountId);
  return account.open('data_requests', sealedId(environment, aad), sealed).toString('utf8');
}

type Keys = Pick<Ctx, 'keys'>;
type Whose = Pick<DataRequestRow, 'id' | 'sealed_asker' | 'applicant_id'>;

const changePlace = 'data_requests.change';
const askerPlace = 'data_requests.asker';

/** @param key of the candidate for whom somebody asks; undefined of who is no candidate */
export async function sealAsker(
  ctx: Keys,
  { accountId, environment }: Tenant,
  id: string,
  asker: Asker,
  key?: DataKey,
): Promise<Buffer> {
  if (key !== undefined) return key.seal(`${askerPlace} ${id}`, asker);
  const account = await ctx.keys.forAccount(accountId);
  return account.seal(askerPlace, sealedId(environment, id), JSON.stringify(asker));
}

async function openAsker(
  ctx: Keys,
  { accountId, environment }: Tenant,
  row: Whose,
  key?: DataKey,
): Promise<Asker | undefined> {
  if (row.sealed_asker === null) return undefined;
  if (row.applicant_id !== null) return key?.open<Asker>(`${askerPlace} ${row.id}`, row.sealed_asker);
  const account = await ctx.keys.forAccount(accountId);
  return JSON.parse(account.open(askerPlace, sealedId(environment, row.id), row.sealed_asker).toString('utf8'));
}

/** As sealed, with what they are told by one more step. */
export async function sealTold(
  ctx: Keys,
  tenant: Tenant,
  row: Whose,
  { number, words }: { readonly number: number; readonly words: string },
): Promise<Buffer> {
  const asker = (await openAsker(ctx, tenant, row)) ?? nobodyNamed;
  return sealAsker(ctx, tenant, row.id, { ...asker, told: { ...asker.told, [number]: words } });
}

/** Of no person: it stays when they go. Null if nothing was written. */
export async function sealChange(ctx: Keys, { accountId, environment }: Tenant, id: string, text: string) {
  if (text === '') return null;
  return (await ctx.keys.forAccount(accountId)).seal(changePlace, sealedId(environment, id), text);
}

async function openChange(ctx: Keys, { accountId, environment }: Tenant, row: DataRequestRow): Promise<string> {
  if (row.sealed_change === null) return '';
  const account = await ctx.keys.forAccount(accountId);
  return account.open(changePlace, sealedId(environment, row.id), row.sealed_change).toString('utf8');
}

export async function openRequest(
  ctx: Pick<Ctx, 'keys'>,
  tenant: Tenant,
  key: DataKey | undefined,
  row: DataRequestRow,
  steps: readonly StepRow[],
): Promise<DataRequest> {
  const whose = { applicantId: row.applicant_id, key };
  const askedBy = await openAsker(ctx, tenant, row, key);
  return {
    tenant: { accountId: tenant.accountId, environment: tenant.environment },
    ...{
      id: row.id,
      kind: row.kind,
      way: row.way,
      receivedOn: row.received_on,
      dueOn: row.due_on,
      isOpen: row.is_open,
    },
    ...{
      applicantId: row.applicant_id,
      checkId: row.check_id,
      recordedBy: row.recorded_by,
      recordedAt: row.recorded_at,
    },
    ...{ subject: row.subject, asker: row.asker, askedBy, ownerId: row.owner_id, rootCause: row.root_cause },
    change: await openChange(ctx, tenant, row),
    words: await openWords(ctx, tenant, whose, wordsAad(row.id), row.sealed_words),
    steps: await Promise.all(
      steps.map(async ({ step, on_day: on, code, told, taken_by: by, taken_at: at, sealed_words: sealed }, index) => ({
        ...{ step, on, code, told, by, at },
        words: askedBy?.told?.[index + 1] ?? (await openWords(ctx, tenant, whose, stepAad(row.id, index + 1), sealed)),
      })),
    ),
  };
}
