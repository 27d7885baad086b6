// Whether a barred list that an order searches has an answer before somebody starts in regulated activity: the enhanced
// certificate is open, and what the catalogue has ahead of it does not say that they are not barred; pure.
import { catalogue } from '../report-types/catalogue.ts';
import { orderedLists } from '../report-types/ordered-list-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { isOpen } from '../reports/report-states.ts';
import type { BarredListName } from '../value-sets/refinement-values.ts';

/** By report type: the list that it answers ahead of the certificate. */
const ahead: Readonly<Record<BarredListName, string>> = {
  adults_barred_list: 'dbs_adult_first',
  children_barred_list: 'childrens_barred_list_standalone',
};

const isAhead = ({ name }: Pick<ReportType, 'name'>) => Object.values(ahead).includes(name);

/** The types whose reports are judged. */
export const typesWithLists: readonly number[] = catalogue
  .filter((type) => isAhead(type) || type.barredLists.length > 0 || type.options.some(({ name }) => name in ahead))
  .map(({ id }) => id);

export interface ListReport extends Pick<Report, 'reportTypeId' | 'options' | 'status' | 'result'> {
  /** Of the order itself, not of a later one of the person. */
  readonly isOwn: boolean;
}

/** Whether one of these reports searches a barred list: the work is regulated activity. */
export const searchesList = (reports: readonly Pick<Report, 'reportTypeId' | 'options'>[]): boolean =>
  reports.some(({ reportTypeId, options }) => {
    const type = reportTypeById(reportTypeId);
    return type !== undefined && orderedLists(type, options).length > 0;
  });

/** `wait`: what came ahead says to wait for the certificate, which tells a result. */
export type ListState = 'not_ordered' | 'open' | 'wait';

export interface BarredListLack {
  readonly list: BarredListName;
  readonly state: ListState;
  /** The type of report by which it is answered ahead of the certificate; undefined where the catalogue has none. */
  readonly by: ReportType | undefined;
}

/** Only the DBS answers its lists ahead of a certificate of its own. */
const aheadOf = (list: BarredListName, { certificate }: ReportType) =>
  certificate?.issuer === 'dbs' ? catalogue.find(({ name }) => name === ahead[list]) : undefined;

function stateOf(list: BarredListName, reports: readonly ListReport[]): ListState | undefined {
  const typed = reports.map((report) => ({ ...report, type: reportTypeById(report.reportTypeId)! }));
  const isCertificate = ({ type, options }: (typeof typed)[number]) =>
    !isAhead(type) && orderedLists(type, options).includes(list);
  if (typed.some((report) => report.status === 'complete' && isCertificate(report))) return undefined;
  const first = typed.filter(({ type }) => type.name === ahead[list]);
  const complete = first.filter(({ status }) => status === 'complete');
  if (complete.length > 0) return complete.at(-1)!.result === 'clear' ? undefined : 'wait';
  return first.some(({ status }) => isOpen(status)) ? 'open' : 'not_ordered';
}

/**
 * For each list that an open certificate of the order searches and that nothing has answered.
 * @param reports of the order and of the later ones of the person, the newest last
 */
export function barredListLacks(reports: readonly ListReport[]): BarredListLack[] {
  const open = reports
    .filter(({ isOwn, status }) => isOwn && isOpen(status))
    .map(({ reportTypeId, options }) => ({ type: reportTypeById(reportTypeId)!, options }))
    .filter(({ type }) => !isAhead(type));
  const sought = new Map(open.flatMap(({ type, options }) => orderedLists(type, options).map((list) => [list, type])));
  return [...sought].flatMap(([list, type]) => {
    const state = stateOf(list, reports);
    return state === undefined ? [] : [{ list, state, by: aheadOf(list, type) }];
  });
}
