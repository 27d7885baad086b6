// What is done with many reports at once, and why one of them is left out; pure. Each rule is that of the single action.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addWorkingDays, type IsoDate } from '../../lib/dates.ts';
import { isRestrictedRefusal, type Refusal } from '../../lib/refusal.ts';
import { mayDo, type Permission, type Permitted } from '../access/permissions.ts';
import { listsOf } from '../references/claim-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { allowsAction, type ReportAction } from '../reports/report-action-rules.ts';
import { nextReportState, type ReportState, type ScreeningMove } from '../reports/report-states.ts';
import { permissionFor } from './screening-rules.ts';

/** More take so long that somebody would send them again: the rest is done in a second go. */
export const mostAtOnce = 1000;

interface Act {
  /** Of those whose reports are in work: a state may demand another one. */
  readonly permission: Permission;
  readonly move?: ScreeningMove;
  readonly action?: ReportAction;
}

export const bulkActs = {
  due: { permission: 'claim_reports', action: 'plan' },
  urgent: { permission: 'claim_reports', action: 'plan' },
  usual: { permission: 'claim_reports', action: 'plan' },
  note: { permission: 'write_notes', action: 'write_note' },
  message: { permission: 'write_notes', action: 'write_note' },
  pause: { permission: 'record_outcomes', move: 'pause' },
  resume: { permission: 'record_outcomes', move: 'resume' },
  ask: { permission: 'ask_references', action: 'use_references' },
  unable: { permission: 'record_outcomes', action: 'close_unverified' },
  assign: { permission: 'assign_reports', action: 'claim' },
  withdraw: { permission: 'close_reports', move: 'withdraw' },
  cancel: { permission: 'close_reports', move: 'cancel' },
} as const satisfies Readonly<Record<string, Act>>;
export type BulkAct = keyof typeof bulkActs;
export const bulkActNames = Object.keys(bulkActs) as readonly BulkAct[];

/** `same`: it is already as it was to become; `gone`: the report is not the screener's to see, or its candidate is erased. */
export const leftReasons = [
  'same',
  'ordered_urgent',
  'state',
  'permission',
  'restricted',
  'gone',
  'no_date',
  'moved',
  'other_account',
  'untrained',
  'no_approver',
  'own_proposal',
  'came_meanwhile',
  'other_reason',
  'unasked',
  'draft',
  'incomplete',
  'asks_nobody',
  'asked_already',
  'no_consent',
  'no_contact',
  'objection',
  'partly',
] as const;
export type LeftBecause = (typeof leftReasons)[number];

interface Chosen {
  readonly status: ReportState;
  readonly is_priority: boolean;
  readonly is_ordered_urgent: boolean;
  readonly report_type_id: number;
}

const asksReferees = (reportTypeId: number): boolean => {
  const type = reportTypeById(reportTypeId);
  return type !== undefined && listsOf(type).length > 0;
};

/** Why the act is not possible on the report; undefined if nothing is known against it. */
export function whyLeftOut(
  who: Permitted,
  { status, is_priority: isUrgent, is_ordered_urgent: isOrderedUrgent, report_type_id: typeId }: Chosen,
  act: BulkAct,
): LeftBecause | undefined {
  const { permission, move, action }: Act = bulkActs[act];
  const isPossible =
    (move === undefined || nextReportState(status, move) !== undefined) &&
    (action === undefined || allowsAction(status, action));
  if (!isPossible) return 'state';
  if (!mayDo(who, move === undefined ? permission : permissionFor(move, status))) return 'permission';
  if (act === 'urgent') return isUrgent ? 'same' : undefined;
  if (act === 'usual' && isUrgent && isOrderedUrgent) return 'ordered_urgent';
  if (act === 'usual') return isUrgent ? undefined : 'same';
  if (act === 'ask' && !asksReferees(typeId)) return 'asks_nobody';
  return undefined;
}

/** What a refusal of the single action says of one of many; undefined if it says that what was typed is wrong. */
export function leftAfter(error: Refusal): LeftBecause | undefined {
  const { reason } = error;
  if (reason === 'state_does_not_allow') return isRestrictedRefusal(error) ? 'restricted' : 'state';
  if (reason === 'not_found') return 'gone';
  if (reason === 'already_taken') return 'moved';
  return reason === 'not_permitted' ? 'permission' : undefined;
}

/** To a day, or by so many working days from the day that the screener saw. */
export type DueTarget = { readonly day: IsoDate } | { readonly workingDays: number };

/**
 * The day by which the report is due then, or why it is left out. Counted from the day that was seen, so that the same
 * form sent twice moves nothing twice.
 */
export function dueTarget(
  { due_on: dueOn }: { readonly due_on: IsoDate | null },
  seen: IsoDate | null,
  target: DueTarget,
  calendar: Calendar,
): { readonly day: IsoDate } | { readonly because: LeftBecause } {
  if ('workingDays' in target && seen === null) return { because: 'no_date' };
  const day = 'day' in target ? target.day : addWorkingDays(seen!, target.workingDays, calendar.england_and_wales);
  if (dueOn === day) return { because: 'same' };
  return dueOn === seen ? { day } : { because: 'moved' };
}
