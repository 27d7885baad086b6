// Judges what the form of an outcome says, asks for what must be confirmed of it, and records it: for the page of a report, and
// for the page that approves several of one order.
import { type Ctx, inTransaction } from '../../../context.ts';
import { screenReport } from '../../../features/cases/screening-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { discardDraft } from '../../../features/drafts/draft-actions.ts';
import { endInput, lacksEnd } from '../../../features/monitoring/monitor-rules.ts';
import { words } from '../../../features/report-types/breakdown.ts';
import { undecided } from '../../../features/report-types/meaning-rules.ts';
import type { SeenState } from '../../../features/reports/outcome-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import { type Outcome, saysWhy } from '../../../features/reports/report-rules.ts';
import type { ScreeningMove } from '../../../features/reports/report-states.ts';
import type { UnconfirmedReason } from '../../../features/reports/unconfirmed-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { propertyName } from '../../shared/fields/property-fields.ts';
import type { UserOf } from '../../shared/shell.ts';
import { withoutUnexamined } from './known-particulars.ts';
import { type OutcomeForm, outcomeOf, type ReadOutcome } from './outcome-form.ts';
import { rulesProblems } from './proposed-result.ts';
import { colleagueProblems } from './report-claim.ts';
import { type OpenedForWork, outcomeDraft } from './report-drafts.ts';
import { typeForJob, typeOf } from './report-moves.ts';
import { anywayProblems, askedProblems, type Confirmed, isPublished, noteAnyway } from './unconfirmed.ts';

export const readOutcome = (opened: OpenedForWork, form: OutcomeForm): ReadOutcome =>
  outcomeOf(withoutUnexamined(form, opened.known), opened.report, typeForJob(opened), opened.person);

/** A monitored report that ends on a day nobody stated would never be looked at again. */
const endProblems = ({ monitor }: Report, outcome: Outcome): FieldMessages =>
  monitor !== null && lacksEnd(monitor, outcome.findings)
    ? { [propertyName(endInput(monitor))]: ['Enter the day on which it ends: it is looked at again before then'] }
    : {};

/** Each hit of a source takes a decision before the outcome is released. */
const decisionProblems = (report: Report, outcome: Outcome): FieldMessages =>
  Object.fromEntries(
    undecided(typeOf(report), outcome.findings.properties).map(({ path, label }) => [
      propertyName(path),
      [`${label}: select the decision`],
    ]),
  );

/** A client who reads Consider or Unidentified must learn why. */
const saidProblems = (report: Report, outcome: Outcome): FieldMessages =>
  saysWhy(typeOf(report), outcome)
    ? {}
    : { notes: [`Write for the client why it is ${words(outcome.result)}, or record the finding that says it`] };

/** What is wrong with the outcome itself, by input. */
export const outcomeProblems = async (
  ctx: Ctx,
  opened: OpenedForWork,
  { outcome, problems }: ReadOutcome,
): Promise<FieldMessages> => ({
  ...decisionProblems(opened.report, outcome),
  ...problems.fields,
  ...endProblems(opened.report, outcome),
  ...(await askedProblems(ctx, opened, outcome)),
  ...saidProblems(opened.report, outcome),
});

interface Confirming {
  readonly decided: Confirmed;
  /** The form as sent. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly rulesReason: string;
}

/** What somebody has yet to confirm before the outcome counts, by input. */
export const confirmationProblems = async (
  ctx: Ctx,
  user: UserOf<'desk'>,
  opened: OpenedForWork,
  { decided: { anyway, outcome }, body, rulesReason }: Confirming,
): Promise<FieldMessages> => ({
  ...(anyway && anywayProblems(anyway)),
  ...colleagueProblems(user, opened, body),
  ...(await rulesProblems(ctx, opened, outcome, rulesReason)),
});

/** What must be approved awaits approval instead of being complete. */
function doneBy(move: ScreeningMove, before: Report, { reports }: Check): ScreeningMove {
  const isAwaiting = reports.some(({ id, status }) => id === before.id && status === 'awaiting_approval');
  if (move !== 'complete' || !isAwaiting) return move;
  return before.status === 'awaiting_approval' ? 'change' : 'await_approval';
}

interface Sent {
  readonly move: ScreeningMove;
  /** Undefined for a move that decides nothing. */
  readonly decided: Confirmed | undefined;
  readonly seen: SeenState | undefined;
  readonly rulesReason: string;
}

/** Moves the report, ends the draft of its outcome, and notes what was confirmed all the same. */
export function recordOutcome(
  ctx: Ctx,
  user: UserOf<'desk'>,
  opened: OpenedForWork,
  { move, decided, seen, rulesReason }: Sent,
) {
  const { report } = opened;
  return inTransaction(ctx, async (tx) => {
    const { anyway } = decided ?? {};
    const isAnyway = anyway !== undefined && anyway.unconfirmed.length > 0;
    const because = isAnyway && isPublished(anyway.result) && { unconfirmedBecause: anyway.code as UnconfirmedReason };
    const outcome = decided && { outcome: decided.outcome, seen, otherThanRules: rulesReason };
    const check = await screenReport(tx, user, report.id, { move, ...outcome, ...because });
    if (isAnyway) await noteAnyway(tx, user, report.id, anyway);
    const draft = outcomeDraft(user, opened);
    if (decided !== undefined && draft !== undefined) await discardDraft(tx, draft);
    return doneBy(move, report, check);
  });
}
