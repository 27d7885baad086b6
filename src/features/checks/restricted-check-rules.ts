// What remains possible with the check of a restricted person, and what others than the desk see of it; pure.
import { type Asker, seesRestricted } from '../access/permissions.ts';
import { restrictedReport } from '../reports/report-rules.ts';
import type { ReportMove } from '../reports/report-states.ts';
import type { Check } from './check.ts';
import { resultOf } from './check-rules.ts';
import type { CheckMove, CheckState } from './check-states.ts';

/** A restriction keeps nobody from ending what is done with the data. */
export const endsWork = (move: ReportMove): boolean => move === 'withdraw' || move === 'cancel';

/** While a person is restricted nothing says that there are results: the check completes when the restriction is lifted. */
export const waitsForLifting = (check: Pick<Check, 'isRestricted' | 'reports'>, move: CheckMove): boolean =>
  move === 'complete' && check.isRestricted && resultOf(check.reports) !== null;

const held: ReadonlySet<CheckState> = new Set(['in_progress', 'complete']);

type Shown = Pick<Check, 'status' | 'isRestricted'>;

/** One of the states that the interface has for what waits, also if it is complete. */
export const statusSeenBy = (by: Asker, { status, isRestricted }: Shown): CheckState =>
  isRestricted && !seesRestricted(by) && held.has(status) ? 'on_hold' : status;

/** Without results. */
const restrictedCheck = (check: Check): Check => ({
  ...check,
  ...(held.has(check.status) ? { status: 'on_hold', completedAt: null } : {}),
  result: null,
  reports: check.status === 'awaiting_applicant' ? check.reports : check.reports.map(restrictedReport),
});

export const checkSeenBy = (by: Asker, check: Check): Check =>
  check.isRestricted && !seesRestricted(by) ? restrictedCheck(check) : check;
