// What an evidence bundle contains: its paths, its manifest, and the results as JSON; pure.

import { toTimestamp } from '../../lib/dates.ts';
import type { NamedActor } from '../accounts/actor-name-queries.ts';
import type { Attachment } from '../attachments/attachment.ts';
import type { GivenConsent } from '../candidate-form/consent.ts';
import { earlierNumberOf, jobOf, referencesOf } from '../checks/order-reference-rules.ts';
import type { EventColumns } from '../events/event-row-rules.ts';
import type { EventName } from '../events/event-types.ts';
import { withoutHiddenNames } from '../facts/previous-name-rules.ts';
import { answerIn, askedQuestions, askedSections } from '../references/answer-rules.ts';
import { askedOf } from '../references/asked-questionnaire-rules.ts';
import { questionnaires } from '../references/questionnaires.ts';
import type { Reference } from '../references/reference.ts';
import { wayOf } from '../references/reply-version-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';
import { sheetJson } from './document-sheet-rules.ts';
import { startJson } from './evidence-start-rules.ts';
import type { Results } from './results-actions.ts';

export const bundlePaths = {
  readme: 'README.txt',
  pdf: 'results.pdf',
  json: 'results.json',
  decision: 'decision.txt',
  manifest: 'manifest.json',
  signature: 'manifest.sig',
  publicKey: 'public-key.pem',
} as const;

/** Not in the manifest: it is signed, and these are how its signature is checked. */
export const unlistedPaths: readonly string[] = [bundlePaths.manifest, bundlePaths.signature, bundlePaths.publicKey];

export interface ManifestFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly format: 'probity-evidence-bundle-1';
  readonly order: string;
  readonly check_id: string;
  readonly environment: string;
  readonly prepared_at: string;
  readonly files: readonly ManifestFile[];
}

export function manifestOf({ check, preparedAt }: Results, files: readonly ManifestFile[]): Manifest {
  return {
    format: 'probity-evidence-bundle-1',
    order: `VF${check.orderId}`,
    check_id: check.id,
    environment: check.tenant.environment,
    prepared_at: toTimestamp(preparedAt),
    files,
  };
}

/** Characters that a name of a file cannot have on some system, or that leave its folder. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;

/** Numbered, so that two files of the same name stay apart. */
export const attachmentPath = ({ fileName }: Pick<Attachment, 'fileName'>, at: number): string =>
  `attachments/${String(at + 1).padStart(2, '0')}-${fileName.replace(UNSAFE, '_').slice(-100)}`;

const time = (moment: Date | null) => (moment === null ? null : toTimestamp(moment));

const reportJson = (report: Results['check']['reports'][number]) => ({
  id: report.id,
  name: report.name,
  variant: report.variant,
  label: reportTypeById(report.reportTypeId)?.label ?? report.name,
  options: report.options,
  status: report.status,
  result: report.result,
  sub_result: report.subResult,
  traffic_light: report.trafficLight,
  ...report.findings,
  requested_at: time(report.requestedAt),
  completed_at: time(report.completedAt),
});

/** The events that a bundle has, with the fields of their detail: no other event or field leaves the desk. */
const toldEvents: Readonly<Partial<Record<EventName, readonly string[]>>> = {
  'check.created': ['ordered_on'],
  'check.form_opened': [],
  'check.form_completed': [],
  'check.started': [],
  'check.on_hold': [],
  'check.resumed': [],
  'check.reopened': [],
  'check.completed': ['withdrawn'],
  'check.withdrawn': ['because'],
  'check.cancelled': ['because'],
  'check.order_approved': [],
  'check.ordered_again': ['as', 'of'],
  'check.identity_confirmed': [],
  'check.identity_replaced': [],
  'check.fingerprints_invited': [],
  'check.person_compared': [],
  'check.consent_seen': [],
  'check.answers_taken': ['from', 'proofs'],
  'check.list_grounds_stated': [],
  'check.law_stated': [],
  'check.handed_over': [],
  'check.order_changed': ['fields', 'because'],
  'check.subsidiary_changed': ['from', 'to'],
  'check.decided': ['decision', 'although_disputed', 'proposed_by'],
  'check.decision_proposed': ['decision', 'although_disputed'],
  'check.decision_sent_back': [],
  'check.decision_taken_back': [],
  'check.follow_up_recorded': ['kind', 'outcome'],
  'check.hearing_asked': ['answer_by'],
  'check.hearing_answered': [],
  'check.hearing_lapsed': [],
  'check.hearing_ended': [],
  'check.decision_told': [],
  'check.letter_handed_over': ['letter', 'on'],
  'check.urgency_changed': ['urgent', 'pence'],
  'check.work_start_planned': ['starts_on', 'was'],
  'check.work_start_recorded': ['starts_on', 'complete_by', 'was', 'without_clearance'],
  'check.work_stopped': ['stopped_on'],
  'check.work_start_removed': [],
  'check.work_start_overdue': ['complete_by'],
  'check.facts_corrected': ['requirement', 'because'],
  'check.candidate_reminded': [],
  'check.submission_extended': ['due_at'],
  'check.email_corrected': [],
  'check.details_corrected': ['fields'],
  'check.results_read': ['as', 'shown'],
  'check.answers_read': [],
  'applicant.read': [],
  'report.added': [],
  'report.requested': [],
  'report.awaiting_approval': [],
  'report.reopened': [],
  'report.changed': [],
  'report.completed': [],
  'report.result_upheld': ['because'],
  'report.contents_deleted': ['kind', 'files', 'days'],
  'check.files_deleted': ['kind', 'files', 'days'],
  'attachment.deleted': ['reason'],
  'report.withdrawn': [],
  'report.paused': [],
  'report.resumed': [],
  'report.cancelled': [],
  'reference.called': ['came_of'],
  'appointment.booked': ['at'],
  'appointment.called_off': [],
  'appointment.kept': [],
  'appointment.missed': [],
  'query.sent': ['query_id', 'addressee'],
  'query.answered': ['query_id', 'addressee'],
  'query.withdrawn': ['query_id', 'addressee'],
  'query.chased': ['query_id', 'addressee'],
  'attachment.uploaded': ['size'],
  'attachment.read': [],
};

/** The fields of an event that the client may see; undefined if the client may not see the event. */
const fieldsOf = ({ type }: EventColumns) => toldEvents[type as EventName];

const toldDetail = (event: EventColumns) =>
  Object.fromEntries(Object.entries(event.detail ?? {}).filter(([name]) => fieldsOf(event)?.includes(name)));

const withProposer = (detail: Readonly<Record<string, unknown>>, nameOf: (actor: string) => NamedActor) =>
  typeof detail.proposed_by === 'string' ? { ...detail, proposed_by_name: nameOf(detail.proposed_by).name } : detail;

const eventJson = (event: EventColumns, nameOf: (actor: string) => NamedActor) => ({
  id: event.id,
  type: event.type,
  resource_type: event.resource_type,
  resource_id: event.resource_id,
  status: event.status,
  actor: event.actor,
  actor_name: nameOf(event.actor).name,
  on_behalf_of: event.on_behalf_of,
  occurred_at: event.occurred_at,
  detail: withProposer(toldDetail(event), nameOf),
});

/** What a referee was asked, in the words of the questionnaire, with each answer; their telephone number is for us alone. */
function answersJson(reference: Reference) {
  const { scope = 'whole', answers } = reference.reply;
  const asked = askedSections(askedOf(reference), scope).flatMap((one) => askedQuestions(one, answers));
  return asked
    .filter(({ key }) => key !== 'referee_telephone')
    .map((question) => ({ question: question.label, answer: answerIn(question, answers) ?? null }));
}

/** For each report whose outcome rests on it. */
const referenceJson = (reference: Reference) => ({
  report_id: reference.readerId,
  about: reference.request.claim.subject,
  questionnaire: questionnaires[reference.questionnaire].label,
  by: wayOf(reference.reply),
  language: reference.reply.isInWelsh ? 'cy' : 'en',
  authentication: reference.authentication,
  requested_at: toTimestamp(reference.requestedAt),
  answered_at: time(reference.repliedAt),
  answers: answersJson(reference),
});

/** By what somebody saw who the candidate is, as the PDF states it; null if no papers were named. */
function identityJson({ identity_evidence: evidence }: Results['check']['order']) {
  if (evidence === undefined) return null;
  const { route, seen, verdicts } = evidence;
  return {
    route,
    ...seen,
    documents: seen.documents.map((one) => ({ ...one, name: nameOfValue('dbsidentitydocument', one.document) })),
    verdicts: verdicts.map(({ statement, details, is_met, source, as_of }) => ({
      ...{ statement, details, is_met, source, as_of },
    })),
  };
}

/** In the names of interface v2, with the released versions of each outcome and the events that a client may see. */
export function resultsJson(
  results: Results,
  references: readonly Reference[],
  events: readonly EventColumns[],
  nameOf: Results['nameOf'],
) {
  const { purchaseOrder, reference } = referencesOf(results.check.order);
  const { check, account, versions, files, notes, consents, sheet, start, disputes } = results;
  const [consent, ...later] = consents;
  const told = (one: GivenConsent) => ({ ...one, givenAt: undefined, given_at: toTimestamp(one.givenAt) });
  return {
    account: account.name,
    subsidiary: account.subsidiary ?? null,
    environment: check.tenant.environment,
    prepared_at: toTimestamp(results.preparedAt),
    check: {
      id: check.id,
      order: `VF${check.orderId}`,
      status: check.status,
      result: check.result,
      created_at: toTimestamp(check.createdAt),
      form_completed_at: time(check.formCompletedAt),
      identity_confirmed_at: time(check.identityConfirmedAt),
      identity_evidence: identityJson(check.order),
      person_comparisons: check.order.person_comparisons ?? [],
      completed_at: time(check.completedAt),
      job: jobOf(check.order),
      purchase_order: purchaseOrder,
      reference,
      ...(check.order.brought_in && { earlier_number: earlierNumberOf(check.order) }),
    },
    applicant: { id: check.applicantId, ...withoutHiddenNames(check.order.facts) },
    consent: consent && told(consent),
    ...(later.length > 0 && { later_consents: later.map(told) }),
    conditional_start: startJson(start),
    reports: check.reports.map((report) => ({
      ...reportJson(report),
      disputed_since: time(disputes.get(report.id)?.since ?? null),
    })),
    outcome_versions: versions.map((version) => ({
      report_id: version.reportId,
      version: version.version,
      report_status: version.status,
      result: version.result,
      sub_result: version.subResult,
      traffic_light: version.trafficLight,
      ...version.findings,
      ...(version.result !== null && {
        ground: version.ground,
        author: version.author,
        author_name: nameOf(version.author).name,
        decided_at: toTimestamp(version.decidedAt),
      }),
      released_by: nameOf(version.released.by).name,
      released_at: toTimestamp(version.released.at),
      reopened_because: version.reopened?.code ?? null,
      reopened_at: version.reopened && toTimestamp(version.reopened.at),
    })),
    notes: notes.map(({ reportId, text, createdAt }) => ({
      report_id: reportId,
      text,
      created_at: toTimestamp(createdAt),
    })),
    references: references.map(referenceJson),
    verification_sheet: sheet === undefined ? null : sheetJson(sheet, files),
    attachments: files.map((file, at) => ({
      path: attachmentPath(file, at),
      file_token: file.fileToken,
      file_name: file.fileName,
      description: file.description,
      size: file.size,
      sha256: file.sha256,
      report_id: file.reportId,
      uploaded_by: file.uploadedBy,
      created_at: toTimestamp(file.createdAt),
    })),
    events: events.filter(fieldsOf).map((event) => eventJson(event, nameOf)),
  };
}

export const readmeText = `This is an evidence bundle of Probity: the results of one check as they stood when it was made.

  results.pdf     the results for people
  results.json    the same for programs, with the released versions of each outcome, the questions and answers of the
                  references that it rests on, the verification sheet of the history, what the client decided and asked
                  the candidate, and the events of the check
  decision.txt    the job, the start, the client's decisions and what the candidate was asked and answered, to read
  attachments/    the files of the order
  manifest.json   the SHA-256 of each file
  manifest.sig    the Ed25519 signature of manifest.json
  public-key.pem  the key of the signature

Verify all of it:

  probity evidence verify FILE.zip --key OPERATOR-KEY.pem

Or, with OpenSSL 3 alone, in the unpacked folder: verify the signature of the manifest,

  openssl pkeyutl -verify -pubin -inkey public-key.pem -rawin -in manifest.json -sigfile manifest.sig

then print the hash of each file, and compare it with its "sha256" in manifest.json, which must name every other file,

  openssl dgst -sha256 README.txt decision.txt results.* attachments/*

and the fingerprint of the key, to compare with the one that the operator tells you:

  openssl pkey -pubin -in public-key.pem -outform DER | openssl dgst -sha256

A signature proves who made the bundle only if public-key.pem is the operator's: ask the operator for their key, which
"probity evidence public-key" prints, or for its fingerprint, in another way than the one on which the bundle came.
`;
