// Says why somebody else must approve an outcome, and what a completion therefore becomes; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { ReportMove, ReportState } from './report-states.ts';

/** Why an outcome must be approved, with the texts of the desk. */
export const approvalReasons = {
  adverse: 'The result is Consider.',
  unidentified: 'The result is Unidentified.',
  criminal_record: 'It is a criminal record report.',
  clear_anyway: 'It is Clear although something is missing.',
  new_screener: 'A screener who is new gave this outcome, or one before it.',
  in_training: 'Somebody in training in its area gave it, or an outcome before it.',
  untrained: 'Somebody gave it who is not recorded as trained in its area, or an outcome before it.',
  corrected: 'Whoever gave it, or an outcome before it, had corrected what the candidate stated.',
  sample: 'It was drawn for the quality sample.',
  monitoring: 'Monitoring found a change.',
  no_longer_adverse: 'An outcome before it was Consider.',
  provider_answer: 'A data provider proposed it.',
  result_rules: 'The client’s result rules propose another result.',
  asked_for: 'Approval was asked for.',
  sent_back: 'A reviewer sent back an outcome before it.',
  changed: 'A reviewer changed the outcome, and does not approve their own.',
} as const;
export type ApprovalReason = keyof typeof approvalReasons;

/** What the account demands besides; the names are those of its settings. */
export interface ApprovalSettings {
  readonly approveAdverse: boolean;
  readonly approveUnidentified: boolean;
  readonly approveCriminalRecords: boolean;
  readonly approveClearAnyway: boolean;
  readonly approveUntrained: boolean;
  readonly approveCorrected: boolean;
  readonly qualitySamplePercent: number;
}

/** How closely the work of a screener is looked at. */
export interface ScreenerQuality {
  /** The last day on which they count as new; null if they do not. */
  readonly newUntil: IsoDate | null;
  /** In place of the account's; null if that applies. */
  readonly samplePercent: number | null;
  /** In the area of the report. */
  readonly isTrained: boolean;
  readonly isInTraining: boolean;
}

interface CompletedWork {
  readonly isCriminalRecord: boolean;
  readonly isMonitoringChange: boolean;
  /** The screener corrected what the candidate of the order had stated. */
  readonly hasCorrected: boolean;
  /** The outcome says what is missing for it, which its screener has confirmed. */
  readonly lacksSomething: boolean;
  /** Of the outcome that was decided or sent back before; null if there is none. */
  readonly resultBefore: ReportResult | null;
  readonly screener: ScreenerQuality;
  readonly today: IsoDate;
  /** In [0, 100): always the same for this report and screener. */
  readonly draw: number;
}

const reasonsThat = (apply: Partial<Record<ApprovalReason, boolean>>): ApprovalReason[] =>
  (Object.keys(apply) as ApprovalReason[]).filter((reason) => apply[reason]);

/** The reasons that follow from the outcome and its type alone, not from its author. */
export function outcomeDemanded(
  result: ReportResult,
  { isCriminalRecord }: Pick<CompletedWork, 'isCriminalRecord'>,
  settings: ApprovalSettings,
): ApprovalReason[] {
  return reasonsThat({
    adverse: settings.approveAdverse && result === 'consider',
    unidentified: settings.approveUnidentified && result === 'unidentified',
    criminal_record: settings.approveCriminalRecords && isCriminalRecord,
  });
}

/** The reasons that apply to a screener's outcome; it is complete at once if there is none. */
export function approvalDemanded(
  result: ReportResult,
  work: CompletedWork,
  settings: ApprovalSettings,
): ApprovalReason[] {
  const { screener, today } = work;
  const ofScreener = reasonsThat({
    clear_anyway: settings.approveClearAnyway && result === 'clear' && work.lacksSomething,
    // Whoever is new or in training is so at every client: no setting takes that away.
    new_screener: screener.newUntil !== null && today <= screener.newUntil,
    in_training: screener.isInTraining,
    untrained: settings.approveUntrained && !screener.isTrained,
    corrected: settings.approveCorrected && work.hasCorrected,
    sample: work.draw < (screener.samplePercent ?? settings.qualitySamplePercent),
    monitoring: work.isMonitoringChange,
    no_longer_adverse: settings.approveAdverse && work.resultBefore === 'consider' && result !== 'consider',
  });
  return [...outcomeDemanded(result, work, settings), ...ofScreener];
}

/** Reasons that say something of one outcome, not of the report: they do not apply to another outcome. */
const ofOneOutcome: readonly ApprovalReason[] = [
  ...(['adverse', 'unidentified', 'no_longer_adverse', 'clear_anyway', 'provider_answer', 'result_rules'] as const),
];

/**
 * The reasons for an outcome that follows one that nobody approved. They include the reasons for the earlier one, whatever
 * is proposed instead. @param before of the outcome before it @param demanded of the new one alone
 */
export function reasonsFollowing(
  before: readonly ApprovalReason[] | null,
  result: ReportResult,
  demanded: readonly ApprovalReason[],
): ApprovalReason[] {
  const held = (before ?? []).filter((reason) => !ofOneOutcome.includes(reason));
  const wasAdverse = before?.some((reason) => reason === 'adverse' || reason === 'no_longer_adverse') === true;
  const adverse: ApprovalReason[] = wasAdverse && result !== 'consider' ? ['no_longer_adverse'] : [];
  return [...new Set<ApprovalReason>([...adverse, ...held, ...demanded])];
}

interface AskedMove {
  readonly move: ReportMove;
  readonly status: ReportState;
  /** The outcome differs from the one that awaits approval. */
  readonly isChanged: boolean;
  /** A person, not a provider, gave the outcome that awaits approval. */
  readonly isProposedByPerson: boolean;
  readonly reasons: readonly ApprovalReason[];
}

/** What a person's completion becomes; every other move stays. */
export function moveDemanded({ move, status, isChanged, isProposedByPerson, reasons }: AskedMove): ReportMove {
  if (move !== 'complete') return move;
  if (status !== 'awaiting_approval') return reasons.length === 0 ? 'complete' : 'await_approval';
  // Whoever changes what a colleague proposed is its author, and authors do not approve.
  return isChanged && (isProposedByPerson || reasons.length > 0) ? 'change' : 'complete';
}

/**
 * The reasons to store with a report after a move. They stay when an outcome is sent back or taken back, until somebody
 * approves the next one; only who asked for approval of their own accord may do without it. @param demanded by the move
 */
export function reasonsAfter(
  move: ReportMove,
  before: readonly ApprovalReason[] | null,
  demanded: readonly ApprovalReason[],
): readonly ApprovalReason[] | null {
  if (move === 'await_approval') return demanded.length === 0 ? ['asked_for'] : demanded;
  if (move === 'change') return [...new Set<ApprovalReason>([...demanded, 'changed'])];
  if (move === 'pause' || move === 'resume') return before;
  if (move !== 'need_more') return null;
  const kept = [...(before ?? []).filter((reason) => reason !== 'asked_for'), ...demanded];
  return kept.length === 0 ? null : [...new Set(kept)];
}
