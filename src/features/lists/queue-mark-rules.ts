// What a report in work is marked with in the queue: why it came back, or what is to be read first; pure.
import { isCheckedAnew, monitorPlanNames } from '../report-types/monitoring.ts';

/**
 * Somebody who was to approve its outcome wants more, monitoring found a change or asks for a new check, a supplier answered,
 * a supplier is to be chased, or a query was answered.
 */
export type Mark = 'sent_back' | 'change_found' | 'check_again' | 'source_answered' | 'chase_due' | 'answered';

/** Those that end when the answer is read. */
export const answeredMarks: ReadonlySet<Mark | null> = new Set(['source_answered', 'answered']);

/** The law asks for their follow-up, although nothing was found. */
export const plansCheckedAnew = monitorPlanNames.filter(isCheckedAnew);
