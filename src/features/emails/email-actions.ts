// Writes mails in the transaction of the change that they announce, lists them, and sends those of live checks.
import { type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Sql } from '../../platform/db/database.ts';
import { type AccountKey, type DataKey, sealedId } from '../../platform/encryption/account-key.ts';
import { errorClass } from '../../platform/log.ts';
import { isNoSuchAddress, type Mailbox } from '../../platform/mail.ts';
import {
  type EmailRow,
  enqueueEmailsSql,
  findEmail,
  findEmailsOfCheck,
  findLastEmailAt,
  findNewestEmails,
  hasAccountEmailSince,
  holdEmail,
  insertEmail,
  insertEmailsSql,
  type NewEmail,
  recordEmailAttempt,
} from './email-store.ts';
import { type EmailTemplates, renderEmail, type TemplateName } from './email-templates.ts';

export type { NewEmail };

interface Message<T extends TemplateName> {
  readonly to: Mailbox;
  readonly values: EmailTemplates[T];
}

const aad = 'emails.message';

/** Without a mail server, which only the demo allows, mails are shown in the inbox page, also those of live checks. */
const statusOfNew = ({ mail }: Pick<Ctx, 'mail'>, { environment }: Caller): NewEmail['status'] =>
  environment === 'test' || !mail.canSend ? 'held' : 'queued';

/** A mail to an applicant, encrypted with their key; in test mode it is shown, never sent. */
export function emailTo<T extends TemplateName>(
  ctx: Pick<Ctx, 'newId' | 'now' | 'mail'>,
  caller: Caller,
  applicant: { readonly id: string; readonly key: DataKey; readonly checkId: string },
  template: T,
  message: Message<T>,
): NewEmail {
  return {
    accountId: caller.accountId,
    environment: caller.environment,
    id: ctx.newId(),
    applicantId: applicant.id,
    checkId: applicant.checkId,
    template,
    sealedMessage: applicant.key.seal(aad, message),
    status: statusOfNew(ctx, caller),
    createdAt: timeFor(ctx, caller),
  };
}

/** A mail to one of the account's users, encrypted with the account's key, because no erasure applies to it. */
export function emailToUser<T extends TemplateName>(
  ctx: Pick<Ctx, 'newId' | 'now' | 'mail'>,
  caller: Caller,
  key: AccountKey,
  template: T,
  message: Message<T>,
): NewEmail {
  const id = ctx.newId();
  return {
    accountId: caller.accountId,
    environment: caller.environment,
    id,
    applicantId: null,
    checkId: null,
    template,
    sealedMessage: key.seal(aad, sealedId(caller.environment, id), JSON.stringify(message)),
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

export interface Email {
  readonly id: string;
  readonly checkId: string | null;
  readonly template: TemplateName;
  readonly to: Mailbox;
  /** Where answers to it go, if not to the sender. */
  readonly replyTo: Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly status: EmailRow['status'];
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** Of a mail with a code: when it stops working. */
  readonly expiresAt: Date | undefined;
}

/** Undefined if the applicant was erased: the mail cannot be decrypted. */
function messageIn(row: EmailRow, account: AccountKey): Message<TemplateName> | undefined {
  const { applicant_id: applicantId, sealed_key: sealedKey, sealed_message: sealed } = row;
  if (applicantId === null) {
    return JSON.parse(account.open(aad, sealedId(row.environment, row.id), sealed).toString('utf8'));
  }
  if (sealedKey === null) return undefined;
  return account.unwrapDataKey(sealedKey, sealedId(row.environment, applicantId)).open(aad, sealed);
}

/** Candidates and referees answer to the client that asks them. */
function replyToOf({ applicant_id: applicantId, account_name: name, contact_email: address }: EmailRow) {
  return applicantId === null || address === null ? undefined : { name, address };
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
    to: message.to,
    replyTo: replyToOf(row),
    ...renderEmail(template, values, {
      accountName: row.account_name,
      brandColour: row.brand_colour,
      operatorName: ctx.settings.operatorName,
    }),
    status: row.status,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    expiresAt: 'minutes' in values ? new Date(row.created_at.getTime() + values.minutes * 60_000) : undefined,
  };
}

/** Newest first. */
export async function listEmails(ctx: Ctx, tenant: Tenant, limit: number): Promise<Email[]> {
  const emails = await Promise.all((await findNewestEmails(ctx.db, tenant, limit)).map((row) => open(ctx, row)));
  return emails.filter((email) => email !== undefined);
}

/** The mails of a check to its candidate and others, newest first. */
export async function listEmailsOfCheck(ctx: Ctx, tenant: Tenant, checkId: string): Promise<Email[]> {
  const rows = await findEmailsOfCheck(ctx.db, tenant, checkId);
  return (await Promise.all(rows.map((row) => open(ctx, row)))).filter((email) => email !== undefined);
}

/** When the check's newest mail of the template was written that did not fail; undefined if there is none. */
export const lastEmailAt = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, checkId: string, template: TemplateName) =>
  findLastEmailAt(ctx.db, tenant, checkId, template);

/** Whether users of the account got one since then. */
export const wereUsersMailed = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, template: TemplateName, since: Date) =>
  hasAccountEmailSince(ctx.db, tenant, template, since);

export async function readEmail(ctx: Ctx, tenant: Tenant, id: string): Promise<Email> {
  const row = await findEmail(ctx.db, tenant, id);
  const email = row === undefined ? undefined : await open(ctx, row);
  if (email === undefined) throw new Refusal('not_found');
  return email;
}

/**
 * Sends a mail for the job; rejects if the mail server does not accept it, so that the job is retried. A mail to an address
 * that does not exist fails at once, so that somebody sees it and corrects the address. A failed one is sent if an operator
 * retries its job.
 */
export async function sendEmail(ctx: Ctx, tenant: Tenant, id: string): Promise<void> {
  const row = await findEmail(ctx.db, tenant, id);
  if (row?.status !== 'queued' && row?.status !== 'failed') return;
  if (!ctx.mail.canSend) return holdEmail(ctx.db, tenant, id);
  const email = await open(ctx, row);
  if (email === undefined) return;
  // Whoever waits for a code has asked for another one by then.
  if (email.expiresAt !== undefined && email.expiresAt <= ctx.now())
    return recordEmailAttempt(ctx.db, tenant, { id, sentAt: null, failure: 'expired', isFinal: true });
  try {
    await ctx.mail.send({ ...email, messageId: `<${id}@${new URL(ctx.settings.baseUrl).hostname}>` });
  } catch (error) {
    const isFinal = isNoSuchAddress(error);
    await recordEmailAttempt(ctx.db, tenant, { id, sentAt: null, failure: errorClass(error), isFinal });
    if (!isFinal) throw error;
    ctx.log.warn('mail refused: no such address', { resourceId: id, error });
    return;
  }
  await recordEmailAttempt(ctx.db, tenant, { id, sentAt: ctx.now(), failure: null, isFinal: true });
}
