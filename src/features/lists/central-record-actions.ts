// Reads the single central record of an account: of everybody whose screening has begun, what was checked, when, and
// with which result; a part at a time. Records that each result was read.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { reportsOfChecks } from '../reports/report-actions.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { findRecordedChecks, findRecordedPeople } from './central-record-queries.ts';
import { type RecordedCheck, type RecordedPerson, recordedPerson } from './central-record-rules.ts';

type RecordReader = Caller & OrderScope & Permitted;

const PEOPLE_PER_READ = 100;

async function readPeople(ctx: Ctx, caller: RecordReader, ids: readonly string[]): Promise<RecordedPerson[]> {
  const rows = await findRecordedChecks(ctx.db, caller, ids);
  const keys = new Map(
    await Promise.all(rows.map(async (row) => [row.id, await keyOfCheck(ctx, caller, row)] as const)),
  );
  const checkIds = rows.map(({ id }) => id);
  const reports = await reportsOfChecks(ctx, caller, checkIds, (id) => keys.get(id));
  const actors = rows.flatMap(({ decided_by, identity_by }) => [decided_by ?? [], identity_by ?? []].flat());
  const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
  const named = (actor: string | null) => (actor === null ? '' : nameOf(actor).name);
  recordResultsReads(
    ctx,
    caller,
    rows.map((row) => ({ checkId: row.id, applicantId: row.applicant_id })),
  );
  recordList(ctx, caller, 'account.checks_listed', { filter: { centralRecord: true, file: true }, ids: checkIds });
  const checks = rows.map((row): RecordedCheck & { readonly applicantId: string } => ({
    check: checkOf(caller, row, keys.get(row.id), reports.get(row.id) ?? []),
    ...{ applicantId: row.applicant_id, startsOn: row.starts_on, decision: row.decision },
    ...{ decidedBy: named(row.decided_by), identityBy: named(row.identity_by) },
  }));
  return [...Map.groupBy(checks, ({ applicantId }) => applicantId).values()].map(recordedPerson);
}

/** Nobody is in it whose form is awaited, whose check was withdrawn or cancelled, who is restricted or erased. */
export async function* readCentralRecord(ctx: Ctx, caller: RecordReader): AsyncGenerator<readonly RecordedPerson[]> {
  demand(caller, 'read_results');
  let after: string | undefined;
  do {
    const ids = await findRecordedPeople(ctx.db, caller, { after, limit: PEOPLE_PER_READ });
    if (ids.length > 0) yield await readPeople(ctx, caller, ids);
    after = ids.length < PEOPLE_PER_READ ? undefined : ids.at(-1);
  } while (after !== undefined);
}
