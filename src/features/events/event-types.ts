// Every event type, one line each: its resource, whether it notifies, and whether v2 webhooks may name it.
import { accountEventTypes, type EventType } from './account-event-types.ts';

export const eventTypes = {
  'check.created': { resource: 'check', notifies: false },
  'check.form_opened': { resource: 'check', notifies: true, subscribable: true },
  'check.form_completed': { resource: 'check', notifies: true, subscribable: true },
  'check.started': { resource: 'check', notifies: true, subscribable: true },
  'check.on_hold': { resource: 'check', notifies: true },
  'check.resumed': { resource: 'check', notifies: true },
  'check.reopened': { resource: 'check', notifies: true },
  'check.completed': { resource: 'check', notifies: true, subscribable: true },
  'check.withdrawn': { resource: 'check', notifies: true },
  'check.cancelled': { resource: 'check', notifies: true },
  /** Of the check that was ordered again, and of the one that replaces it. */
  /** By another than who asked for it. */
  'check.order_approved': { resource: 'check', notifies: false },
  'check.ordered_again': { resource: 'check', notifies: false },
  'check.identity_confirmed': { resource: 'check', notifies: true, only: 'v1' },
  /** Somebody confirmed it anew, with a reason: no interface knows it. */
  'check.identity_replaced': { resource: 'check', notifies: false },
  /** Nothing else confirms who the candidate is. */
  'check.fingerprints_invited': { resource: 'check', notifies: false },
  /** The client recorded who compared the person with the photograph of their right to work. */
  'check.person_compared': { resource: 'check', notifies: false },
  'check.consent_seen': { resource: 'check', notifies: false },
  'check.list_grounds_stated': { resource: 'check', notifies: false },
  'check.law_stated': { resource: 'check', notifies: false },
  /** A colleague at the client looks after it now. */
  'check.handed_over': { resource: 'check', notifies: false },
  /** The client, or the desk for it, changed the job, a reference or the workplace after it was ordered. */
  'check.order_changed': { resource: 'check', notifies: false },
  /** The client said for which of its subsidiaries it is. */
  'check.subsidiary_changed': { resource: 'check', notifies: false },
  /** The client decided about the candidate. */
  'check.decided': { resource: 'check', notifies: true },
  /** One person of the client proposed a decision; another sent it back, or they took it back. */
  'check.decision_proposed': { resource: 'check', notifies: false },
  'check.decision_sent_back': { resource: 'check', notifies: false },
  'check.decision_taken_back': { resource: 'check', notifies: false },
  /** The client said whether conditions were met, or what the review of its risk assessment came to. */
  'check.follow_up_recorded': { resource: 'check', notifies: false },
  /** The client asked the candidate before it decides, and what came of that. */
  'check.hearing_asked': { resource: 'check', notifies: false },
  'check.hearing_answered': { resource: 'check', notifies: false },
  'check.hearing_lapsed': { resource: 'check', notifies: false },
  /** Nothing waits for a decision any more, though there was none. */
  'check.hearing_ended': { resource: 'check', notifies: false },
  /** The client told the candidate what it decided. */
  'check.decision_told': { resource: 'check', notifies: false },
  'check.letter_handed_over': { resource: 'check', notifies: false },
  /** The client, or the desk for it, said on which day the candidate is to start work, or that there is none. */
  'check.work_start_planned': { resource: 'check', notifies: false },
  /** The client, or the desk for it, made it urgent, or took that back. */
  'check.urgency_changed': { resource: 'check', notifies: false },
  /** The client said when the candidate starts work. */
  'check.work_start_recorded': { resource: 'check', notifies: true },
  /** Who started without clearance stopped until they are cleared, or works again. */
  'check.work_stopped': { resource: 'check', notifies: false },
  'check.work_start_removed': { resource: 'check', notifies: true },
  /** The time is over in which the screening of somebody who works already had to be complete. */
  'check.work_start_overdue': { resource: 'check', notifies: false },
  'check.results_read': { resource: 'check', notifies: false, look: true },
  'check.answers_read': { resource: 'check', notifies: false, look: true },
  'applicant.read': { resource: 'applicant', notifies: false, look: true },
  /** One event for a list of many people, with its filter and their ids. */
  'account.applicants_listed': { resource: 'account', notifies: false, look: true },
  'account.checks_listed': { resource: 'account', notifies: false, look: true },
  /** With the ids of the checks that the mails are about. */
  'account.emails_listed': { resource: 'account', notifies: false, look: true },
  'check.candidate_reminded': { resource: 'check', notifies: false },
  'check.submission_extended': { resource: 'check', notifies: false },
  'check.email_corrected': { resource: 'check', notifies: false },
  /** Name, date of birth or mobile number, before the candidate opened the form. */
  'check.details_corrected': { resource: 'check', notifies: false },
  'check.form_code_sent': { resource: 'check', notifies: false },
  'check.form_signed_in': { resource: 'check', notifies: false },
  /** The desk begins to type for the candidate, on the telephone or from paper. */
  'check.answers_taken': { resource: 'check', notifies: false },
  /** The desk corrected what the candidate stated, after the form was sent. */
  'check.facts_corrected': { resource: 'check', notifies: false },
  /** By the candidate, after the form was sent. */
  'check.problem_reported': { resource: 'check', notifies: false },
  'check.message_handled': { resource: 'check', notifies: false },
  /** By the client or the desk; who it is says the detail. */
  'check.comment_added': { resource: 'check', notifies: false },
  'check.comments_handled': { resource: 'check', notifies: false },
  'report.note_added': { resource: 'report', notifies: false },
  'report.priority_changed': { resource: 'report', notifies: false },
  /** Why it was late, said later. */
  'report.delay_reason_given': { resource: 'report', notifies: false },
  'report.due_date_changed': { resource: 'report', notifies: false },
  /** Something other than a reference confirms a stated period. */
  'report.period_verified': { resource: 'report', notifies: false },
  'report.verification_taken_back': { resource: 'report', notifies: false },
  /** What was charged for it was credited by hand. */
  'report.credited': { resource: 'report', notifies: false },
  /** A part of its price or fee was. */
  'report.part_credited': { resource: 'report', notifies: false },
  /** The application was made whose fee an authority takes: the fee is not credited any more if the report ends. */
  'report.application_made': { resource: 'report', notifies: false },
  'report.application_moved': { resource: 'report', notifies: false },
  'report.application_taken_back': { resource: 'report', notifies: false },
  /** The report had ended, and somebody withdrew the application at the authority. */
  'report.application_called_off': { resource: 'report', notifies: false },
  /** A charge or a discount was added for the order by hand, or taken back. */
  'check.charge_added': { resource: 'check', notifies: false },
  'check.charge_taken_back': { resource: 'check', notifies: false },
  /** To an order that was placed before. */
  'report.added': { resource: 'report', notifies: false },
  'report.requested': { resource: 'report', notifies: false },
  'report.claimed': { resource: 'report', notifies: false },
  'report.released': { resource: 'report', notifies: false },
  'report.assigned': { resource: 'report', notifies: false },
  'report.awaiting_approval': { resource: 'report', notifies: true },
  'report.outcome_changed': { resource: 'report', notifies: false },
  /** By time: the files of a report and, of a certificate, what it says. */
  'report.contents_deleted': { resource: 'report', notifies: false },
  /** By time: the other files of an order. */
  'check.files_deleted': { resource: 'check', notifies: false },
  'report.reopened': { resource: 'report', notifies: true },
  /** Work on it was sent to a supplier, and what became of that. */
  'report.sent_out': { resource: 'report', notifies: false },
  'report.source_answered': { resource: 'report', notifies: false },
  'report.source_chased': { resource: 'report', notifies: false },
  'report.source_overdue': { resource: 'report', notifies: false },
  'report.source_cancelled': { resource: 'report', notifies: false },
  'report.source_called_off': { resource: 'report', notifies: false },
  'report.source_corrected': { resource: 'report', notifies: false },
  /** Another answer took the place of the first; and somebody said that the result of the complete report stays. */
  'report.source_answer_corrected': { resource: 'report', notifies: false },
  'report.source_correction_read': { resource: 'report', notifies: false },
  /** Monitoring found another outcome than the one that was delivered. */
  'report.changed': { resource: 'report', notifies: true },
  /** Monitoring asked the source again. */
  'report.rechecked': { resource: 'report', notifies: false },
  'report.monitoring_moved': { resource: 'report', notifies: false },
  'report.monitoring_stopped': { resource: 'report', notifies: false },
  'report.completed': { resource: 'report', notifies: true, subscribable: true },
  /** It holds although an answer was corrected since. */
  'report.result_upheld': { resource: 'report', notifies: false },
  'report.withdrawn': { resource: 'report', notifies: true, subscribable: true },
  'report.paused': { resource: 'report', notifies: true },
  'report.resumed': { resource: 'report', notifies: true },
  'report.cancelled': { resource: 'report', notifies: true },
  'reference.requested': { resource: 'reference', notifies: false },
  /** A referee signed in, and sees the name and the claim of the candidate. */
  'reference.opened': { resource: 'reference', notifies: false, look: true },
  'reference.reminded': { resource: 'reference', notifies: false },
  'reference.reminder_moved': { resource: 'reference', notifies: false },
  /** Somebody called the referee, and took no answers down. */
  'reference.called': { resource: 'reference', notifies: false },
  'reference.answered': { resource: 'reference', notifies: false },
  'reference.corrected': { resource: 'reference', notifies: false },
  /** The firm that gave a regulatory reference has learned something since. */
  'reference.updated': { resource: 'reference', notifies: false },
  'reference.declined': { resource: 'reference', notifies: false },
  'reference.retracted': { resource: 'reference', notifies: false },
  'reference.reconsidered': { resource: 'reference', notifies: false },
  'reference.unanswered': { resource: 'reference', notifies: false },
  /** The mail to the referee was refused or given up. */
  'reference.undelivered': { resource: 'reference', notifies: false },
  'reference.authenticated': { resource: 'reference', notifies: false },
  'reference.withdrawn': { resource: 'reference', notifies: false },
  /** The candidate chose one of the times, or had agreed to it before. */
  'appointment.booked': { resource: 'report', notifies: false },
  /** Nobody is to come: the candidate cannot, the desk called it off, or its report is over. */
  'appointment.called_off': { resource: 'report', notifies: false },
  'appointment.kept': { resource: 'report', notifies: false },
  'appointment.missed': { resource: 'report', notifies: false },
  'query.sent': { resource: 'report', notifies: true },
  'query.answered': { resource: 'report', notifies: true },
  'query.withdrawn': { resource: 'report', notifies: true },
  'query.chased': { resource: 'report', notifies: true },
  'attachment.uploaded': { resource: 'attachment', notifies: false },
  'attachment.quarantined': { resource: 'attachment', notifies: false },
  'attachment.discarded': { resource: 'attachment', notifies: false },
  /** By somebody at the desk, for a reason. */
  'attachment.deleted': { resource: 'attachment', notifies: false },
  'attachment.assigned': { resource: 'attachment', notifies: false },
  'attachment.read': { resource: 'attachment', notifies: false, look: true },
  'applicant.created': { resource: 'applicant', notifies: false },
  'applicant.updated': { resource: 'applicant', notifies: false },
  'applicant.deleted': { resource: 'applicant', notifies: false },
  'applicant.erased': { resource: 'applicant', notifies: false },
  /** Somebody at the desk decided that they are not erased, or no longer. */
  'applicant.held': { resource: 'applicant', notifies: false },
  'applicant.hold_ended': { resource: 'applicant', notifies: false },
  /** They, or somebody for them, asked that their data are restricted or not used (UK GDPR Art. 18 and 21). */
  'applicant.restriction_asked': { resource: 'applicant', notifies: false },
  'applicant.restriction_refused': { resource: 'applicant', notifies: false },
  'applicant.restricted': { resource: 'applicant', notifies: false },
  /** They were told that it ends, and when. */
  'applicant.restriction_ending': { resource: 'applicant', notifies: false },
  'applicant.restriction_lifted': { resource: 'applicant', notifies: false },
  /** Somebody at the desk took a copy of everything about them. */
  /** The result of a case of the earlier system, or its file. */
  'applicant.earlier_case_read': { resource: 'applicant', notifies: false, look: true },
  'applicant.exported': { resource: 'applicant', notifies: false, look: true },
  /** What somebody asks about their data is in the register, and what was done about it. */
  'data_request.recorded': { resource: 'data_request', notifies: false },
  'data_request.step_taken': { resource: 'data_request', notifies: false },
  /** A file that came with it, such as a letter. */
  'data_request.file_added': { resource: 'data_request', notifies: false },
  'data_request.file_deleted': { resource: 'data_request', notifies: false },
  /** Who at the desk deals with it, and what a complaint is about. */
  'data_request.assigned': { resource: 'data_request', notifies: false },
  'data_request.closed': { resource: 'data_request', notifies: false },
  /** The desk was told that it is due soon, or due. */
  'data_request.reminded': { resource: 'data_request', notifies: false },
  /** Of somebody about whom nothing else is kept. */
  'data_request.read': { resource: 'data_request', notifies: false, look: true },
  /** The client said that their reports are renewed no more, or again. */
  'applicant.renewals_ended': { resource: 'applicant', notifies: false },
  'applicant.renewals_resumed': { resource: 'applicant', notifies: false },
  /** Where they work, as the client says it: added, changed or removed. */
  'applicant.place_changed': { resource: 'applicant', notifies: false },
  /** A regulated firm certified them for a function, and withdrew it. */
  'applicant.certified': { resource: 'applicant', notifies: false },
  'applicant.certificate_withdrawn': { resource: 'applicant', notifies: false },
  /** A breach of conduct rules was recorded, or changed. */
  'applicant.conduct_recorded': { resource: 'applicant', notifies: false },
  /** A regulated firm was asked for a reference, wrote, approved, gave or updated it. */
  'applicant.reference_kept': { resource: 'applicant', notifies: false },
  ...accountEventTypes,
} as const satisfies Record<string, EventType>;

export type EventName = keyof typeof eventTypes;

type Matching<Condition> = { [N in EventName]: (typeof eventTypes)[N] extends Condition ? N : never }[EventName];

export type LookEvent = Matching<{ look: true }>;

/** An index of the table of events lists the same. */
export const lookEvents = Object.entries(eventTypes).flatMap(([name, type]) =>
  'look' in type ? [name as LookEvent] : [],
);

export const isLookEvent = (type: string): boolean => (lookEvents as readonly string[]).includes(type);

/** What a link shows that opens without a sign-in. The program looks at anything else for the operator, by a command. */
export const readByLink: LookEvent = 'check.results_read';

/** The six that the interface lists as subscribable. */
export type SubscribableEvent = Matching<{ subscribable: true }>;

/** In the interface's order. */
export const subscribableEvents = [
  'report.completed',
  'report.withdrawn',
  'check.completed',
  'check.started',
  'check.form_opened',
  'check.form_completed',
] as const satisfies readonly SubscribableEvent[];

const isNamed = (name: string): boolean => (subscribableEvents as readonly string[]).includes(name);

/** What a webhook of interface v2 that names no events gets besides the six. */
export const otherNotifiedEvents = Object.entries(eventTypes).flatMap(([name, type]) =>
  type.notifies && !('only' in type) && !isNamed(name) ? [name as EventName] : [],
);
