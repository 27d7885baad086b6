// Writes mails in the transaction of the change that they announce, lists them, and sends those of live checks.
import { type Caller, type Ctx, inTransaction, type Tenant, timeFor } from '../../context.ts';
import { EXPIRED, type MailFailure, NO_SUCH_ADDRESS } from '../../lib/mail-failures.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Sql } from '../../platform/db/database.ts';
import { type AccountKey, type DataKey, sealedId } from '../../platform/encryption/account-key.ts';
import { type Mailbox, mailFailure } from '../../platform/mail.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Attaching, AttachmentsOf } from './email-attachments.ts';
import { type Message, messageAad, messageIn, type Reached } from './email-message.ts';
import { replyToOf, senderOf } from './email-sender.ts';
import {
  type EmailRow,
  enqueueEmailsSql,
  findEmail,
  findEmailsAbout,
  findEmailsOfCheck,
  findEmailsOfInvoice,
  findLastEmailAt,
  findNewestEmails,
  hasAccountEmailSince,
  hasReferenceEmailSince,
  holdEmail,
  insertEmail,
  insertEmailsSql,
  type NewEmail,
  recordEmailAttempt,
  requeueEmail,
} from './email-store.ts';
import { type EmailTemplates, renderEmail, type TemplateName } from './email-templates.ts';
import { joinedWith } from './joined-emails.ts';
import { queueText } from './text-queue-actions.ts';
import { textWords } from './text-words.ts';

export type { NewEmail };

/** Without a mail server, which only the demo allows, mails are shown in the inbox page, also those of live checks. */
const statusOfNew = ({ mail }: Pick<Ctx, 'mail'>, { environment }: Caller): NewEmail['status'] =>
  environment === 'test' || !mail.canSend ? 'held' : 'queued';

/** How to reach a candidate. */
export const candidateMailbox = (facts: ApplicantFacts): Reached => {
  const { first_name, last_name, email: address, mobile, mobile_country, country } = facts;
  const number = mobile === null ? {} : { mobile: { number: mobile, country: mobile_country ?? country ?? 'GBR' } };
  return { name: fullName(first_name, last_name), address, ...number };
};

/** Of whom a mail tells that is encrypted with their key, and the reference if it goes to a referee. */
interface About {
  readonly id: string;
  readonly key: DataKey;
  readonly checkId: string | null;
  readonly referenceId?: string;
  /** The blind key of the address: it waits for others of its kind with the same, and goes with them. */
  readonly joinKey?: string;
}

/** A mail to an applicant, or to a referee of theirs, encrypted with their key; in test mode it is shown, never sent. */
export function emailTo<T extends TemplateName>(
  ctx: Pick<Ctx, 'newId' | 'now' | 'mail'>,
  caller: Caller,
  applicant: About,
  template: T,
  message: Message<T>,
): NewEmail {
  const status = statusOfNew(ctx, caller);
  return {
    accountId: caller.accountId,
    environment: caller.environment,
    id: ctx.newId(),
    applicantId: applicant.id,
    checkId: applicant.checkId,
    referenceId: applicant.referenceId ?? null,
    joinKey: status === 'queued' ? (applicant.joinKey ?? null) : null,
    ...{ userId: null, aboutCheckId: null, aboutInvoiceId: null },
    template,
    sealedMessage: applicant.key.seal(messageAad, message),
    status,
    createdAt: timeFor(ctx, caller),
  };
}

export interface MailedUser {
  /** null for an address of the account that is no user's. */
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
}

/**
 * A mail to one of the account's users or to an address of its settings, encrypted with the account's key, because no erasure
 * applies to it; with the order that it is about.
 */
export function emailToUser<T extends TemplateName>(
  ctx: Pick<Ctx, 'newId' | 'now' | 'mail'>,
  caller: Caller,
  key: AccountKey,
  template: T,
  {
    user,
    values,
    about,
  }: { readonly user: MailedUser; readonly values: EmailTemplates[T]; readonly about?: { readonly id: string } },
): NewEmail {
  const id = ctx.newId();
  const message: Message<T> = { to: { name: user.name, address: user.email }, values };
  return {
    accountId: caller.accountId,
    environment: caller.environment,
    id,
    ...{ applicantId: null, checkId: null, referenceId: null, joinKey: null },
    userId: user.id,
    aboutCheckId: about?.id ?? null,
    aboutInvoiceId: 'invoiceId' in values ? values.invoiceId : null,
    template,
    sealedMessage: key.seal(messageAad, sealedId(caller.environment, id), JSON.stringify(message)),
    status: statusOfNew(ctx, caller),
    createdAt: timeFor(ctx, caller),
  };
}

export function queueEmail(ctx: Ctx, email: NewEmail): Promise<void> {
  return insertEmail(ctx.db, email);
}

/** The insert of mails and their jobs as a part of another feature's statement. */
export const emailsInsertion = (emails: readonly NewEmail[], onlyChecks: Sql): Sql =>
  insertEmailsSql(emails, onlyChecks);
export const emailsEnqueuing = (inserted: Sql): Sql => enqueueEmailsSql(inserted);

export interface Email extends Attaching {
  readonly id: string;
  readonly checkId: string | null;
  readonly template: TemplateName;
  readonly recipient: 'candidate' | 'referee' | 'client';
  readonly to: Mailbox;
  /** Where answers to it go, if not to the sender. */
  readonly replyTo: Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly status: EmailRow['status'];
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** Why it did not arrive; undefined unless it was refused or given up. */
  readonly failed: MailFailure | undefined;
  /** Whether it went in one mail with others to the same address. */
  readonly isJoined: boolean;
  /** Of a mail with a code: when it stops working. */
  readonly expiresAt: Date | undefined;
  /** What goes to the candidate's mobile as well; undefined if nothing does. */
  readonly textMessage: TextMessage | undefined;
}

export interface TextMessage {
  /** In international form. */
  readonly to: string;
  readonly text: string;
  /** null for one that nothing is to send: in test mode, without a gateway, or of a mail from before. */
  readonly queuedAt: Date | null;
  /** null until the gateway has taken it. */
  readonly textedAt: Date | null;
  /** Why the last attempt failed. */
  readonly failure: string | null;
}

const failureOf = ({ status, failure, failed_at: failedAt }: EmailRow): MailFailure | undefined =>
  status === 'failed' && failure !== null && failedAt !== null ? { failure, failedAt } : undefined;

/** Undefined unless the account texts its candidates or did, the mail is one that is texted, and there is a mobile number. */
async function textMessageIn(row: EmailRow, { to, values }: Message<TemplateName>): Promise<TextMessage | undefined> {
  if ((!row.texts_candidates && row.text_queued_at === null) || to.mobile === undefined) return undefined;
  const text = textWords(row.template as TemplateName, values, row.account_name, row.language);
  if (text === undefined) return undefined;
  // Loaded with the first number, because it would add to the start.
  const { telephoneNumberOf } = await import('../../lib/telephone-numbers.ts');
  const number = telephoneNumberOf(to.mobile.number, to.mobile.country);
  if (number?.kind !== 'mobile' || !number.isPossible) return undefined;
  const { text_queued_at: queuedAt, texted_at: textedAt, text_failure: failure } = row;
  return { to: number.international, text, queuedAt, textedAt, failure };
}

async function open(ctx: Ctx, row: EmailRow): Promise<Email | undefined> {
  const message = messageIn(row, await ctx.keys.forAccount(row.account_id));
  if (message === undefined) return undefined;
  const { values } = message;
  const template = row.template as TemplateName;
  return {
    id: row.id,
    checkId: row.check_id,
    template,
    recipient: row.reference_id !== null ? 'referee' : row.applicant_id !== null ? 'candidate' : 'client',
    to: message.to,
    replyTo: replyToOf(row),
    ...renderEmail(template, values, senderOf(row, ctx.settings.operatorName), row.language),
    status: row.status,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    failed: failureOf(row),
    isJoined: row.sent_in !== null,
    invoiceId: 'invoiceId' in values ? values.invoiceId : undefined,
    statement: 'statementFrom' in values ? { from: values.statementFrom, to: values.statementTo } : undefined,
    expiresAt: 'minutes' in values ? new Date(row.created_at.getTime() + values.minutes * 60_000) : undefined,
    textMessage: await textMessageIn(row, message),
  };
}

const openAll = async (ctx: Ctx, rows: readonly EmailRow[]): Promise<Email[]> =>
  (await Promise.all(rows.map((row) => open(ctx, row)))).filter((email) => email !== undefined);

/** Newest first. */
export const listEmails = async (ctx: Ctx, tenant: Tenant, limit: number): Promise<Email[]> =>
  openAll(ctx, await findNewestEmails(ctx.db, tenant, limit));

/** The mails of a check to its candidate and others, newest first. */
export const listEmailsOfCheck = async (ctx: Ctx, tenant: Tenant, checkId: string): Promise<Email[]> =>
  openAll(ctx, await findEmailsOfCheck(ctx.db, tenant, checkId));

/** The mails that brought an invoice or a credit note, newest first. */
export const listEmailsOfInvoice = async (ctx: Ctx, tenant: Tenant, invoiceId: string): Promise<Email[]> =>
  openAll(ctx, await findEmailsOfInvoice(ctx.db, tenant, invoiceId));

/** As `listEmailsOfCheck`, with the mails to users of the client about it. */
export const listEmailsAbout = async (ctx: Ctx, tenant: Tenant, checkId: string): Promise<Email[]> =>
  openAll(ctx, await findEmailsAbout(ctx.db, tenant, checkId));

/** Whether there is such a mail that failed: it is sent as it was written, with all its attempts anew. */
export const sendAgain = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, id: string): Promise<boolean> =>
  requeueEmail(ctx.db, tenant, id);

/** When the check's newest mail of the template was written that did not fail; undefined if there is none. */
export const lastEmailAt = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, checkId: string, template: TemplateName) =>
  findLastEmailAt(ctx.db, tenant, checkId, template);

/** Whether users of the account got one since then. */
export const wereUsersMailed = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, template: TemplateName, since: Date) =>
  hasAccountEmailSince(ctx.db, tenant, template, since);

/** Whether the referee of the reference has got the mail since. */
export const wasRefereeMailed = (
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  about: { readonly referenceId: string; readonly template: TemplateName; readonly since: Date },
): Promise<boolean> => hasReferenceEmailSince(ctx.db, tenant, about);

export async function readEmail(ctx: Ctx, tenant: Tenant, id: string): Promise<Email> {
  const row = await findEmail(ctx.db, tenant, id);
  const email = row === undefined ? undefined : await open(ctx, row);
  if (email === undefined) throw new Refusal('not_found');
  return email;
}

/** The text message of a mail; undefined if it has none, or its candidate was erased. */
export async function readTextMessage(ctx: Ctx, tenant: Tenant, id: string): Promise<TextMessage | undefined> {
  const row = await findEmail(ctx.db, tenant, id);
  return row === undefined ? undefined : (await open(ctx, row))?.textMessage;
}

/** A mail to a referee that was refused or given up, or was sent after that. */
export interface SettledRequest {
  readonly referenceId: string;
  readonly writtenAt: Date;
  readonly isSent: boolean;
}

/** Acts on it in the transaction that records it; a feature to the right supplies it. */
export type WhenRequestSettled = (tx: Ctx, caller: Caller, mail: SettledRequest) => Promise<void>;

interface Attempt {
  /** null if it was sent. */
  readonly failure: string | null;
  readonly isFinal: boolean;
}

/** A code that came too late says nothing about the address. */
async function recordAttempt(
  ctx: Ctx,
  tenant: Tenant,
  row: EmailRow,
  attempt: Attempt,
  whenSettled: WhenRequestSettled,
  sentIn: string | null = null,
) {
  await inTransaction(ctx, async (tx) => {
    const status = await recordEmailAttempt(tx.db, tenant, { id: row.id, at: tx.now(), sentIn, ...attempt });
    const { reference_id: referenceId, created_at: writtenAt } = row;
    if (referenceId === null || status === undefined || status === row.status || attempt.failure === EXPIRED) return;
    if (status === 'sent' && row.status !== 'failed') return;
    const caller: Caller = { ...tenant, actor: 'system', clockOffsetSeconds: 0 };
    await whenSettled(tx, caller, { referenceId, writtenAt, isSent: status === 'sent' });
  });
}

/**
 * Sends a mail for the job; rejects if the mail server does not accept it, so that the job is retried. A mail to an address
 * that does not exist fails at once, so that somebody sees it and corrects the address. A failed one is sent if somebody
 * sends it again, or an operator retries its job.
 */
export async function sendEmail(
  ctx: Ctx,
  tenant: Tenant,
  id: string,
  whenSettled: WhenRequestSettled = async () => undefined,
  attachmentsOf: AttachmentsOf = async () => [],
): Promise<void> {
  const row = await findEmail(ctx.db, tenant, id);
  if (row?.status !== 'queued' && row?.status !== 'failed') return;
  if (!ctx.mail.canSend) return holdEmail(ctx.db, tenant, id);
  const email = await open(ctx, row);
  if (email === undefined) return;
  // Queued with the first attempt, also if that fails: the mail address may be wrong while the number is right.
  const isTexted = email.textMessage?.textedAt === null && row.attempts === 0 && ctx.texts.canSend;
  if (isTexted) await queueText(ctx, tenant, id);
  const sender = senderOf(row, ctx.settings.operatorName);
  const account = await ctx.keys.forAccount(row.account_id);
  const { rows: others, letter } = (await joinedWith(ctx, tenant, row, { account, sender })) ?? { rows: [] };
  const sentIn = others.length === 0 ? null : row.id;
  // All of one mail or none: what stays queued is sent again. What may arrive yet is tried again by the job of each.
  const record = (attempt: Attempt) =>
    inTransaction(ctx, async (tx) => {
      for (const one of attempt.isFinal ? [row, ...others] : [row])
        await recordAttempt(tx, tenant, one, attempt, whenSettled, sentIn);
    });
  // Whoever waits for a code has asked for another one by then.
  if (email.expiresAt !== undefined && email.expiresAt <= ctx.now()) return record({ failure: EXPIRED, isFinal: true });
  try {
    const attachments = await attachmentsOf(ctx, tenant, email);
    await ctx.mail.send({
      ...email,
      ...letter,
      attachments,
      messageId: `<${id}@${new URL(ctx.settings.baseUrl).hostname}>`,
    });
  } catch (error) {
    const failure = mailFailure(error);
    const isFinal = failure === NO_SUCH_ADDRESS;
    await record({ failure, isFinal });
    if (!isFinal) throw error;
    ctx.log.warn('mail refused: no such address', { emailId: id, error });
    return;
  }
  await record({ failure: null, isFinal: true });
}
