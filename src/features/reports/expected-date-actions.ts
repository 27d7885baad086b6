// Reads when open reports and checks are expected: by the account's own durations, or else by the catalogue.
import { type Caller, type Ctx, type Environment, timeFor } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { basisOf, type Expected, expectedCheck, expectedReport, type OpenReport } from './expected-date-rules.ts';
import { findOpenReports, findTypeHistories, type OpenReportRow } from './report-history-queries.ts';

export type Basis = ReturnType<typeof basisOf>;

export interface ExpectedDates {
  /** Of the check; null if that is not known of one of its open reports. */
  readonly check: Expected | null;
  /** By the ids of the open reports. */
  readonly reports: ReadonlyMap<string, Expected | null>;
  /** What each date rests on, by the ids of the open reports. */
  readonly bases: ReadonlyMap<string, Basis>;
}

type Durations = Pick<OpenReportRow, 'completed' | 'median_days' | 'p90_days'>;

const historyOf = ({ completed, median_days, p90_days }: Durations): OpenReport['history'] =>
  median_days === null || p90_days === null ? null : { completed, medianDays: median_days, p90Days: p90_days };

const openReportOf = (row: OpenReportRow): OpenReport => ({
  beganOn: row.began_on,
  dueOn: row.due_on,
  isDueSet: row.due_on_is_set,
  history: historyOf(row),
});

/** When the open reports of a check are expected, on the account's clock. */
export async function readExpectedDates(ctx: Ctx, caller: Caller, checkId: string): Promise<ExpectedDates> {
  const rows = await findOpenReports(ctx.db, caller, checkId);
  const today = ukDateOf(timeFor(ctx, caller));
  const reports = new Map(rows.map((row) => [row.id, expectedReport(openReportOf(row), today)] as const));
  const bases = new Map(rows.map((row) => [row.id, basisOf(openReportOf(row))] as const));
  return { check: expectedCheck([...reports.values()]), reports, bases };
}

/** A row of a list of open reports of several accounts, which the reader may see. */
interface ListedReport {
  readonly report_id: string;
  readonly account_id: string;
  readonly environment: Environment;
  readonly report_type_id: number;
  readonly requested_at: Date;
  readonly reopened_at: Date | null;
  readonly due_on: string | null;
  readonly due_on_is_set: boolean;
  readonly clock_offset_seconds: number;
}

export interface ExpectedReport extends Expected {
  readonly basis: Basis;
}

/** By the ids of the reports; leaves out a report without a known date. */
export async function readExpectedOfListed(
  ctx: Pick<Ctx, 'db' | 'now'>,
  listed: readonly ListedReport[],
): Promise<ReadonlyMap<string, ExpectedReport>> {
  if (listed.length === 0) return new Map();
  const types = listed.map(({ account_id, environment, report_type_id }) => ({
    accountId: account_id,
    environment,
    reportTypeId: report_type_id,
  }));
  const histories = await findTypeHistories(ctx.db, types);
  const byType = new Map(histories.map((row) => [`${row.account_id} ${row.report_type_id}`, row]));
  const expected = listed.map((row): [string, ExpectedReport | undefined] => {
    const durations = byType.get(`${row.account_id} ${row.report_type_id}`);
    const history = durations === undefined ? null : historyOf(durations);
    const { due_on: dueOn, due_on_is_set: isDueSet } = row;
    const report = { beganOn: ukDateOf(row.reopened_at ?? row.requested_at), dueOn, isDueSet, history };
    const today = ukDateOf(new Date(ctx.now().getTime() + row.clock_offset_seconds * 1000));
    const found = expectedReport(report, today);
    return [row.report_id, found === null ? undefined : { ...found, basis: basisOf(report) }];
  });
  return new Map(expected.filter((pair): pair is [string, ExpectedReport] => pair[1] !== undefined));
}
