// Signs candidates in: a code sent to their own address, then a session on the device on which it was entered.
import { createHash } from 'node:crypto';
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { newDigits, newSecretBytes } from '../../platform/encryption/random.ts';
import { inBatches } from '../../platform/jobs.ts';
import { networkOf } from '../accounts/sign-in-rules.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { openOrder } from '../checks/check-actions.ts';
import { type CheckLink, formUri } from '../checks/check-links.ts';
import { openForm } from '../checks/check-progress-actions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import {
  countGuesses,
  deleteCodesSentBefore,
  deleteGuessesBefore,
  deleteSession,
  deleteSessionsEndedBefore,
  findCodeTimes,
  insertCode,
  insertSession,
  moveSessionEnd,
  replaceFormLink,
  tryNewestCode,
  useCode,
} from './form-access-store.ts';
import {
  CODE_DIGITS,
  CODE_MINUTES,
  CODE_TRIES,
  codeOf,
  FRESH_LINKS_PER_DAY,
  GUESSES_PER_DAY,
  type GuessLimit,
  groupsOf,
  isJustSent,
  nextCodeAt,
  REFRESH_SECONDS,
} from './form-code-rules.ts';
import { findForm } from './form-queries.ts';
import type { FormFront } from './open-form.ts';

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);
const DAY_SECONDS = 24 * 3600;

/** The hash includes the code's id, so that a stored hash fits no other code. */
async function markOf(ctx: Ctx, link: CheckLink, codeId: string) {
  const account = await ctx.keys.forAccount(link.accountId);
  const place = (code: string) => `${link.environment} ${link.checkId} ${codeId} ${code}`;
  return {
    make: (code: string) => account.mac('form_code', place(code)),
    verify: (code: string, mark: Buffer) => account.verifyMac('form_code', place(code), mark),
  };
}

/** The recipient of the mail, and the key that encrypts it. */
async function candidateOf(
  ctx: Ctx,
  { link }: FormFront,
): Promise<{ id: string; key: DataKey; to: { name: string; address: string } }> {
  const row = await findForm(ctx.db, link, link.checkId, null, ctx.now());
  if (row === undefined || row.sealed_key === null) throw new Refusal('not_found');
  const account = await ctx.keys.forAccount(link.accountId);
  const key = applicantKey(account, link, row.applicant_id, row.sealed_key);
  const { facts } = openOrder(key, link.checkId, row.sealed_order);
  return { id: row.applicant_id, key, to: { name: `${facts.first_name} ${facts.last_name}`, address: facts.email } };
}

/**
 * Sends a code when the candidate continues or asks for a new one. Returns when the next code may be sent, if it is
 * too early.
 */
export async function sendCode(
  ctx: Ctx,
  front: FormFront,
): Promise<{ readonly sent: true } | { readonly notBefore: Date }> {
  const { link, caller } = front;
  // Load the keys now: loading them inside the transaction would take a second connection.
  await ctx.keys.forAccount(link.accountId);
  return inTransaction(ctx, async (tx) => {
    // Locks the check, so that two concurrent requests are counted one after the other.
    const check = await openForm(tx, caller, link.checkId);
    if (check.status !== 'awaiting_applicant') throw new Refusal('state_does_not_allow');
    await followLink(tx, front, check.formLinkGeneration);
    const now = tx.now();
    const dayAgo = after(now, -DAY_SECONDS);
    const sentAt = await findCodeTimes(tx.db, caller, link.checkId, dayAgo);
    if (isJustSent(sentAt, now)) return { sent: true };
    const notBefore = nextCodeAt(sentAt, now);
    if (notBefore !== undefined) return { notBefore };
    const { id: applicantId, key, to } = await candidateOf(tx, front);
    const [id, code] = [tx.newId(), newDigits(CODE_DIGITS)];
    const mark = (await markOf(tx, link, id)).make(code);
    const expiresAt = after(now, CODE_MINUTES * 60);
    await insertCode(tx.db, caller, { checkId: link.checkId, id, mark, sentAt: now, expiresAt }, dayAgo);
    const values = { candidateName: to.name, code: groupsOf(code), minutes: CODE_MINUTES };
    const about = { id: applicantId, key, checkId: link.checkId };
    await queueEmail(tx, emailTo(tx, caller, about, 'form_code', { to, values }));
    await storeFormEvent(tx, front, applicantId, 'check.form_code_sent');
    return { sent: true };
  });
}

/** Whether a mailed code is still valid. */
export async function awaitsCode(ctx: Ctx, { link }: FormFront): Promise<boolean> {
  const since = after(ctx.now(), -CODE_MINUTES * 60);
  return (await findCodeTimes(ctx.db, link, link.checkId, since)).length > 0;
}

function storeFormEvent(
  tx: Ctx,
  { link, caller }: FormFront,
  applicantId: string,
  type: 'check.form_code_sent' | 'check.form_signed_in',
) {
  return storeEvents(tx, caller, [{ type, resourceId: link.checkId, applicantId, checkId: link.checkId }]);
}

export type CodeOutcome =
  | { readonly is: 'right'; readonly sessionToken: string }
  | { readonly is: 'wrong'; readonly triesLeft: number }
  | { readonly is: 'unreadable' | 'used_up' | 'expired' | 'limited' };

const dayStart = (now: Date) => after(now, -DAY_SECONDS);

/** Counts a guess before it is compared, so that parallel guesses cannot pass the limits. */
async function isOverLimit(ctx: Ctx, { link }: FormFront, address: string | undefined): Promise<boolean> {
  const subjects: Partial<Record<GuessLimit, string>> = {
    link: `code link ${link.checkId} ${link.generation ?? 0}`,
    // Whoever has opened a fresh link has proved the mailbox: others' guesses do not hinder them.
    ...((link.generation ?? 0) > 0
      ? {}
      : {
          account: `code account ${link.accountId} ${link.environment}`,
          ...(address === undefined ? {} : { network: `code network ${networkOf(address)}` }),
        }),
  };
  const names = Object.keys(subjects) as GuessLimit[];
  const now = ctx.now();
  const counted = await countGuesses(ctx.db, Object.values(subjects), now, dayStart(now));
  return names.some((name, index) => counted[index]! > GUESSES_PER_DAY[name]);
}

/** The first code for a fresh link makes it the only one: a mail scanner that opens the page does not. */
async function followLink(tx: Ctx, { link, caller }: FormFront, present: number): Promise<void> {
  const generation = link.generation ?? 0;
  if (generation < present) throw new Refusal('state_does_not_allow');
  if (generation === present) return;
  await replaceFormLink(tx.db, caller, link.checkId, generation);
  const { accountId, environment } = link;
  const detail = { check_id: link.checkId };
  await recordSecurityEvent(tx, { type: 'form_link.replaced', accountId, environment, actor: 'candidate', detail });
}

/**
 * Mails a fresh link to the candidate, for whom somebody with the earlier link has used up the codes or the guesses.
 * It works until it is replaced, so the holder of the earlier link can only cause mails, at most three a day.
 */
export async function sendFreshLink(ctx: Ctx, front: FormFront): Promise<void> {
  const { link, caller } = front;
  await ctx.keys.forAccount(link.accountId);
  await inTransaction(ctx, async (tx) => {
    const check = await openForm(tx, caller, link.checkId);
    if (check.status !== 'awaiting_applicant' || (link.generation ?? 0) < check.formLinkGeneration) {
      throw new Refusal('state_does_not_allow');
    }
    const now = tx.now();
    const [sent = 0] = await countGuesses(tx.db, [`fresh link ${link.checkId}`], now, dayStart(now));
    if (sent > FRESH_LINKS_PER_DAY) return;
    const { id, key, to } = await candidateOf(tx, front);
    const generation = check.formLinkGeneration + 1;
    const values = { candidateName: to.name, formUri: await formUri(tx, { ...link, generation }) };
    const about = { id, key, checkId: link.checkId };
    await queueEmail(tx, emailTo(tx, caller, about, 'form_link', { to, values }));
  });
}

/**
 * Compares the typed code with the newest one; a correct code can be used once. @param address the client's network
 * address
 */
export async function enterCode(ctx: Ctx, front: FormFront, typed: string, address?: string): Promise<CodeOutcome> {
  const outcome = await compareCode(ctx, front, typed, address);
  if (outcome.is === 'right' || outcome.is === 'unreadable' || outcome.is === 'expired') return outcome;
  const { accountId, environment, checkId } = front.link;
  const type = outcome.is === 'limited' ? 'code.limited' : 'code.wrong';
  await recordSecurityEvent(ctx, { type, accountId, environment, address, detail: { check_id: checkId } });
  return outcome;
}

async function compareCode(
  ctx: Ctx,
  front: FormFront,
  typed: string,
  address: string | undefined,
): Promise<CodeOutcome> {
  const code = codeOf(typed);
  if (code === undefined) return { is: 'unreadable' };
  const { link, caller } = front;
  const now = ctx.now();
  const tried = await tryNewestCode(ctx.db, caller, link.checkId);
  if (tried === undefined || tried.used_at !== null || tried.expires_at <= now) return { is: 'expired' };
  if (tried.tries > CODE_TRIES) return { is: 'used_up' };
  if (await isOverLimit(ctx, front, address)) return { is: 'limited' };
  if (!(await markOf(ctx, link, tried.id)).verify(code, tried.mark)) {
    const triesLeft = CODE_TRIES - tried.tries;
    return triesLeft === 0 ? { is: 'used_up' } : { is: 'wrong', triesLeft };
  }
  return inTransaction(ctx, async (tx) => {
    if (!(await useCode(tx.db, caller, link.checkId, tried.id, now))) return { is: 'expired' };
    const sessionToken = newSecretBytes(32).toString('base64url');
    const expiresAt = after(now, idleSeconds(ctx));
    const session = { checkId: link.checkId, tokenHash: hashToken(sessionToken), createdAt: now, expiresAt };
    await insertSession(tx.db, caller, session);
    const { id } = await candidateOf(tx, front);
    await storeFormEvent(tx, front, id, 'check.form_signed_in');
    return { is: 'right', sessionToken };
  });
}

/** A candidate's session ends so long after their last page. */
const idleSeconds = ({ settings }: Pick<Ctx, 'settings'>) =>
  60 * Math.min(settings.candidateSessionIdleMinutes, settings.candidateSessionHours * 60);

/** Extends the session at intervals, up to its absolute end. Returns whether it was extended now. */
export async function keepSessionAlive(ctx: Ctx, link: CheckLink, tokenHash: Buffer, endsAt: Date): Promise<boolean> {
  const expiresAt = after(ctx.now(), idleSeconds(ctx));
  if (expiresAt.getTime() - endsAt.getTime() < REFRESH_SECONDS * 1000) return false;
  const atMostHours = ctx.settings.candidateSessionHours;
  await moveSessionEnd(ctx.db, link, { checkId: link.checkId, tokenHash, expiresAt, atMostHours });
  return true;
}

export async function leaveForm(ctx: Ctx, { link }: FormFront, sessionToken: string): Promise<void> {
  await deleteSession(ctx.db, link, link.checkId, hashToken(sessionToken));
}

/** For the pruning job: deletes ended sessions and expired codes. Returns how many rows. */
export async function pruneFormAccess(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const now = ctx.now();
  const sessions = await inBatches((limit) => deleteSessionsEndedBefore(ctx.db, now, limit));
  const guesses = await inBatches((limit) => deleteGuessesBefore(ctx.db, after(now, -2 * DAY_SECONDS), limit));
  return (
    sessions + guesses + (await inBatches((limit) => deleteCodesSentBefore(ctx.db, after(now, -DAY_SECONDS), limit)))
  );
}
