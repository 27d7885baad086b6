// Keeps in writing how the client manages the risk of a start before the screening is complete. What was written is never
// changed: a newer text stands beside the earlier ones.
import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, ownerOf, type Tenant, timeFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import type { Check } from '../checks/check.ts';
import { type StartTerms, startTermsOf } from './limited-screening-actions.ts';
import { lateCheckOfPerson } from './right-to-work-actions.ts';
import { findStartRisks, insertStartRisk } from './start-risk-store.ts';
import { type ConditionalStart, wasConditional } from './work-start-rules.ts';
import { findWorkStart } from './work-start-store.ts';

export interface StartRisk {
  readonly text: string;
  /** Empty if nobody is named. */
  readonly supervisor: string;
  /** The reasons that the standard of the package asks for; empty where it asks for none. */
  readonly longer: string;
  readonly beforeLimited: string;
  readonly by: NamedActor;
  readonly recordedAt: Date;
}

export interface RiskedStart extends ConditionalStart {
  /** The day of a right to work check that came too late for the start. */
  readonly lateCheck: IsoDate | undefined;
  /** What the standard of the package asks for before it; undefined where none does. */
  readonly terms: StartTerms | undefined;
  /** The newest first. */
  readonly risks: readonly StartRisk[];
}

const placeOf = (id: string) => `work_start_risks.text ${id}`;
const supervisorPlace = (id: string) => `work_start_risks.supervisor ${id}`;
const longerPlace = (id: string) => `work_start_risks.longer ${id}`;
const limitedPlace = (id: string) => `work_start_risks.before_limited ${id}`;

async function risksOf(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  checkId: string,
  key: DataKey | undefined,
): Promise<StartRisk[]> {
  if (key === undefined) return [];
  const rows = await findStartRisks(ctx.db, tenant, checkId);
  const nameOf = await readActorNames(
    ctx.db,
    tenant.accountId,
    rows.map((row) => row.recorded_by),
  );
  return rows.map((row) => ({
    text: key.open<string>(placeOf(row.id), row.sealed_text),
    supervisor: key.open<string>(supervisorPlace(row.id), row.sealed_supervisor),
    longer: key.open<string>(longerPlace(row.id), row.sealed_longer),
    beforeLimited: key.open<string>(limitedPlace(row.id), row.sealed_before_limited),
    by: nameOf(row.recorded_by),
    recordedAt: row.recorded_at,
  }));
}

/** The newest first, for somebody who may read results; none once the applicant is erased. */
export function readStartRisks(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  checkId: string,
  key: DataKey | undefined,
): Promise<StartRisk[]> {
  demand(caller, 'read_results');
  return risksOf(ctx, caller, checkId, key);
}

/** Who supervises the start, for whoever sees who is cleared; empty if nobody is named. What was written of the risk is not read. */
export async function readSupervisor(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  checkId: string,
  key: DataKey | undefined,
): Promise<string> {
  demand(caller, 'read_clearance');
  const [newest] = key === undefined ? [] : await findStartRisks(ctx.db, caller, checkId);
  return newest === undefined ? '' : key!.open<string>(supervisorPlace(newest.id), newest.sealed_supervisor);
}

/** Of the results of a check; undefined if nobody started before the screening was complete. */
export async function readRiskedStart(
  ctx: Ctx,
  tenant: Tenant,
  check: Check,
  key: DataKey,
): Promise<RiskedStart | undefined> {
  const { id, applicantId, completedAt } = check;
  const start = await findWorkStart(ctx.db, tenant, id);
  if (start === undefined || !wasConditional(start, completedAt)) return undefined;
  const lateCheck = await lateCheckOfPerson(ctx, tenant, { applicantId }, start.startsOn);
  const terms = await startTermsOf(ctx, tenant, check);
  return { ...start, lateCheck, terms, risks: await risksOf(ctx, tenant, id, key) };
}

/** What is written already is not written again. */
export async function keepStartRisk(
  tx: Ctx,
  caller: Caller,
  {
    checkId,
    key,
    text,
    supervisor,
    longer,
    beforeLimited,
  }: { readonly checkId: string; readonly key: DataKey } & Omit<StartRisk, 'by' | 'recordedAt'>,
): Promise<void> {
  const [newest] = await risksOf(tx, caller, checkId, key);
  const said = { text, supervisor, longer, beforeLimited };
  if (newest !== undefined && isDeepStrictEqual({ ...newest, ...said }, newest)) return;
  const id = tx.newId();
  await insertStartRisk(tx.db, caller, checkId, {
    id,
    sealed_text: key.seal(placeOf(id), text),
    sealed_supervisor: key.seal(supervisorPlace(id), supervisor),
    sealed_longer: key.seal(longerPlace(id), longer),
    sealed_before_limited: key.seal(limitedPlace(id), beforeLimited),
    recorded_by: ownerOf(caller),
    recorded_at: timeFor(tx, caller),
  });
}
