// Asks the screener to confirm what a Clear or a Consider does not rest on, with a reason, and what an outcome withdraws.
import { isDeepStrictEqual } from 'node:util';
import { type Ctx, todayFor } from '../../../context.ts';
import { addNote } from '../../../features/cases/note-actions.ts';
import {
  hasEvidence,
  type Outstanding,
  readOutstanding,
  readUnasked,
  withCurrentDifferences,
} from '../../../features/cases/outstanding-actions.ts';
import type { OpenedReport, Screener } from '../../../features/cases/screening-actions.ts';
import { certificateOrderOf } from '../../../features/checks/certificate-order-rules.ts';
import { isIdentityCertain } from '../../../features/fact-corrections/fact-correction-actions.ts';
import { employmentsIn } from '../../../features/references/stated-job-rules.ts';
import { words } from '../../../features/report-types/breakdown.ts';
import { isCriminalRecord } from '../../../features/report-types/report-type-rules.ts';
import { contradictedParticulars } from '../../../features/reports/contradiction-rules.ts';
import { certificateOfOther } from '../../../features/reports/order-key-actions.ts';
import { isSameOutcome } from '../../../features/reports/outcome-actions.ts';
import { type Outcome, trafficLightOf } from '../../../features/reports/report-rules.ts';
import {
  isDocumentSeen,
  needsWords,
  reasonsFor,
  type Unconfirmed,
  type UnconfirmedReason,
  unconfirmedOf,
  unconfirmedReasons,
  unconfirmedSentence,
  withPeriods,
} from '../../../features/reports/unconfirmed-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { propertyName } from '../../shared/fields/property-fields.ts';
import { askFirst, readAcceptance } from './client-acceptance.ts';
import { typeOf } from './report-moves.ts';
import { reportNeeds } from './report-needs.ts';

/** What the box asks, as typed. */
export interface Anyway {
  readonly unconfirmed: readonly Unconfirmed[];
  /** The open requests that the outcome withdraws. */
  readonly withdraws: readonly string[];
  /** The note for the client that stands from another result; undefined if there is none, or it was changed. */
  readonly earlierNote: string | undefined;
  readonly noteHolds: boolean;
  readonly isTicked: boolean;
  readonly code: string;
  readonly text: string;
  readonly isOfCriminalRecord: boolean;
  readonly result: Outcome['result'];
  /** Who of the client accepts it without, when, and in which words; undefined while nobody has answered. */
  readonly acceptance: string | undefined;
}

/** The model of `unconfirmed.njk`. */
export const anywayModel = ({ unconfirmed, code, isOfCriminalRecord, result, acceptance, ...shown }: Anyway) => ({
  ...shown,
  resultText: words(result),
  isPublished: isPublished(result),
  textHint: needsWords(unconfirmed, 'judged_minor', isOfCriminalRecord)
    ? `Needed with “${unconfirmedReasons.judged_minor}”: what was looked at, and where.`
    : undefined,
  sentences: unconfirmed.map(unconfirmedSentence),
  reasons: reasonsFor(result).map((value) => ({
    value,
    text: unconfirmedReasons[value],
    checked: value === code,
    ...(value === CLIENT_ACCEPTS && { hint: { text: acceptance ?? `${askFirst}.` } }),
  })),
});

/** Clients read of a Clear alone what it does not rest on: what was found of a candidate stands for itself. */
export const isPublished = (result: Outcome['result']): boolean => result === 'clear';

const LONGEST_TEXT = 2000;
const CLIENT_ACCEPTS: UnconfirmedReason = 'client_accepts';

const noteProblems = ({ earlierNote, noteHolds }: Anyway): FieldMessages =>
  earlierNote === undefined || noteHolds
    ? {}
    : { note_holds: ['Confirm that the note for the client still holds, or change it'] };

export function anywayProblems(anyway: Anyway): FieldMessages {
  const { unconfirmed, withdraws, isTicked, code, text, isOfCriminalRecord, result } = anyway;
  const ofNote = noteProblems(anyway);
  if (unconfirmed.length + withdraws.length === 0) return ofNote;
  if (unconfirmed.length === 0)
    return { ...ofNote, ...(isTicked ? {} : { anyway: ['Confirm that nobody is to answer any more'] }) };
  return {
    ...ofNote,
    ...(isTicked
      ? {}
      : { anyway: [`Confirm that it is ${words(result)} although this is missing, or change the outcome`] }),
    ...(reasonsFor(result).some((reason) => reason === code)
      ? {}
      : { anyway_reason: [`Select why it is ${words(result)} all the same`] }),
    ...(code === CLIENT_ACCEPTS && anyway.acceptance === undefined ? { anyway_reason: [askFirst] } : {}),
    ...(text.length <= LONGEST_TEXT ? {} : { anyway_text: [`Write at most ${LONGEST_TEXT} characters`] }),
    ...(text === '' && needsWords(unconfirmed, code, isOfCriminalRecord)
      ? { anyway_text: ['Say what was looked at, and why it does not change the result'] }
      : {}),
  };
}

/** “No reply” and “refused” say what came of asking: somebody was asked, by mail, by telephone or by a supplier. */
export async function askedProblems(
  ctx: Ctx,
  opened: OpenedReport,
  { findings }: Pick<Outcome, 'findings'>,
): Promise<FieldMessages> {
  const unasked = (await readUnasked(ctx, opened, findings)).map((place) => [
    propertyName(`employments.${place}.not_confirmed_because`),
    [
      `Nobody was asked about ${employmentsIn(findings)[place]!.employer}: ask for the reference or log the call first, or choose another reason`,
    ],
  ]);
  return Object.fromEntries(unasked);
}

const typedText = (value: unknown) => (typeof value === 'string' ? value.trim().replaceAll('\r\n', '\n') : '');

/** An outcome that is approved as it was proposed. */
function isAsProposed({ report }: OpenedReport, outcome: Outcome): boolean {
  const light = trafficLightOf(outcome.result, outcome.trafficLight);
  const asKept = { ...withUnconfirmed(outcome, report.findings.unconfirmed ?? []), trafficLight: light };
  // What the client's rules say of it is not typed.
  const { result_rules: _, ...findings } = report.findings;
  return report.status === 'awaiting_approval' && isSameOutcome(asKept, { ...report, findings });
}

/**
 * What the outcome lacks. An outcome that is approved as a person proposed it keeps what it says of itself; only the times
 * that nothing verifies are read anew, because the sheet beside them is read anew too.
 */
async function lackedBy(
  ctx: Ctx,
  opened: OpenedReport,
  outcome: Outcome,
  outstanding: Outstanding,
): Promise<readonly Unconfirmed[]> {
  const { check, report, caller } = opened;
  const isProposed = isAsProposed(opened, outcome);
  const isOfProvider = isProposed && report.approvalReasons?.includes('provider_answer') === true;
  if (isProposed && !isOfProvider)
    return isPublished(outcome.result) ? withPeriods(report.findings.unconfirmed ?? [], outstanding.periods) : [];
  if (outcome.result !== 'clear' && outcome.result !== 'consider') return [];
  const isConfirmed = await isIdentityCertain(ctx, check);
  // A provider compares what it was sent: only a person says that they saw the document.
  const isSeen = isConfirmed || (!isOfProvider && isDocumentSeen(typeOf(report), outcome));
  const today = todayFor(ctx, caller);
  const needs = reportNeeds(opened, today);
  return unconfirmedOf(typeOf(report), outcome, {
    isIdentityConfirmed: isConfirmed,
    unmet: needs
      .filter(({ findings }) => findings.length > 0)
      .filter(({ id }) => id !== 'identity_documents' || !isSeen)
      .map(({ label }) => label),
    isOfProvider,
    hasEvidence: await hasEvidence(ctx, opened),
    order: certificateOrderOf(opened),
    identityVerdicts: check.order.identity_evidence?.verdicts ?? [],
    contradicted: [
      ...contradictedParticulars(typeOf(report), outcome.findings, { facts: check.order.facts, today }),
      ...(await certificateOfOther(ctx, caller, { id: check.applicantId, facts: check.order.facts }, outcome.findings)),
    ],
    ...outstanding,
  });
}

function withUnconfirmed(outcome: Outcome, unconfirmed: readonly Unconfirmed[]): Outcome {
  const { unconfirmed: _, ...findings } = outcome.findings;
  const isKept = unconfirmed.length > 0 && isPublished(outcome.result);
  return { ...outcome, findings: isKept ? { ...findings, unconfirmed } : findings };
}

/** The client read the note of a report that was opened again beside its former result. */
function earlierNoteOf({ report }: OpenedReport, { result, findings }: Outcome): string | undefined {
  const { notes } = report.findings;
  const isOther = report.reopenedAt !== null && report.result !== null && report.result !== result;
  return isOther && notes !== '' && findings.notes === notes ? notes : undefined;
}

export interface Confirmed {
  readonly outcome: Outcome;
  /** What must be confirmed; undefined if there is nothing, or it was confirmed for this report before. */
  readonly anyway: Anyway | undefined;
}

export async function confirmedOutcome(
  ctx: Ctx,
  opened: OpenedReport,
  typed: Outcome,
  body: Readonly<Record<string, unknown>>,
): Promise<Confirmed> {
  const given = isAsProposed(opened, typed)
    ? typed
    : { ...typed, findings: await withCurrentDifferences(ctx, opened, typed.findings) };
  const outstanding = await readOutstanding(ctx, opened, given.findings);
  const all = await lackedBy(ctx, opened, given, outstanding);
  const outcome = withUnconfirmed(given, all);
  const unconfirmed = isDeepStrictEqual(all, opened.report.findings.unconfirmed ?? []) ? [] : all;
  const { withdraws } = outstanding;
  const earlierNote = earlierNoteOf(opened, given);
  if (unconfirmed.length + withdraws.length === 0 && earlierNote === undefined) return { outcome, anyway: undefined };
  const isTicked = body.anyway === 'yes';
  const because = { code: typedText(body.anyway_reason), text: typedText(body.anyway_text) };
  const isOfCriminalRecord = isCriminalRecord(opened.report.reportTypeId);
  const note = { earlierNote, noteHolds: body.note_holds === 'yes' };
  const { result } = outcome;
  const acceptance = await readAcceptance(ctx, opened);
  const anyway = { unconfirmed, withdraws, ...note, isTicked, ...because, isOfCriminalRecord, result, acceptance };
  return { outcome, anyway };
}

/** Tells the desk what was confirmed all the same, and why. */
export async function noteAnyway(tx: Ctx, user: Screener, reportId: string, anyway: Anyway): Promise<void> {
  const reason = unconfirmedReasons[anyway.code as UnconfirmedReason];
  const lines = [
    `${words(anyway.result)} all the same:`,
    ...anyway.unconfirmed.map(unconfirmedSentence),
    `Reason: ${reason}.`,
    ...(anyway.code === CLIENT_ACCEPTS ? [`Accepted: ${anyway.acceptance}`] : []),
  ];
  const text = [...lines, ...(anyway.text === '' ? [] : [anyway.text])].join('\n');
  await addNote(tx, user, { reportId, audience: 'desk', text });
}
