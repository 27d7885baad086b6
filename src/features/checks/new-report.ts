// A report as it begins: when it is due, how it is stored, and how it reads until somebody works on it.
import type { Calendar, Jurisdiction } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { AvailableById } from '../report-types/availability-actions.ts';
import { dueDate } from '../reports/due-date-rules.ts';
import type { Report } from '../reports/report.ts';
import { noFindings } from '../reports/report-rules.ts';
import type { Check } from './check.ts';
import type { NewReport } from './check-store.ts';
import type { OrderedReport } from './ordered-report-rules.ts';

interface Ordered {
  readonly on: IsoDate;
  /** Whose calendar the order follows. */
  readonly jurisdiction: Jurisdiction;
  readonly calendar: Calendar;
  /** The day that was promised elsewhere. */
  readonly promised?: IsoDate | null | undefined;
}

/** On the promised day, else by the account's own working days, else by those of the catalogue. */
export function dueOf({ type }: OrderedReport, agreed: AvailableById, ordered: Ordered): Due {
  const workingDays = agreed.get(type.id)?.workingDays ?? type.workingDays?.value ?? null;
  const usual = dueDate(ordered.on, workingDays, ordered.jurisdiction, ordered.calendar);
  return { workingDays, dueOn: ordered.promised ?? usual };
}

type Due = Pick<NewReport, 'workingDays' | 'dueOn'>;

export function newReport(id: string, ordered: OrderedReport, provider: string, due: Due): NewReport {
  const { type, options, monitor = null, inPackage = null } = ordered;
  const { id: reportTypeId, name, variant } = type;
  return { id, reportTypeId, name, variant, options, monitor, inPackage, provider, ...due };
}

type Placed = Pick<Check, 'id' | 'createdAt' | 'startedAt'>;

export function placedReport({ dueOn: _, inPackage: _price, ...report }: NewReport, check: Placed): Report {
  return {
    ...report,
    options: report.options as Report['options'],
    checkId: check.id,
    status: 'awaiting_data',
    result: null,
    subResult: null,
    trafficLight: null,
    approvalReasons: null,
    foundChange: false,
    pausedForAnswers: false,
    createdAt: check.createdAt,
    requestedAt: check.startedAt,
    completedAt: null,
    reopenedAt: null,
    findings: noFindings,
  };
}
