// What a candidate tells the desk after the form is sent: that something is wrong, or that another document is there; and
// what a referee says is wrong in what they sent. It waits at the desk, also of a complete check, until a screener has dealt with it.

import { type Caller, type Ctx, type Environment, type Tenant, timeFor } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import type { OpenForm } from '../candidate-form/open-form.ts';
import type { Check } from '../checks/check.ts';
import { formUri } from '../checks/check-links.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { disputesResult } from '../checks/dispute-rules.ts';
import { closeByAct, noteAct, openByAct } from '../data-requests/data-request-act-actions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import type { EmailTemplates } from '../emails/email-templates.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { DeskReader } from '../lists/work-queue-queries.ts';
import { answerDueOn } from './candidate-message-rules.ts';
import {
  countOpenMessages,
  findChecksWithProblems,
  findMessages,
  findOpenMessages,
  handleMessageRow,
  insertMessage,
  type MessageKind,
  type OpenMessageRow,
  replaceMessageTexts,
} from './candidate-message-store.ts';
import { hasDispute, mailAboutDispute } from './dispute-mail-actions.ts';
import { ownReport, type Screener } from './screening-actions.ts';

export interface CandidateMessage {
  readonly id: string;
  readonly kind: MessageKind;
  /** Null for the whole check. */
  readonly reportId: string | null;
  /** Of a problem or a mistake, else empty. */
  readonly text: string;
  /** Of a document. */
  readonly fileToken: string | null;
  readonly sentAt: Date;
  readonly handledBy: string | null;
  readonly handledAt: Date | null;
  /** To a problem that was dealt with, else empty. */
  readonly answer: string;
}

export const textAad = (id: string) => `candidate_messages.text ${id}`;
const answerAad = (id: string) => `candidate_messages.answer ${id}`;

export const LONGEST_TEXT = 2000;

/** More of one candidate that nobody has dealt with would only hide each other. */
export const MOST_OPEN = 20;

/** The newest first. @param key of the applicant; undefined if it was destroyed: the messages are then lost */
export async function listMessages(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id }: { readonly tenant: Tenant; readonly id: string },
  key: DataKey | undefined,
): Promise<CandidateMessage[]> {
  if (key === undefined) return [];
  return (await findMessages(ctx.db, tenant, id)).map((row) => ({
    id: row.id,
    kind: row.kind,
    reportId: row.report_id,
    text: row.sealed_text === null ? '' : key.open<string>(textAad(row.id), row.sealed_text),
    fileToken: row.file_token,
    sentAt: row.sent_at,
    handledBy: row.handled_by,
    handledAt: row.handled_at,
    answer: row.sealed_answer === null ? '' : key.open<string>(answerAad(row.id), row.sealed_answer),
  }));
}

/**
 * What the candidate said is wrong with the report, and what they were answered. The order is locked. Returns how many texts
 * went. @param notes what stands where they stood
 */
export async function deleteMessagesAbout(
  tx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  {
    checkId,
    reportId,
    key,
    notes,
  }: { readonly checkId: string; readonly reportId: string; readonly key: DataKey; readonly notes: string },
): Promise<number> {
  let count = 0;
  for (const { id, report_id: about, sealed_text: text, sealed_answer: answer } of await findMessages(
    tx.db,
    tenant,
    checkId,
  )) {
    if (about !== reportId || text === null) continue;
    const sealedAnswer = answer && key.seal(answerAad(id), notes);
    await replaceMessageTexts(tx.db, tenant, { id, sealedText: key.seal(textAad(id), notes), sealedAnswer });
    count += answer === null ? 1 : 2;
  }
  return count;
}

type Sender = Pick<OpenForm, 'caller' | 'link' | 'key' | 'applicantId'>;

const about = ({ link, applicantId }: Sender) => ({
  resourceId: link.checkId,
  checkId: link.checkId,
  applicantId,
});

/** Returns its id. Refuses with `invalid_fields` an empty or too long text, and one more than the desk can have dealt with. */
export async function reportProblem(
  ctx: Ctx,
  form: Sender,
  { text, reportId }: { readonly text: string; readonly reportId: string | null },
): Promise<string> {
  const { caller, link, key } = form;
  const problems = new Problems();
  if (text === '') problems.add('text', 'Say what is wrong');
  else if (isLongerThan(text, LONGEST_TEXT))
    problems.add('text', `What is wrong must be ${LONGEST_TEXT} characters or fewer`);
  problems.refuse('invalid_fields');
  // Locked, because several may be sent at once.
  return withLockedCheck(
    ctx,
    caller,
    link.checkId,
    async (tx, { check }) => {
      const wasDisputed = await hasDispute(tx, caller, check);
      const before = await findMessages(tx.db, caller, link.checkId);
      const open = before.filter(({ kind, handled_at }) => kind === 'problem' && handled_at === null);
      if (open.length >= MOST_OPEN)
        problems.add(
          'text',
          `We have ${open.length} messages from you and are dealing with them. Please wait for that`,
        );
      problems.refuse('invalid_fields');
      const id = tx.newId();
      const sealedText = key.seal(textAad(id), text);
      const sentAt = timeFor(tx, caller);
      const message = {
        id,
        checkId: link.checkId,
        kind: 'problem',
        reportId,
        disputesResult: disputesResult(check, reportId),
        sealedText,
        fileToken: null,
        sentAt,
      } as const;
      await insertMessage(tx.db, caller, message);
      await storeEvents(tx, caller, [{ type: 'check.problem_reported', ...about(form) }]);
      await openByAct(tx, caller, { check, key }, { kind: 'correction', way: 'own_page' });
      await mailAboutDispute(tx, caller, check, wasDisputed);
      const answerBy = answerDueOn(message)!;
      await mailSender(tx, caller, { check, key }, 'problem_received', {
        answerBy,
        isGoingOn: isOngoing(check.status),
      });
      return id;
    },
    { restrictedToo: true },
  );
}

/** Whose reference it is, on which a result rests. */
interface Mistaken {
  readonly caller: Caller;
  readonly checkId: string;
  readonly reportId: string;
  readonly key: DataKey;
}

/** What a referee says is wrong in a reference that they can no longer correct. Refuses with `invalid_fields`. */
export async function reportMistake(
  ctx: Ctx,
  { caller, checkId, reportId, key }: Mistaken,
  text: string,
): Promise<void> {
  demand(caller, 'give_references');
  const problems = new Problems();
  if (text === '') problems.add('text', 'Say what is wrong');
  else if (isLongerThan(text, LONGEST_TEXT))
    problems.add('text', `What is wrong must be ${LONGEST_TEXT} characters or fewer`);
  problems.refuse('invalid_fields');
  const work = async (tx: Ctx) => {
    const open = (await findMessages(tx.db, caller, checkId)).filter(
      ({ kind, handled_at }) => kind === 'reference_mistake' && handled_at === null,
    );
    if (open.length >= MOST_OPEN) problems.add('text', 'We have several messages already and are dealing with them');
    problems.refuse('invalid_fields');
    const id = tx.newId();
    const kind = 'reference_mistake' as const;
    const sealedText = key.seal(textAad(id), text);
    await insertMessage(tx.db, caller, {
      ...{ id, checkId, kind, reportId, sealedText, fileToken: null, sentAt: timeFor(tx, caller) },
    });
  };
  await withLockedCheck(ctx, caller, checkId, work, { restrictedToo: true });
}

/** In the transaction that stores the file, whose event tells of it. */
export async function announceDocument(tx: Ctx, { caller, link }: OpenForm, fileToken: string): Promise<void> {
  const sentAt = timeFor(tx, caller);
  const document = { kind: 'document', reportId: null, sealedText: null, fileToken } as const;
  await insertMessage(tx.db, caller, { id: tx.newId(), checkId: link.checkId, ...document, sentAt });
}

export interface HandledMessage {
  readonly reportId: string;
  readonly messageId: string;
  /** For the candidate: what was done about what they say is wrong; empty for what asks for nothing. */
  readonly answer: string;
}

/**
 * A screener has dealt with a message; the candidate gets a mail that an answer is there. Repeating it changes nothing.
 * Refuses with `not_found` one of another check, with `invalid_fields` (answer) a missing, needless or too long answer.
 */
export async function handleMessage(
  ctx: Ctx,
  screener: Screener,
  { reportId, messageId, answer }: HandledMessage,
): Promise<void> {
  const { caller, queued } = await ownReport(ctx, screener, reportId);
  demand(caller, 'write_notes');
  if (!isUuid(messageId)) throw new Refusal('not_found');
  await withLockedCheck(
    ctx,
    caller,
    queued.check_id,
    async (tx, { check, key }) => {
      const wasDisputed = await hasDispute(tx, caller, check);
      const message = (await findMessages(tx.db, caller, check.id)).find(({ id }) => id === messageId);
      if (message === undefined || key === undefined) throw new Refusal('not_found');
      if (message.handled_at !== null) return;
      refuseAnswer(message.kind, answer);
      const sealedAnswer = answer === '' ? null : key.seal(answerAad(messageId), answer);
      const handled = { id: messageId, checkId: check.id, by: caller.actor, at: timeFor(tx, caller), sealedAnswer };
      await handleMessageRow(tx.db, caller, handled);
      const detail = { message_id: messageId };
      const type = 'check.message_handled' as const;
      await storeEvents(tx, caller, [{ type, resourceId: check.id, checkId: check.id, detail }]);
      if (sealedAnswer !== null) await mailSender(tx, caller, { check, key }, 'problem_answered', {});
      if (message.kind === 'problem') await endCorrection(tx, caller, check, key);
      await mailAboutDispute(tx, caller, check, wasDisputed, message.kind);
    },
    { restrictedToo: true },
  );
}

/**
 * The answer to their correction in the register answers what they wrote about it too, so that nobody answers twice. The
 * caller mails it, and holds the person.
 */
export async function settleProblems(tx: Ctx, caller: Caller, applicantId: string, answer: string): Promise<void> {
  for (const checkId of await findChecksWithProblems(tx.db, caller, applicantId))
    await withLockedCheck(
      tx,
      caller,
      checkId,
      async (inner, { check, key }) => {
        const wasDisputed = await hasDispute(inner, caller, check);
        for (const { id, kind, handled_at } of await findMessages(inner.db, caller, checkId)) {
          if (kind !== 'problem' || handled_at !== null) continue;
          const sealedAnswer = key.seal(answerAad(id), answer);
          const at = timeFor(inner, caller);
          await handleMessageRow(inner.db, caller, { id, checkId, by: caller.actor, at, sealedAnswer });
          const type = 'check.message_handled' as const;
          await storeEvents(inner, caller, [{ type, resourceId: checkId, checkId, detail: { message_id: id } }]);
        }
        await mailAboutDispute(inner, caller, check, wasDisputed);
      },
      { restrictedToo: true },
    );
}

/** What they say is wrong is a request in the register, which ends with the last answer; a letter about it does not. */
async function endCorrection(tx: Ctx, caller: Caller, { applicantId }: Check, key: DataKey): Promise<void> {
  const whose = { applicantId, kinds: ['correction'], key } as const;
  await noteAct(tx, caller, whose, 'message_answered');
  if ((await findChecksWithProblems(tx.db, caller, applicantId)).length === 0)
    await closeByAct(tx, caller, whose, { outcome: 'answered', told: 'mail' });
}

function refuseAnswer(kind: MessageKind, answer: string): void {
  const problems = new Problems();
  if (kind === 'problem' && answer === '') problems.add('answer', 'Write for the candidate what you did about it');
  if (kind !== 'problem' && answer !== '') problems.add('answer', 'It takes no answer');
  if (isLongerThan(answer, LONGEST_TEXT))
    problems.add('answer', `The answer must be ${LONGEST_TEXT} characters or fewer`);
  problems.refuse('invalid_fields');
}

async function mailSender<T extends 'problem_received' | 'problem_answered'>(
  tx: Ctx,
  caller: Caller,
  { check, key }: { readonly check: Check; readonly key: DataKey },
  template: T,
  says: Omit<EmailTemplates[T], 'candidateName' | 'formUri'>,
): Promise<void> {
  const { facts } = check.order;
  const candidateName = fullName(facts.first_name, facts.last_name);
  const link = { ...check.tenant, checkId: check.id, generation: check.formLinkGeneration };
  const values = { ...says, candidateName, formUri: await formUri(tx, link) } as EmailTemplates[T];
  const about = { id: check.applicantId, key, checkId: check.id };
  const to = { name: candidateName, address: facts.email };
  await queueEmail(tx, emailTo(tx, caller, about, template, { to, values }));
}

/** With which nobody has dealt, the oldest first, without what they say. */
export async function listOpenMessages(
  ctx: Pick<Ctx, 'db'>,
  reader: DeskReader,
  environment: Environment,
  limit: number,
): Promise<OpenMessageRow[]> {
  demand(authorityOf(reader), 'read_reports');
  return findOpenMessages(ctx.db, reader.accounts, environment, limit);
}

export async function countMessages(ctx: Pick<Ctx, 'db'>, reader: DeskReader, environment: Environment) {
  demand(authorityOf(reader), 'read_reports');
  return countOpenMessages(ctx.db, reader.accounts, environment);
}
