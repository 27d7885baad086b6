// The words of a report's history: one line for each kind of event that is shown, and how long something took.

import type { EventName, eventTypes } from '../../features/events/event-types.ts';
import { type UpholdingReason, upholdingReasons } from '../../features/fact-corrections/outdated-result-rules.ts';
import { type RecheckFinding, recheckFinding } from '../../features/monitoring/monitor-rules.ts';
import { type AttemptOutcome, attemptOutcomes } from '../../features/references/attempt-rules.ts';
import { applicationStages, isApplicationStage } from '../../features/reports/application-rules.ts';
import { isRestrictionGround, restrictionGrounds } from '../../features/restrictions/restriction-grounds.ts';
import {
  type ContentKind,
  contentKinds,
  type FileDeletionReason,
  fileDeletionReasons,
} from '../../features/retention/content-kinds.ts';
import { type TypedSource, typedSources } from '../../features/verifications/verification-sources.ts';
import { inPounds } from '../../lib/money.ts';
import { type ClientDecision, decisionWords } from '../../messages/en-client-decisions.ts';
import { type LineReason, reasonText } from '../../messages/en-credits.ts';
import { delayReasonWords, isDelayReason } from '../../messages/en-delays.ts';
import { type FollowUpKind, followUpOutcomes, followUpWords } from '../../messages/en-follow-ups.ts';
import {
  type OrderChangeReason,
  type OrderField,
  orderChangeReasons,
  orderFieldWords,
} from '../../messages/en-order-changes.ts';
import { taken } from '../../messages/en-taken.ts';
import { type WithdrawalReason, withdrawalText } from '../../messages/en-withdrawals.ts';
import { lower } from './fact-labels.ts';
import { britishDate, britishDateTime } from './page-filters.ts';
import { pausedWords } from './pause-words.ts';
import { correctedWords, requirementTitle } from './requirement-titles.ts';

/** What asking again found, in every list of it. */
export const recheckTexts: Readonly<Record<RecheckFinding, string>> = {
  ...{ change: 'a change', same: 'no change' },
  anew: 'opened for a new check',
};

type Words = (detail: Readonly<Record<string, unknown>>) => string;

const day = (value: unknown) => (typeof value === 'string' ? britishDate(value) : 'none');
const insteadOf = (was: unknown) => (was === undefined ? '' : `, instead of ${day(was)}`);

/** Clients are not told the ground. */
const groundOf = ({ ground }: Readonly<Record<string, unknown>>) =>
  isRestrictionGround(ground) ? `: ${lower(restrictionGrounds[ground].name)}` : '';
/** The timeline adds the names of suppliers and of people to the detail of an event, which has their ids. */
const named = (supplier: unknown) => (typeof supplier === 'string' ? supplier : 'a supplier');

const statedTitle = (requirement: unknown): string => {
  const title = requirementTitle(requirement);
  return title === '' ? '' : `: ${title}`;
};

const sourceOf = (source: unknown) => lower(typedSources[source as TypedSource]);

type Detail = Readonly<Record<string, unknown>>;

const actorOf = (id: unknown) => (typeof id === 'string' ? `user:${id}` : undefined);

/** Who had a report or an order that was handed over, and who got it, unless it went back to the queue. */
export const handedOver = ({ handedOverFrom, assigneeId }: Detail): string[] =>
  handedOverFrom === undefined ? [] : [actorOf(handedOverFrom) ?? [], actorOf(assigneeId) ?? []].flat();

/** Their names; undefined of nobody, and where nothing was handed over. */
export function handOverNames(detail: Detail, nameOf: (actor: string) => { readonly name: string }) {
  if (detail.handedOverFrom === undefined) return undefined;
  const nameIn = (id: unknown) => (actorOf(id) === undefined ? undefined : nameOf(actorOf(id)!).name);
  return { from: nameIn(detail.handedOverFrom), to: nameIn(detail.assigneeId) };
}

type Resource = (typeof eventTypes)[EventName]['resource'];

/** What a case is about; nothing else has an event in a report's history. */
type CaseResource = Extract<Resource, 'applicant' | 'check' | 'report' | 'reference' | 'attachment' | 'email'>;
type CaseEvent = {
  [N in EventName]: (typeof eventTypes)[N]['resource'] extends CaseResource ? N : never;
}[EventName];

const deletedWords: Words = ({ kind, days }) =>
  typeof kind === 'string'
    ? `${contentKinds[kind as ContentKind].what} were deleted, after ${days} days`
    : 'Files were deleted';

const inRegister = 'The register of readings shows it.';
const inOrder = 'It is about the person, of whom other orders may tell, too.';
const inCertified = 'The register of certified people shows it.';
const besideIt = 'Another event of the same moment tells it.';

/** Within a sentence. @param isOwn whether the client itself reads it */
const client = (isOwn: unknown) => (isOwn === true ? 'you' : 'the client');

/** The words of every kind of event that a case can have, or the reason why its history does not show it. */
const caseEvents: Readonly<Record<CaseEvent, Words | string>> = {
  'check.created': ({ ordered_on }) =>
    ordered_on === undefined ? 'Ordered' : `Brought in from another system, where it was ordered on ${day(ordered_on)}`,
  'check.form_opened': () => 'Form opened',
  'check.form_completed': () => 'Form submitted',
  'check.on_hold': () => 'Order put on hold',
  'check.resumed': () => 'Order resumed',
  'check.candidate_reminded': () => 'Candidate reminded of the form',
  'check.submission_extended': () => 'More time given for the form',
  'check.email_corrected': () => 'Email address of the candidate corrected, with a new link',
  'check.details_corrected': ({ fields }) =>
    `Corrected in the order: ${[
      ...new Set(
        String(fields)
          .split(' ')
          .map((one) => detailWords[one] ?? one),
      ),
    ].join(', ')}`,
  'check.facts_corrected': ({ requirement }) => `What the candidate stated was corrected${statedTitle(requirement)}`,
  'check.problem_reported': () => 'The candidate said that something is wrong',
  'check.comment_added': ({ side }) => (side === 'desk' ? 'The screeners commented' : 'The client commented'),
  'check.comments_handled': () => 'Dealt with the comments of the client',
  'check.message_handled': () => 'Dealt with what the candidate sent',
  'check.completed': () => 'Order completed',
  'check.handed_over': ({ from, to }) =>
    `Looked after by ${to} now${from === undefined ? '' : `, in place of ${from}`}`,
  'check.order_changed': ({ fields, because }) =>
    `Changed in the order: ${String(fields)
      .split(' ')
      .map((field) => orderFieldWords[field as OrderField].toLowerCase())
      .join(', ')}. ${orderChangeReasons[because as OrderChangeReason]}`,
  'check.subsidiary_changed': ({ is_own }) =>
    `${is_own ? 'You' : 'The client'} changed the subsidiary that the order is for`,
  'check.decided': ({
    decision,
    although_disputed: disputed,
    proposed_by: proposer,
    proposer: name = 'somebody else',
    is_own,
  }) =>
    `${is_own ? 'You' : 'The client'} decided${disputed === true ? ', although a result was disputed' : ''}: ${decisionWords[decision as ClientDecision].label}${proposer === undefined ? '' : `, as ${name} had proposed`}`,
  'check.decision_proposed': ({ decision }) =>
    `Proposed, for another person to confirm: ${decisionWords[decision as ClientDecision].label}`,
  'check.decision_sent_back': () => 'The proposed decision was sent back',
  'check.follow_up_recorded': ({ kind, outcome }) =>
    `${followUpWords[kind as FollowUpKind].closed}: ${Object.entries<string>(followUpOutcomes[kind as FollowUpKind])
      .find(([value]) => value === outcome)?.[1]
      .toLowerCase()}`,
  'check.decision_taken_back': () => 'The proposed decision was taken back',
  'check.hearing_asked': ({ answer_by, is_own }) =>
    `${is_own ? 'You asked the candidate before you decide' : 'The client asked the candidate before it decides'}, for an answer by ${day(answer_by)}`,
  'check.hearing_answered': ({ is_own }) => `The candidate answered what ${client(is_own)} asked`,
  'check.hearing_lapsed': ({ is_own }) => `The candidate did not answer what ${client(is_own)} asked in time`,
  'check.hearing_ended': ({ is_own }) =>
    `What ${client(is_own)} asked the candidate has ended: nothing waits for a decision any more`,
  'check.decision_told': () => 'The candidate was told of the decision',
  'check.letter_handed_over': ({ letter, on }) =>
    `Letter ${letter === 'decision' ? 'about the decision' : 'before the decision'} handed over to the candidate on ${day(on)}`,
  'check.work_start_planned': ({ starts_on, was }) =>
    starts_on === null
      ? `No first day of work any more, instead of ${day(was)}`
      : `First day of work planned: ${day(starts_on)}${insteadOf(was)}`,
  'check.urgency_changed': ({ urgent, pence }) =>
    `${urgent === true ? 'Urgent' : 'Not urgent any more'}${Number(pence) > 0 ? `: ${inPounds(Number(pence))} ${urgent === true ? 'charged' : 'credited'}` : ''}`,
  'check.work_start_recorded': ({ starts_on, complete_by, was, without_clearance: isWithout }) =>
    `Start of work on ${britishDate(String(starts_on))}${insteadOf(was)}${isWithout === true ? ', without clearance' : ''}${complete_by === null ? '' : `, screening to be complete by ${britishDate(String(complete_by))}`}`,
  'check.work_stopped': ({ stopped_on }) =>
    stopped_on === null
      ? 'Works again, without clearance'
      : `Stopped working until cleared, last day ${day(stopped_on)}`,
  'check.work_start_removed': () => 'Start of work removed',
  'check.work_start_overdue': ({ complete_by }) =>
    `Screening not complete by ${britishDate(String(complete_by))}, although the candidate works already`,
  'check.reopened': () => 'Order reopened',
  'check.withdrawn': ({ because }) =>
    because === undefined ? 'Order withdrawn' : `Order withdrawn: ${withdrawalText(because as WithdrawalReason)}`,
  'check.cancelled': ({ because }) =>
    because === undefined ? 'Order cancelled' : 'Order cancelled: the form was not submitted in time',
  'check.order_approved': () => 'Order approved before it was placed',
  'check.ordered_again': ({ as, of }) =>
    as === undefined ? `Ordered again after VF${of}` : `Ordered again as VF${as}`,
  'check.identity_confirmed': () => 'Identity of the candidate confirmed',
  'check.identity_replaced': () => 'Identity confirmed anew, instead of the confirmation before',
  'check.fingerprints_invited': () => 'Invited to give fingerprints, as nothing else confirms the identity',
  'check.law_stated': () => 'The country of the job and the legal ground were recorded',
  'check.list_grounds_stated': () => 'It was recorded why the barred lists may be searched',
  'check.answers_taken': ({ from }) => taken.begun(from),
  'check.consent_seen': () => 'The signed consent of the candidate was seen',
  'check.person_compared': () => 'The person compared with the photograph of their right to work',
  'attachment.uploaded': () => 'File attached',
  'attachment.deleted': ({ reason, rested }) =>
    `File deleted: ${lower(fileDeletionReasons[reason as FileDeletionReason])}${Array.isArray(rested) && rested.length > 0 ? '. An outcome that was given before may rest on it' : ''}`,
  'attachment.quarantined': () => 'File refused: harmful',
  'reference.requested': () => 'Reference asked for',
  'reference.opened': () => 'Referee opened the request',
  'reference.reminded': ({ reminder }) => `Referee reminded, reminder ${reminder}`,
  'reference.reminder_moved': ({ to }) => `Next reminder to the referee set to ${day(to)}`,
  'reference.called': ({ came_of }) => `Referee called: ${lower(attemptOutcomes[came_of as AttemptOutcome])}`,
  'reference.answered': () => 'Reference answered',
  'reference.corrected': () => 'Reference corrected by its referee',
  'reference.updated': () => 'Update of a regulatory reference received',
  'reference.declined': () => 'Reference declined',
  'reference.retracted': () => 'Reference withdrawn by its referee after it was sent',
  'reference.reconsidered': () => 'Referee who declined answers after all',
  'reference.unanswered': () => 'No answer from the referee',
  'reference.undelivered': () => 'Mail to the referee not delivered',
  'reference.authenticated': () => 'Referee authenticated',
  'reference.withdrawn': () => 'Request for a reference withdrawn',
  'report.requested': () => 'Ready to be worked on',
  'report.paused': ({ until, reason }) =>
    pausedWords({ until: typeof until === 'string' ? until : null, because: reason }),
  'report.resumed': () => 'Resumed',
  'report.awaiting_approval': ({ because }) =>
    because === undefined ? 'Sent to approval' : 'Sent to approval as Clear, although not everything was confirmed',
  'appointment.booked': ({ at }) => `Appointment agreed: ${britishDateTime(new Date(String(at)))}`,
  'appointment.called_off': () => 'Appointment called off',
  'appointment.kept': () => 'The candidate came to the appointment',
  'appointment.missed': () => 'The candidate did not come to the appointment',
  'query.sent': ({ addressee }) => `Query sent to the ${addressee}`,
  'query.answered': () => 'Query answered',
  'query.withdrawn': () => 'Query withdrawn',
  'query.chased': ({ addressee }) => `The ${addressee} was chased`,
  'report.completed': ({ because }) =>
    because === undefined ? 'Completed' : 'Completed as Clear, although not everything was confirmed',
  'report.contents_deleted': (detail) => deletedWords(detail),
  'check.files_deleted': (detail) => deletedWords(detail),
  'report.added': () => 'Added to the order',
  'report.reopened': () => 'Reopened',
  'report.sent_out': ({ supplier, expected_on }) => `Sent out to ${named(supplier)}, expected by ${day(expected_on)}`,
  'report.source_answered': ({ supplier, received_on }) =>
    `Answer of ${named(supplier)} received on ${day(received_on)}`,
  'report.source_chased': ({ supplier, expected_on, by }) =>
    `Chased ${named(supplier)}${by === 'mail' ? ' by mail' : ''}, now expected by ${day(expected_on)}`,
  'report.source_overdue': ({ supplier }) => `The answer of ${named(supplier)} is overdue`,
  'report.source_cancelled': ({ supplier }) => `Request to ${named(supplier)} cancelled`,
  'report.source_called_off': ({ supplier }) => `${named(supplier)} was told that the request is cancelled`,
  'report.source_corrected': ({ supplier }) => `Number or cost of the request to ${named(supplier)} corrected`,
  'report.source_answer_corrected': ({ supplier, received_on, because }) =>
    because === 'supplier'
      ? `Corrected answer of ${named(supplier)} received on ${day(received_on)}`
      : `Answer of ${named(supplier)} was found wrong: the right one came on ${day(received_on)}`,
  'report.source_correction_read': ({ supplier, received_on }) =>
    `The corrected answer of ${named(supplier)} of ${day(received_on)} was read: the result stays`,
  'report.withdrawn': () => 'Withdrawn',
  'report.cancelled': () => 'Cancelled',
  'report.credited': ({ reason }) =>
    reason === undefined ? 'Credited' : `Credited: ${reasonText(reason as LineReason)}`,
  'report.part_credited': ({ reason, price_pence, fee_pence }) =>
    reason === undefined
      ? 'Credited in part'
      : `Credited${price_pence === undefined ? '' : ` ${inPounds(Number(price_pence) + Number(fee_pence))}`} in part: ${reasonText(reason as LineReason)}`,
  'report.application_made': () => 'Application sent, fee of the authority paid',
  'report.application_moved': ({ stage }) =>
    `Application${isApplicationStage(stage) ? `: ${lower(applicationStages[stage])}` : ''}`,
  'report.application_taken_back': () => 'Application not sent after all',
  'report.application_called_off': () => 'Application withdrawn at the authority',
  'check.charge_added': ({ pence }) =>
    pence === undefined ? 'Charge added by hand' : `Charge of ${inPounds(Number(pence))} added by hand`,
  'check.charge_taken_back': ({ pence, reason }) =>
    reason === undefined
      ? 'Charge that was added by hand taken back'
      : `Charge${pence === undefined ? ' that was added by hand' : ` of ${inPounds(Number(pence))}`} taken back: ${reasonText(reason as LineReason)}`,
  'report.claimed': () => 'Claimed',
  'report.released': () => 'Released',
  'report.assigned': ({ from, to, rule }) =>
    typeof from !== 'string'
      ? `Assigned${typeof rule === 'string' ? ` by the rule “${rule}”` : ''}`
      : `Handed over from ${from} ${typeof to === 'string' ? `to ${to}` : 'back to the queue'}`,
  'report.note_added': ({ audience }) => (audience === 'client' ? 'Note for the client' : 'Note'),
  'report.period_verified': ({ source }) => `Stated period verified: ${sourceOf(source)}`,
  'report.verification_taken_back': ({ source }) => `Verification of a period taken back: ${sourceOf(source)}`,
  'report.priority_changed': ({ priority }) => (priority === 1 ? 'Marked as urgent' : 'No longer urgent'),
  'report.delay_reason_given': ({ reason }) =>
    `Why it was late${isDelayReason(reason) ? `: ${lower(delayReasonWords[reason])}` : ''}`,
  'report.due_date_changed': ({ from, to, because, reason, agreed }) =>
    because === 'waited'
      ? `Due date moved from ${day(from)} to ${day(to)} by the days of the wait`
      : because === 'working_days'
        ? `${agreed === true ? 'Due date that was agreed' : 'Due date'} moved from ${day(from)} to ${day(to)}, because the days on which we work changed`
        : `Due date changed from ${day(from)} to ${day(to)}${isDelayReason(reason) ? `: ${lower(delayReasonWords[reason])}` : ''}`,
  'report.outcome_changed': () => 'Proposed outcome changed by the reviewer',
  'report.changed': () => 'Reopened by monitoring',
  'report.result_upheld': ({ because, requirements, corrected_at }) =>
    `The result holds after the correction of ${correctedWords(requirements as string[])} on ${britishDateTime(new Date(String(corrected_at)))}: ${lower(upholdingReasons[because as UpholdingReason])}`,
  'report.rechecked': (detail) => `Asked again: ${recheckTexts[recheckFinding(detail)]}`,
  'report.monitoring_moved': ({ to }) => `Next day of monitoring set to ${day(to)}`,
  'report.monitoring_stopped': () => 'Monitoring stopped',
  'check.started': besideIt,
  'check.form_code_sent': 'It is a step of signing in.',
  'check.form_signed_in': 'It is a step of signing in.',
  'check.results_read': inRegister,
  'check.answers_read': inRegister,
  'applicant.read': inRegister,
  'attachment.read': inRegister,
  'email.sent_again': () => 'Mail that had failed sent again',
  'email.read': inRegister,
  'attachment.discarded': 'The file was sent twice, or is kept no longer.',
  'attachment.assigned': 'The file stands with the report.',
  'applicant.created': inOrder,
  'applicant.updated': inOrder,
  'applicant.deleted': inOrder,
  'applicant.erased': inOrder,
  'applicant.held': inOrder,
  'applicant.hold_ended': inOrder,
  'applicant.restriction_asked': (detail) => `Asked that the data of the candidate are restricted${groundOf(detail)}`,
  'applicant.restriction_refused': () => 'Restriction of the data refused',
  'applicant.restricted': (detail) => `Data of the candidate restricted${groundOf(detail)}`,
  'applicant.restriction_ending': ({ to }) => `Told the candidate that the restriction is lifted on ${day(to)}`,
  'applicant.restriction_lifted': () => 'Restriction of the data lifted',
  'applicant.earlier_case_read': inRegister,
  'applicant.exported': inRegister,
  'applicant.renewals_ended': inOrder,
  'applicant.renewals_resumed': inOrder,
  'applicant.place_changed': inOrder,
  'applicant.certified': inCertified,
  'applicant.certificate_withdrawn': inCertified,
  'applicant.conduct_recorded': inCertified,
  'applicant.reference_kept': inCertified,
};

/** What of a candidate was corrected before they opened the form. */
const detailWords: Readonly<Record<string, string>> = {
  ...{ first_name: 'name', last_name: 'name', has_one_name: 'name' },
  ...{ dob: 'date of birth', mobile: 'mobile number' },
};

export const historyWords: Readonly<Partial<Record<EventName, Words>>> = Object.fromEntries(
  Object.entries(caseEvents).filter((entry): entry is [EventName, Words] => typeof entry[1] === 'function'),
);

const MINUTE = 60_000;
const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The two largest units: `3 days 4 hours`. */
export function durationWords(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return hours === 0 ? plural(days, 'day') : `${plural(days, 'day')} ${plural(hours, 'hour')}`;
  if (hours > 0)
    return minutes % 60 === 0 ? plural(hours, 'hour') : `${plural(hours, 'hour')} ${plural(minutes % 60, 'minute')}`;
  return plural(minutes, 'minute');
}

export const waitingTexts = {
  client: 'Waiting for the client',
  candidate: 'Waiting for the candidate',
  source: 'Waiting for a source',
} as const;
