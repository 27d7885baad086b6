// What a copy of everything about a person holds, in the names of interface v2; pure.
import { toTimestamp } from '../../lib/dates.ts';
import { disputeReasonWords } from '../../messages/en-credits.ts';
import { orderChangeReasons } from '../../messages/en-order-changes.ts';
import type { PersonPlace } from '../applicants/person-place-actions.ts';
import type { Appointment } from '../appointments/appointment.ts';
import type { FilledPage } from '../candidate-form/form-actions.ts';
import type { Application } from '../cases/application-actions.ts';
import type { CandidateMessage } from '../cases/candidate-message-actions.ts';
import type { Dispute } from '../charge-disputes/dispute-actions.ts';
import type { Comment } from '../comments/comment-actions.ts';
import type { DataRequest } from '../data-requests/data-request.ts';
import type { Email } from '../emails/email-actions.ts';
import type { FactCorrection } from '../fact-corrections/fact-correction-actions.ts';
import type { OrderChange } from '../orders/order-change-actions.ts';
import type { ShownExchange } from '../provider-requests/exchange-actions.ts';
import type { Query } from '../queries/query.ts';
import { applicationStages } from '../reports/application-rules.ts';
import type { Note } from '../reports/note-actions.ts';
import type { Restriction } from '../restrictions/restriction-actions.ts';
import type { RegisteredLook } from '../results/look-register-rules.ts';
import type { SupplierRequest } from '../suppliers/supplier-request.ts';
import type { Verification } from '../verifications/verification-actions.ts';
import { type Recipient, recipientKinds } from './recipient-rules.ts';

export const copyPaths = {
  readme: 'README.txt',
  about: 'about-your-data.html',
  person: 'person.json',
  readablePerson: 'person.html',
  earlier: 'earlier-system.pdf',
  pdf: (order: string) => `${order}/results.pdf`,
  json: (order: string) => `${order}/order.json`,
  readable: (order: string) => `${order}/order.html`,
} as const;

const time = (moment: Date | null) => (moment === null ? null : toTimestamp(moment));

export const lookJson = ({ at, order, who, side, what, ground, times }: RegisteredLook) => ({
  at: toTimestamp(at),
  order: order ?? null,
  ...{ who, side, what, ground, times },
});

/** @param at the name of the subsidiary */
export const placeJson = ({ job, startsOn, endsOn }: PersonPlace, at: string | null) => ({
  ...{ at, job, starts_on: startsOn, ends_on: endsOn },
});

/** Mails to referees, and mails with codes: a reader of one could sign in with it. */
export const isLeftOut = ({ template }: Pick<Email, 'template'>): boolean =>
  template.startsWith('reference_') || template.endsWith('_code');

const withoutLinks = (text: string) => text.replace(/\bhttps?:\/\/\S+/g, '(link)');

export const mailJson = ({ template, to, subject, text, createdAt, sentAt, textMessage }: Email) => ({
  ...{ template, to: to.address, subject },
  // With a link somebody gets a code.
  text: withoutLinks(text),
  created_at: toTimestamp(createdAt),
  sent_at: time(sentAt),
  ...(textMessage?.queuedAt != null && {
    text_message: {
      to: textMessage.to,
      text: withoutLinks(textMessage.text),
      sent_at: time(textMessage.textedAt),
    },
  }),
});

export const queryJson = ({ addressee, kind, text, answer, askedAt, endedAt, status }: Query) => ({
  ...{ addressee, kind, text, answer, status },
  asked_at: toTimestamp(askedAt),
  ended_at: time(endedAt),
});

export const appointmentJson = ({ way, place, bring, times, at, outcome, reason }: Appointment) => ({
  ...{ way, place, bring, outcome, reason },
  times: times.map(toTimestamp),
  at: time(at),
});

export const messageJson = ({ kind, text, answer, sentAt, handledAt }: CandidateMessage) => ({
  ...{ kind, text, answer },
  sent_at: toTimestamp(sentAt),
  handled_at: time(handledAt),
});

export const requestJson = ({ kind, way, receivedOn, words, dueOn, steps }: DataRequest) => ({
  ...{ kind, way, received_on: receivedOn, words, due_on: dueOn },
  steps: steps.map(({ step, on, code, told, words: said }) => ({ step, on, code, told, words: said })),
});

export const restrictionJson = (one: Restriction) => ({
  ...{ ground: one.ground, words: one.words, status: one.status, answer: one.answer },
  asked_at: toTimestamp(one.askedAt),
  decided_at: time(one.decidedAt),
  ...{ lift_on: one.liftOn, lift_answer: one.liftAnswer },
  lifted_at: time(one.liftedAt),
});

/** What was written of several candidates at once may tell of another one: somebody looks it through before it is given. */
export const leftOutNote =
  'This was written of several candidates at once. It is left out until somebody has looked it through: it may be about others';

export const commentJson = ({ side, text, isOfSeveral, createdAt }: Comment) => ({
  ...{ side, text: isOfSeveral ? leftOutNote : text },
  created_at: toTimestamp(createdAt),
});

export const chargeQueryJson = ({ reason, words, answer, created_at, outcome, answered_at }: Dispute) => ({
  ...{ reason: disputeReasonWords[reason], words, answer, outcome },
  asked_at: toTimestamp(created_at),
  answered_at: answered_at && toTimestamp(answered_at),
});

export const filledPageJson = ({ page, answer, savedAt }: FilledPage) => ({
  ...{ page, answer },
  saved_at: toTimestamp(savedAt),
});

export const noteJson = ({ reportId, audience, text, isOfSeveral, createdAt }: Note) => ({
  report_id: reportId,
  ...{ audience, text: isOfSeveral ? leftOutNote : text },
  created_at: toTimestamp(createdAt),
});

/** Whoever said it, said it in confidence, as referees do. */
const confidential: readonly Verification['source'][] = ['telephone', 'character'];

export const orderChangeJson = ({ rows, reason, note, changedAt }: OrderChange) => ({
  changes: rows.map(({ label, before, after }) => ({ what: label, before, after })),
  ...{ reason: orderChangeReasons[reason], note },
  changed_at: toTimestamp(changedAt),
});

export const applicationJson = ({
  reportId,
  appliedAt,
  reference,
  stage,
  lookedOn,
}: Application & { readonly reportId: string }) => ({
  ...{ report_id: reportId, applied_at: time(appliedAt), number: reference },
  ...{ stage: stage && applicationStages[stage], looked_at_on: lookedOn },
});

export const recipientJson = ({ kind, ...one }: Recipient) => ({ as: recipientKinds[kind], ...one });

/** What it cost is between the desk and the supplier. */
export const sentOutJson = ({
  reportId,
  supplierName,
  reference,
  sentOn,
  expectedOn,
  receivedOn,
  words,
  correctedOn,
  earlier,
}: SupplierRequest) => ({
  ...{ report_id: reportId, supplier: supplierName, number: reference, sent_on: sentOn },
  ...{ expected_on: expectedOn, received_on: receivedOn, what_came: words },
  ...{ corrected_on: correctedOn, what_came_before: earlier.map((one) => one.words) },
});

export const exchangeJson = (reportId: string, { at, provider, outcome, result, detail, calls }: ShownExchange) => ({
  ...{ report_id: reportId, provider, asked_at: toTimestamp(at), outcome, result: result ?? null, detail },
  calls,
});

/** Why one was taken back is about the person as a note is, and may repeat what was said in confidence. */
export function verificationJson({ reportId, source, from, to, by, on, note, takenBack }: Verification) {
  const isOpen = !confidential.includes(source);
  return {
    report_id: reportId,
    ...{ source, from, to, verified_on: on },
    ...(isOpen && { confirmed_by: by, note }),
    counts_no_more:
      takenBack === undefined ? null : { since: toTimestamp(takenBack.at), ...(isOpen && { why: takenBack.reason }) },
  };
}

export const correctionJson = ({ requirement, before, after, reason, text, correctedAt }: FactCorrection) => ({
  ...{ requirement, before, after, reason, text },
  corrected_at: toTimestamp(correctedAt),
});

/** Where the law allows it to be left out: a reference given in confidence (Data Protection Act 2018, Sch. 2 para. 24). */
export const readmeText = `This is a copy of what is held about one person.

  about-your-data.html  why the data are used and by which law, who receives them, where they go, how long they are
                        kept, and the rights of the person
  person.html           for people to read, and person.json for programs: what is known of the person, what they asked about their data and how it was
                        answered, everybody outside the client and us who received their data, and the register of
                        who looked at their data, when and why
  VF…/order.html        for people to read, and order.json for programs: an order, what was answered and declared, the form page by page as it was filled in, sent or
                        not, what was corrected of it and why, what of the order was changed and why, applications to
                        authorities such as the DBS, the results with their versions, the decisions of the
                        client, those that were proposed, and what it asked before them, notes, what verifies the history and what of it counts no more and why, questions and
                        answers, comments, what the client asked about its charges, mails and events, what was sent
                        out to suppliers, and what data providers were asked and answered (kept for a while)
  VF…/results.pdf       the results of that order for people
  VF…/attachments/      its files

Left out are references and the mails about them, and who confirmed the history on the telephone or in a character
reference, what was noted of it and why it counts no more, because they are given in confidence (Data Protection Act 2018, Sch. 2 para. 24);
the words of notes with which reports of several people were handed over, until somebody has looked them through;
outcomes that were not released; drafts of those who work on the order; and links and codes in mails.
`;
