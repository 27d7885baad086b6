// What the reports of a check say of the right to work: whether somebody may start on it, and until when it lasts; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { verdictsIn } from '../assessments/assessment-rules.ts';
import { endOf } from '../report-types/monitored-end-rules.ts';
import { licenceEndOf } from './licence-rules.ts';
import type { Report } from './report.ts';
import { isOpen } from './report-states.ts';

/** The names of the report types that establish it. */
export const rightToWorkNames = ['right_to_work', 'right_to_work_international'] as const;

export const isOfRightToWork = ({ name }: Pick<Report, 'name'>) => rightToWorkNames.some((one) => one === name);

/** Whether a complete right to work gives the employer a statutory excuse, as it was judged. */
export type Excuse = 'given' | 'none';

/**
 * null where nobody judged it: it is no right to work in the UK, or a program completed it. Who gives Clear and says no way in
 * which it was checked gives none.
 */
export function excuseIn({ name, findings }: Pick<Report, 'name' | 'findings'>): Excuse | null {
  if (name !== 'right_to_work') return null;
  const verdict = verdictsIn(findings.properties).find(({ rule }) => rule.startsWith('right_to_work'));
  if (verdict !== undefined) return verdict.is_met ? 'given' : 'none';
  const isWayLeftOut = (findings.properties.route ?? '') === '';
  return isWayLeftOut && findings.unconfirmed?.some(({ code }) => code === 'particular') === true ? 'none' : null;
}

/**
 * Why nobody may start on it. `not_compared`: the client is asked who compared the person with the photograph, and nobody said
 * so. `no_excuse`: a screener found that it gives no statutory excuse.
 */
export type RightToWorkLack = 'missing' | 'open' | 'not_clear' | 'ended' | 'not_compared' | 'no_excuse';

/** Whether it, or that nothing lacks, tells a result: only who may read results is told. */
export const tellsResult = (lack: RightToWorkLack | undefined): boolean => lack !== 'missing' && lack !== 'open';

/** In the UK the variants are ways to establish the one right, elsewhere countries. */
const rightOf = ({ name, variant }: RightToWorkReport) => (name === 'right_to_work' ? name : `${name}:${variant}`);

export interface RightToWorkReport extends Pick<Report, 'name' | 'variant' | 'status' | 'result'> {
  readonly orderId: number;
  readonly permissionEndsOn: IsoDate | null;
  readonly excuse: Excuse | null;
  /** The client is asked to record a comparison for it, and has not; not where the excuse was given without. */
  readonly lacksComparison: boolean;
}

/** Of a right with several reports one with an excuse is enough. */
function excuseLack(reports: readonly RightToWorkReport[]): RightToWorkLack | undefined {
  if (reports.some(({ lacksComparison, excuse }) => !lacksComparison && excuse !== 'none')) return undefined;
  return reports.some(({ lacksComparison }) => lacksComparison) ? 'not_compared' : 'no_excuse';
}

/** Of one right: the newest report of each type in the newest order, because a later order follows up an earlier one. */
function standing(reports: readonly RightToWorkReport[]): RightToWorkReport[] {
  const ofOrder = reports.filter(({ orderId }) => orderId === reports.at(-1)!.orderId);
  return [...new Map(ofOrder.map((report) => [report.variant, report])).values()];
}

/** Whether somebody may work, and until when. */
export interface RightToWork {
  /** Why they may not start work; undefined if they may. */
  readonly lack: RightToWorkLack | undefined;
  /** The last day of a permission that ends; null if none was found. */
  readonly endsOn: IsoDate | null;
}

/** Without it nobody may start, whatever was decided about them; who checks it elsewhere ordered no report on it. */
export const lacksRightToWork = ({ lack }: Pick<RightToWork, 'lack'>): boolean =>
  lack !== undefined && lack !== 'missing';

/**
 * Every right to work that was ordered must be complete and clear, must last, and must give its excuse.
 * @param reports the newest last
 * @param day that of the start, or today if that is later
 */
export function rightToWorkOf(reports: readonly RightToWorkReport[], day: IsoDate): RightToWork {
  const of = (lack: RightToWorkLack | undefined, endsOn: IsoDate | null = null) => ({ lack, endsOn });
  const checked = reports.filter(isOfRightToWork).filter(({ status }) => isOpen(status) || status === 'complete');
  const rights = [...Map.groupBy(checked, rightOf).values()];
  const standings = rights.map(standing);
  const judged = standings.flat();
  if (judged.length === 0) return of('missing');
  // One that is open again, or awaits approval, has a result that nobody may rely on.
  if (judged.some(({ status }) => isOpen(status))) return of('open');
  if (judged.some(({ result }) => result !== 'clear')) return of('not_clear');
  const [endsOn = null] = rights.flatMap((ofRight) => ofRight.at(-1)!.permissionEndsOn ?? []).toSorted();
  if (endsOn !== null && endsOn < day) return of('ended', endsOn);
  const lacks = standings.map(excuseLack);
  return of(lacks.find((lack) => lack === 'not_compared') ?? lacks.find((lack) => lack !== undefined), endsOn);
}

/** The last day of the permission that was found, and with it of the employer's excuse; null if none ends or none is stated. */
export const permissionEndOf = (report: Pick<Report, 'name' | 'findings'>): IsoDate | null =>
  isOfRightToWork(report) ? (endOf('before_expiry', report.findings) ?? null) : null;

/** What of the findings of a report lists find it by; nothing of it is about a person. */
export interface ListedFindings {
  readonly permissionEndsOn: IsoDate | null;
  readonly licenceEndsOn: IsoDate | null;
  /** The codes of what was not confirmed. */
  readonly unconfirmed: readonly string[];
  readonly excuse: Excuse | null;
}

export const listedOf = (report: Pick<Report, 'name' | 'findings'>): ListedFindings => ({
  permissionEndsOn: permissionEndOf(report),
  licenceEndsOn: licenceEndOf(report),
  unconfirmed: [...new Set(report.findings.unconfirmed?.map(({ code }) => code))],
  excuse: excuseIn(report),
});

/**
 * The day on which a UK right to work was checked, where that was after the start of work: the check gives no statutory
 * excuse then. Of several ways to check it, one in time is enough.
 */
export function lateCheckOf(
  reports: readonly Pick<Report, 'name' | 'status' | 'result' | 'findings'>[],
  startsOn: IsoDate,
): IsoDate | undefined {
  const days = reports
    .filter(({ name, status, result }) => name === 'right_to_work' && status === 'complete' && result === 'clear')
    .flatMap(({ findings: { properties } }) =>
      typeof properties.checked_on === 'string' ? properties.checked_on : [],
    );
  const [first] = days.toSorted();
  return first !== undefined && first > startsOn ? first : undefined;
}
