// Reads the record of an account's staff: of everybody whose screening has begun, what was checked, when and with which
// result, when it must be renewed, and what is missing. Records that each result was read.
import { type Caller, type Ctx, type OrderScope, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { demand, type Permitted } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import { readConfirmations } from '../agency-workers/agency-confirmation-actions.ts';
import { readNames } from '../applicants/applicant-actions.ts';
import { readPlaces } from '../applicants/person-place-actions.ts';
import { checkOf, keyOfCheck } from '../checks/check-actions.ts';
import { recordList } from '../events/look-actions.ts';
import { jobKeysOf } from '../renewals/renewal-plan-actions.ts';
import { reportsOfChecks } from '../reports/report-actions.ts';
import { recordResultsReads } from '../results/results-reads.ts';
import { readRoleNeeds } from '../stated-staff/record-need-actions.ts';
import { needsOfEverybody } from '../stated-staff/record-need-rules.ts';
import { readStated } from '../stated-staff/stated-staff-actions.ts';
import {
  findRecordedChecks,
  findRecordedPeople,
  type RecordFilter,
  type RecordSort,
  type RecordView,
  type SoughtKind,
} from './central-record-queries.ts';
import { type RecordedCheck, type RecordedPerson, recordedPerson, type StatedHeld } from './central-record-rules.ts';
import { findGroupHeld, type GroupHeldRow } from './group-held-queries.ts';
import { findRecordGaps, type Judged } from './record-gap-queries.ts';
import { findHeldReports } from './renewal-queries.ts';
import { searchAccounts } from './search-actions.ts';
import { findStatedHeld } from './stated-held-queries.ts';

export type RecordReader = Caller & OrderScope & Permitted;

export interface RecordWish {
  readonly view: RecordView;
  readonly text?: string | undefined;
  /** Of an agreed job role. */
  readonly jobRoleId?: number | undefined;
  readonly workKind?: SoughtKind | undefined;
  /** One of their reports must be renewed by this day. */
  readonly renewBy?: IsoDate | undefined;
  readonly applicantIds?: readonly string[] | undefined;
  /** For readers who see what was checked and not what was found. */
  readonly withoutResults?: boolean | undefined;
}

const PEOPLE_PER_READ = 100;
const PEOPLE_PER_SORT = 1000;

interface RecordJudged extends Judged {
  readonly referenceIsNumber: boolean;
}

async function judgedBy(
  ctx: Ctx,
  caller: RecordReader,
  { withoutResults = false }: Pick<RecordWish, 'withoutResults'>,
): Promise<RecordJudged> {
  const [settings, ofRoles] = await Promise.all([
    readAccountSettings(ctx, caller.accountId),
    readRoleNeeds(ctx, caller),
  ]);
  const { askDecisions: asksDecisions, asksComparison, referenceIsEmployeeNumber: referenceIsNumber } = settings;
  return {
    today: todayFor(ctx, caller),
    required: needsOfEverybody(settings),
    ofRoles,
    // That a decision is awaited tells what was found: of clear results nobody may have to decide.
    asksDecisions: asksDecisions && !withoutResults,
    asksComparison,
    referenceIsNumber,
  };
}

async function filterOf(ctx: Ctx, caller: RecordReader, wish: RecordWish): Promise<RecordFilter> {
  const { view, text, jobRoleId, renewBy, applicantIds, workKind } = wish;
  const { accountId, environment } = caller;
  const [search] = text === undefined ? [] : await searchAccounts(ctx, caller, [accountId], environment, text);
  const jobKeys = jobRoleId === undefined ? undefined : await jobKeysOf(ctx, caller, jobRoleId);
  return { view, search, jobKeys, renewBy, applicantIds, workKind };
}

const groupHeld = ({ kind, level, completed_on, permission_ends_on, renew_on }: GroupHeldRow): StatedHeld => ({
  ...{ kind, level, completedOn: completed_on, expiresOn: permission_ends_on, renewOn: renew_on },
  ...{ source: '', detail: '', isOfGroup: true },
});

type FoundPerson = Awaited<ReturnType<typeof findRecordedPeople>>[number];

async function readPeople(
  ctx: Ctx,
  caller: RecordReader,
  judged: RecordJudged,
  found: readonly FoundPerson[],
  looked: Readonly<Record<string, unknown>>,
): Promise<RecordedPerson[]> {
  const ids = found.map(({ applicant_id }) => applicant_id);
  const [rows, held, gaps, stated, statedHeld, confirmations, places, ofGroup] = await Promise.all([
    findRecordedChecks(ctx.db, caller, ids),
    findHeldReports(ctx.db, caller, { applicantIds: ids }),
    findRecordGaps(ctx.db, caller, judged, ids),
    readStated(ctx, caller, ids, { ofPlaces: true }),
    findStatedHeld(ctx.db, caller, ids),
    readConfirmations(ctx, caller, ids),
    readPlaces(ctx, caller, ids),
    findGroupHeld(ctx.db, caller, ids),
  ]);
  const keys = new Map(
    await Promise.all(rows.map(async (row) => [row.id, await keyOfCheck(ctx, caller, row)] as const)),
  );
  const checkIds = rows.map(({ id }) => id);
  const reports = await reportsOfChecks(ctx, caller, checkIds, (id) => keys.get(id));
  const actors = rows.flatMap(({ decided_by, identity_by }) => [decided_by ?? [], identity_by ?? []].flat());
  const nameOf = await readActorNames(ctx.db, caller.accountId, actors);
  const named = (actor: string | null) => (actor === null ? '' : nameOf(actor).name);
  if (!looked.withoutResults) {
    const reads = rows.map((row) => ({ checkId: row.id, applicantId: row.applicant_id }));
    recordResultsReads(ctx, caller, reads);
  }
  const filter = { centralRecord: true, ...looked };
  recordList(ctx, caller, 'account.checks_listed', { filter, ids: checkIds });
  recordList(ctx, caller, 'account.applicants_listed', {
    filter,
    ids: [...new Set([...stated.keys(), ...places.keys()])],
  });
  const checks = rows.map((row): RecordedCheck & { readonly applicantId: string } => ({
    check: checkOf(caller, row, keys.get(row.id), reports.get(row.id) ?? []),
    ...{ applicantId: row.applicant_id, startsOn: row.starts_on, firstCompletedOn: row.first_completed_on },
    ...{
      isOfEarlierWork: row.is_of_earlier_work,
      decision: row.decision,
      decidedBy: named(row.decided_by),
      identityBy: named(row.identity_by),
    },
  }));
  const checksOf = Map.groupBy(checks, ({ applicantId }) => applicantId);
  const renewals = new Map(held.map((one) => [one.report_id, one]));
  return found.flatMap(({ applicant_id: id, has_left: hasLeft, work_kind: workKind }) => {
    const missing = hasLeft ? [] : gaps.filter((gap) => gap.applicant_id === id);
    const own = statedHeld.filter(({ applicant_id }) => applicant_id === id);
    const agency = workKind === 'agency' ? confirmations.get(id) : undefined;
    const { today, referenceIsNumber } = judged;
    const ofPerson = stated.get(id);
    const known = {
      ...{ hasLeft, workKind, agency, stated: ofPerson, places: places.get(id) ?? [] },
      seesStated: ofPerson !== undefined && isInScope(caller, ofPerson.subsidiaryId),
      ofGroup: ofGroup.filter(({ applicant_id }) => applicant_id === id).map(groupHeld),
    };
    const facts = { ...known, gaps: missing, renewals, today, referenceIsNumber };
    const statedRenewals = new Map(own.map(({ kind, renew_on }) => [kind, renew_on]));
    return recordedPerson(checksOf.get(id) ?? [], { ...facts, statedRenewals }) ?? [];
  });
}

const lookedFor = ({ view, text, jobRoleId, renewBy, workKind, withoutResults }: RecordWish) => ({
  ...{ view, workKind, withoutResults },
  searched: text !== undefined,
  jobRoleId,
  renewBy,
});

/** A page, with how many people there are of all pages. */
export async function listRecord(
  ctx: Ctx,
  caller: RecordReader,
  wish: RecordWish,
  page: { readonly sort: RecordSort; readonly offset: number; readonly limit: number },
): Promise<{ readonly people: readonly RecordedPerson[]; readonly total: number }> {
  demand(caller, 'read_results');
  const judged = await judgedBy(ctx, caller, wish);
  const found = await findRecordedPeople(ctx.db, caller, await filterOf(ctx, caller, wish), judged, page);
  const people = await readPeople(ctx, caller, judged, found, { ...lookedFor(wish), sort: page.sort });
  return { people, total: found[0]?.total ?? 0 };
}

/** The ids of the people, the newest order first; not a reading of their results. */
export async function findPeopleOfRecord(
  ctx: Ctx,
  caller: RecordReader,
  wish: RecordWish,
  limit: number,
): Promise<string[]> {
  demand(caller, 'read_results');
  const filter = await filterOf(ctx, caller, wish);
  const page = { sort: 'newest', offset: 0, limit } as const;
  const found = await findRecordedPeople(ctx.db, caller, filter, await judgedBy(ctx, caller, wish), page);
  return found.map(({ applicant_id }) => applicant_id);
}

type SortedPerson = FoundPerson & { readonly names: readonly [last: string, first: string] };

const NAME_LENGTH = 40;

/**
 * By surname. The names are encrypted, so that the database cannot put them in order: they are read here, and of each person
 * no more is kept than the beginning of the name.
 */
async function sortedPeople(ctx: Ctx, caller: RecordReader, filter: RecordFilter, judged: Judged) {
  const all: SortedPerson[] = [];
  let after: string | undefined;
  do {
    const found = await findRecordedPeople(ctx.db, caller, filter, judged, { after, limit: PEOPLE_PER_SORT });
    const names = await readNames(
      ctx,
      caller,
      found.map(({ applicant_id }) => applicant_id),
    );
    const short = (name: string) => name.slice(0, NAME_LENGTH);
    const namesOf = new Map(
      names.map(({ id, firstName, lastName }) => [id, [short(lastName), short(firstName)] as const]),
    );
    all.push(...found.map((one) => ({ ...one, names: namesOf.get(one.applicant_id) ?? (['', ''] as const) })));
    after = found.length < PEOPLE_PER_SORT ? undefined : found.at(-1)!.applicant_id;
  } while (after !== undefined);
  const byName = new Intl.Collator('en-GB', { sensitivity: 'base' });
  const compare = (one: SortedPerson, other: SortedPerson) =>
    byName.compare(one.names[0], other.names[0]) || byName.compare(one.names[1], other.names[1]);
  return all.sort(compare);
}

/**
 * By surname, in parts, so that an account of any size takes little memory. Nobody is in it whose form is awaited, unless they
 * work already, whose check was withdrawn or cancelled, who is restricted or erased.
 */
export async function* readCentralRecord(
  ctx: Ctx,
  caller: RecordReader,
  wish: RecordWish,
): AsyncGenerator<readonly RecordedPerson[]> {
  if (wish.withoutResults) demand(caller, 'read_results', 'read_record');
  else demand(caller, 'read_results');
  const judged = await judgedBy(ctx, caller, wish);
  const sorted = await sortedPeople(ctx, caller, await filterOf(ctx, caller, wish), judged);
  for (let at = 0; at < sorted.length; at += PEOPLE_PER_READ) {
    const found = sorted.slice(at, at + PEOPLE_PER_READ);
    yield await readPeople(ctx, caller, judged, found, { ...lookedFor(wish), file: true });
  }
}
