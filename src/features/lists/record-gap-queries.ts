// What is missing of the people of the record: reports that are not complete, due for renewal, withdrawn or were never
// ordered, a right to work that has ended or is not clear, and results that nobody has decided about.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { fromConfirmations, isAgencyWorker } from '../agency-workers/agency-confirmation-queries.ts';
import { fromPlacesOf } from '../applicants/person-place-queries.ts';
import { lacksComparison } from '../checks/comparison-queries.ts';
import { lacksDecision } from '../client-decisions/undecided-queries.ts';
import { rightToWorkNames } from '../reports/right-to-work-rules.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';
import { type CriminalLevel, levels, type RecordKind } from '../stated-staff/record-kind-rules.ts';
import type { RoleNeeds } from '../stated-staff/record-need-actions.ts';
import type { RecordNeed } from '../stated-staff/record-need-rules.ts';
import { isOfSameRight } from '../work-starts/right-to-work-queries.ts';
import { isOfEarlierWork } from '../work-starts/work-start-queries.ts';
import { fromGroup, isHeldInGroup } from './group-held-queries.ts';
import { fromReports, isOfPerson, isReportOfKind, kindOfReport, standsForStated } from './record-person-queries.ts';
import { isRenewed, renewOn, renewOnElsewhere } from './renewal-queries.ts';
import { fromStated } from './stated-held-queries.ts';

/** By what somebody's record is judged. */
export interface Judged {
  readonly today: IsoDate;
  /** What everybody must have whose job role has no needs of its own. */
  readonly required: readonly RecordNeed[];
  readonly ofRoles: readonly RoleNeeds[];
  /** Whether results wait for a decision in the portal. */
  readonly asksDecisions: boolean;
  /** Whether the client is asked who compared the person with the photograph of their right to work. */
  readonly asksComparison: boolean;
}

export type RecordGapCode =
  | 'open'
  | 'overdue'
  | 'renewing'
  | 'ended'
  | 'licence_ended'
  | 'not_clear'
  | 'not_compared'
  | 'no_excuse'
  | 'unconfirmed'
  | 'stopped'
  | 'never'
  | 'level'
  | 'undecided'
  | 'agency'
  | 'agency_identity';

export interface RecordGap {
  readonly applicant_id: string;
  readonly code: RecordGapCode;
  /** null where the gap is of a kind, or of a check. */
  readonly report_type_id: number | null;
  readonly kind: RecordKind | null;
  /** Which is needed, of a criminal record. */
  readonly level: CriminalLevel | null;
  readonly order_id: number | null;
  /** Since when it is missing, or on which day it is due; null if none is known. */
  readonly day: IsoDate | null;
  readonly waiting_for: WaitingFor | null;
}

const isOpen = (alias: string): Sql => sql`${rawSql(alias)}.status in ('awaiting_data', 'paused', 'awaiting_approval')`;

/** The reports that count for a person `p`: none from before they left, where they came back. */
const fromCounted = (scope: OrderScope): Sql => sql`${fromReports(scope)} and not ${isOfEarlierWork(scope, 'r', 'c')}`;

/** Whether another report of the person establishes the same as `r`. */
const another = (scope: OrderScope, that: Sql): Sql => sql`exists (
  select from checks o
  join reports h on (h.account_id, h.environment, h.check_id) = (o.account_id, o.environment, o.id)
  where (o.account_id, o.environment, o.applicant_id) = (c.account_id, c.environment, c.applicant_id)
    and ${isOfScope(scope, sql`o.subsidiary_id`)}
    and o.status not in ('withdrawn', 'cancelled') and h.id <> r.id and not ${isOfEarlierWork(scope, 'h', 'o')}
    and (h.report_type_id = r.report_type_id or ${isOfSameRight(rawSql('h'), rawSql('r'))}) and ${that})`;

const gap = (
  code: RecordGapCode | Sql,
  given: Partial<Readonly<Record<'type' | 'kind' | 'level' | 'order' | 'day' | 'waits', Sql>>>,
) => sql`
  select p.applicant_id, ${typeof code === 'string' ? sql`${code}::text` : code} as code,
    ${given.type ?? sql`null::integer`} as report_type_id, ${given.kind ?? sql`null::text`} as kind,
    ${given.level ?? sql`null::text`} as level,
    ${given.order ?? sql`null::bigint`} as order_id, ${given.day ?? sql`null::date`} as day,
    ${given.waits ?? sql`null::text`} as waiting_for`;

const ofReport = { type: sql`r.report_type_id`, order: sql`c.order_id` };
const isOfRight = sql`r.name = any (${[...rightToWorkNames]}::text[])`;
const isLaterClear = sql`h.status = 'complete' and h.result = 'clear' and (o.order_id, h.position) > (c.order_id, r.position)`;

/** Of a right to work in the UK, by the aliases of report and check: it is clear, and the employer has no excuse by it. `rightToWorkOf` is the rule. */
const lacksExcuse = (report: string, check: string, asksComparison: boolean): Sql => {
  const r = rawSql(report);
  return sql`(${r}.name = 'right_to_work' and ${r}.status = 'complete' and ${r}.result = 'clear'
    and (coalesce(${r}.excuse = 'none', false) or (${asksComparison}::boolean and ${lacksComparison(report, check)})))`;
};

/** Of what is stated, as `s`. */
const isBeingRenewed = (scope: OrderScope): Sql => sql`exists (
  select ${fromReports(scope)} and ${isOpen('r')} and ${standsForStated('r')})`;

const isSame = (one: RecordNeed, other: RecordNeed) => one.kind === other.kind && one.level === other.level;

/** All that somebody may need, each once. */
const neededOf = (required: readonly RecordNeed[], ofRoles: readonly RoleNeeds[]): RecordNeed[] => {
  const all = [...required, ...ofRoles.flatMap(({ needs }) => needs)];
  return all.filter((need, at) => all.findIndex((other) => isSame(need, other)) === at);
};

/** One of the orders of a person `p` for the work that they do now, or what is stated of them, has one of these keys of jobs. */
const hasJob = (scope: OrderScope, roles: readonly RoleNeeds[]): Sql => {
  const keys = sql`${roles.flatMap((role) => role.keys)}::bigint[]`;
  return sql`(exists (
    select from checks c where ${isOfPerson(scope)} and c.reference_keys && ${keys} and not exists (
      select from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id) and ${isOfEarlierWork(scope, 'r', 'c')})
  ) or exists (
    select from stated_people sp
    where (sp.account_id, sp.environment, sp.applicant_id) = (${scope.accountId}, ${scope.environment}, p.applicant_id)
      and ${isOfScope(scope, sql`sp.subsidiary_id`)} and sp.job_keys && ${keys}) or exists (
    select ${fromPlacesOf(scope, sql`${scope.accountId}::uuid, ${scope.environment}::environment, p.applicant_id`)}
      and w.ends_on is null and w.job_keys && ${keys}))`;
};

/** Whether a person `p` needs it: by their job roles that have needs, otherwise as everybody. */
function isNeeded(scope: OrderScope, need: RecordNeed, required: readonly RecordNeed[], ofRoles: readonly RoleNeeds[]) {
  const ofEverybody = required.some((one) => isSame(one, need)) ? sql`true` : sql`false`;
  if (ofRoles.length === 0) return ofEverybody;
  const wanting = ofRoles.filter(({ needs }) => needs.some((one) => isSame(one, need)));
  const ofRole = wanting.length === 0 ? sql`false` : hasJob(scope, wanting);
  return sql`case when ${hasJob(scope, ofRoles)} then ${ofRole} else ${ofEverybody} end`;
}

/** Something is stated of a person `p`, or their agency confirmed it, that is what they need. */
function isHeldElsewhere(scope: OrderScope, { kind, level }: RecordNeed): Sql {
  const enough = (of: Sql) =>
    level === null ? sql`true` : sql`${of} = any (${levels.slice(levels.indexOf(level))}::text[])`;
  return sql`(exists (select ${fromStated(scope)} and s.kind = ${kind} and ${enough(sql`s.level`)})
    or exists (select ${fromConfirmations(scope)} and ${kind} = any (f.kinds) and ${enough(sql`f.level`)})
    or ${isHeldInGroup(scope, kind, level)})`;
}

const isOrdered = (scope: OrderScope, kind: RecordKind, least: CriminalLevel | null, status: Sql = sql``): Sql =>
  sql`exists (select ${fromCounted(scope)} and ${isReportOfKind('r', kind, least ?? undefined)} ${status})`;

/** Of something needed that nobody ordered, or that is of a lower level; what is open or was withdrawn is a gap of its own. */
function lacking(scope: OrderScope, need: RecordNeed, required: readonly RecordNeed[], ofRoles: readonly RoleNeeds[]) {
  const { kind, level } = need;
  const isLower = sql`${isOrdered(scope, kind, null)} or exists (select ${fromStated(scope)} and s.kind = ${kind})
    or exists (select ${fromConfirmations(scope)} and ${kind} = any (f.kinds))`;
  return sql`
  union all ${gap(level === null ? 'never' : sql`case when ${isLower} then 'level' else 'never' end`, {
    kind: sql`${kind}::text`,
    level: sql`${level}::text`,
  })}
  where ${isNeeded(scope, need, required, ofRoles)} and not ${isOrdered(scope, kind, level)} and not ${isHeldElsewhere(scope, need)}`;
}

/** An open report `r` is to establish something that a person `p` needs, and that nothing else does: what is stated may be of a lower level. */
const isWaitedFor = (scope: OrderScope, required: readonly RecordNeed[], ofRoles: readonly RoleNeeds[]): Sql =>
  neededOf(required, ofRoles).reduce(
    (any, need) => sql`${any} or (${isReportOfKind('r', need.kind, need.level ?? undefined)}
      and ${isNeeded(scope, need, required, ofRoles)} and not ${isHeldElsewhere(scope, need)}
      and not ${isOrdered(scope, need.kind, need.level, sql`and r.status = 'complete'`)})`,
    sql`false`,
  );

/** Of the worker of an agency: its written confirmation, and who saw their identity on arrival. */
const agencyGaps = (scope: OrderScope): Sql => sql`
  ${gap('agency', {})} where ${isAgencyWorker(scope)} and not exists (select ${fromConfirmations(scope)})
  union all
  ${gap('agency_identity', {})} where exists (select ${fromConfirmations(scope)} and f.seen_on is null)`;

/** The gaps of a person `p`, as rows of `RecordGap`. */
export const gapsOf = (
  scope: OrderScope,
  { today, required, ofRoles, asksDecisions, asksComparison }: Judged,
): Sql => sql`
  ${gap('open', { ...ofReport, day: sql`r.due_on`, waits: sql`case when c.status = 'awaiting_applicant' then 'candidate' else r.waiting_for end` })}
  ${fromCounted(scope)} and ${isOpen('r')} and not ${another(scope, sql`h.status = 'complete' and o.id <> c.id`)}
    and (not exists (select ${fromStated(scope)} and s.kind = ${kindOfReport('r')})
      or ${isWaitedFor(scope, required, ofRoles)})
  union all
  ${gap(sql`case when ${another(scope, isOpen('h'))} then 'renewing' else 'overdue' end`, { ...ofReport, day: renewOn(scope.accountId) })}
  from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
  where ${isOfPerson(scope)} and c.status = 'complete' and ${isRenewed} and ${renewOn(scope.accountId)} < ${today}
  union all
  ${gap(sql`case when ${isBeingRenewed(scope)} then 'renewing' else 'overdue' end`, { kind: sql`s.kind`, day: sql`d.renew_on` })}
  ${fromStated(scope)} and d.renew_on < ${today}
  union all
  ${gap('overdue', { kind: kindOfReport('r'), day: renewOnElsewhere(scope.accountId) })}
  ${fromGroup(scope)} and ${kindOfReport('r')} is not null and ${renewOnElsewhere(scope.accountId)} < ${today}
  union all
  ${gap('ended', { type: sql`r.report_type_id`, day: sql`r.permission_ends_on` })}
  ${fromGroup(scope)} and r.permission_ends_on < ${today}
  union all
  ${gap('ended', { ...ofReport, day: sql`r.permission_ends_on` })}
  ${fromCounted(scope)} and r.status = 'complete' and r.result = 'clear' and r.permission_ends_on < ${today}
    and not ${another(scope, isLaterClear)}
  union all
  ${gap('licence_ended', { ...ofReport, day: sql`r.licence_ends_on` })}
  ${fromCounted(scope)} and r.status = 'complete' and r.licence_ends_on < ${today}
    and not ${another(scope, sql`h.status = 'complete' and (o.order_id, h.position) > (c.order_id, r.position)`)}
  union all
  ${gap('not_clear', ofReport)}
  ${fromCounted(scope)} and ${isOfRight} and r.status = 'complete' and r.result <> 'clear' and not ${another(scope, isLaterClear)}
  union all
  ${gap(sql`case when ${asksComparison}::boolean and ${lacksComparison()} then 'not_compared' else 'no_excuse' end`, ofReport)}
  ${fromCounted(scope)} and ${lacksExcuse('r', 'c', asksComparison)}
    and not ${another(scope, sql`h.status = 'complete' and h.result = 'clear' and o.order_id >= c.order_id and not ${lacksExcuse('h', 'o', asksComparison)}`)}
  union all
  ${gap('unconfirmed', ofReport)}
  ${fromCounted(scope)} and r.status = 'complete' and r.result = 'clear' and r.unconfirmed <> '{}'
    and not ${lacksExcuse('r', 'c', asksComparison)}
    and not ${another(scope, sql`h.status = 'complete' and (o.order_id, h.position) > (c.order_id, r.position)`)}
  union all
  ${gap('stopped', ofReport)}
  ${fromCounted(scope)} and r.status in ('withdrawn', 'cancelled') and not ${another(scope, sql`(h.status = 'complete' or ${isOpen('h')})`)}
  ${asksDecisions ? sql`union all ${gap('undecided', { order: sql`c.order_id` })} from checks c where ${isOfPerson(scope)} and ${lacksDecision}` : sql``}
  union all ${agencyGaps(scope)}
  ${neededOf(required, ofRoles).reduce((all, need) => sql`${all} ${lacking(scope, need, required, ofRoles)}`, sql``)}`;

/** In the order in which a reader looks for them. */
export function findRecordGaps(
  db: Db,
  scope: OrderScope,
  judged: Judged,
  applicantIds: readonly string[],
): Promise<RecordGap[]> {
  return db.rows<RecordGap>(sql`
    select g.applicant_id, g.code, g.report_type_id, g.kind, g.level, g.order_id, g.day::text as day, g.waiting_for
    from (select unnest(${applicantIds}::uuid[]) as applicant_id) p
    cross join lateral (${gapsOf(scope, judged)}) g
    order by g.applicant_id, g.code, g.order_id, g.report_type_id`);
}
