// Signs in people who have a link and no account, candidates and referees: a code sent to their own address, then a
// session on the device on which it was entered.
import { createHash } from 'node:crypto';
import { type Caller, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { countAttempts } from '../../platform/db/attempt-counts.ts';
import type { Db } from '../../platform/db/database.ts';
import { newDigits, newSecretBytes } from '../../platform/encryption/random.ts';
import { inBatches } from '../../platform/jobs.ts';
import { networkOf } from '../accounts/sign-in-rules.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import {
  copySession,
  deleteCodes,
  deleteCodesSentBefore,
  deleteGuessesBefore,
  deleteSession,
  deleteSessions,
  deleteSessionsEndedBefore,
  findSentCodes,
  insertCode,
  insertSession,
  moveSessionEnd,
  type SentCode,
  tryNewestCode,
  useCode,
} from './access-store.ts';
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
  type Typist,
} from './code-rules.ts';
import type { LinkPurpose } from './link-tokens.ts';

/** Why a fresh link is mailed: its holder typed their address, or the codes of the earlier one were used up. */
export type WhyLinkAgain = 'asked' | 'codes';

/** A link in the hands of its holder, and what its feature does when a code or a fresh link is asked for. */
export interface HeldLink {
  readonly purpose: LinkPurpose;
  readonly caller: Caller;
  /** The check or the reference. */
  readonly subjectId: string;
  readonly generation: number;
  /** The subject in the detail of security events. */
  readonly detail: Readonly<Record<string, string>>;
  /**
   * Locks the subject, so that two concurrent requests are counted one after the other, and returns the generation of
   * the present link. Refuses with `state_does_not_allow` if nothing more is asked of the holder.
   * @param typist who acts in place of the holder, if somebody does
   */
  lock(tx: Ctx, typist?: Typist): Promise<number>;
  /** Makes this link the only one. */
  replace(tx: Ctx): Promise<void>;
  mailCode(tx: Ctx, code: { readonly code: string; readonly minutes: number }): Promise<void>;
  mailLink(tx: Ctx, generation: number, why: WhyLinkAgain): Promise<void>;
  recordSignIn(tx: Ctx, typist?: Typist): Promise<void>;
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);
const DAY_SECONDS = 24 * 3600;
const dayBefore = (now: Date) => after(now, -DAY_SECONDS);

const countGuesses = (db: Db, subjects: readonly string[], now: Date) =>
  countAttempts(db, 'link_guesses', subjects, { now, windowStart: dayBefore(now) });

/** The hash includes the code's id, so that a stored hash fits no other code. */
async function markOf(ctx: Ctx, { purpose, caller, subjectId }: HeldLink, codeId: string) {
  const account = await ctx.keys.forAccount(caller.accountId);
  const place = (code: string) => `${caller.environment} ${subjectId} ${codeId} ${code}`;
  return {
    make: (code: string) => account.mac(`${purpose}_code`, place(code)),
    verify: (code: string, mark: Buffer) => account.verifyMac(`${purpose}_code`, place(code), mark),
  };
}

/**
 * Sends a code when the holder continues or asks for a new one. Returns when the next code may be sent, if it is too
 * early.
 */
export async function sendCode(
  ctx: Ctx,
  link: HeldLink,
): Promise<{ readonly sent: true } | { readonly notBefore: Date }> {
  const { caller, subjectId } = link;
  // Load the keys now: loading them inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await followLink(tx, link);
    const now = tx.now();
    const sent = (await findSentCodes(tx.db, caller, subjectId, dayBefore(now))).filter(
      ({ is_at_desk: isAtDesk }) => !isAtDesk,
    );
    if (isJustSent(enterableTimes(sent), now)) return { sent: true };
    const notBefore = nextCodeAt(
      sent.map(({ sent_at }) => sent_at),
      now,
    );
    if (notBefore !== undefined) return { notBefore };
    await link.mailCode(tx, { code: await makeCode(tx, link), minutes: CODE_MINUTES });
    return { sent: true };
  });
}

async function makeCode(tx: Ctx, link: HeldLink, typist?: Typist): Promise<string> {
  const now = tx.now();
  const [id, code] = [tx.newId(), newDigits(CODE_DIGITS)];
  const mark = (await markOf(tx, link, id)).make(code);
  const expiresAt = after(now, CODE_MINUTES * 60);
  const { caller, subjectId } = link;
  await insertCode(tx.db, caller, { subjectId, id, mark, sentAt: now, expiresAt, typist }, dayBefore(now));
  return groupsOf(code);
}

/** A code for somebody of the desk who types for the holder: it is mailed to nobody, and opens the link as a mailed one does. */
export async function codeForDesk(
  tx: Ctx,
  link: HeldLink,
  typist: Typist,
): Promise<{ readonly code: string; readonly minutes: number }> {
  await lockPresent(tx, link, typist);
  return { code: await makeCode(tx, link, typist), minutes: CODE_MINUTES };
}

/** When the code was sent that can be entered, the newest. Once it is used, somebody goes on on a second device. */
function enterableTimes(codes: readonly SentCode[]): Date[] {
  const [newest] = codes.toSorted((one, other) => other.sent_at.getTime() - one.sent_at.getTime());
  return newest === undefined || newest.is_used ? [] : [newest.sent_at];
}

/** Whether a mailed code is still valid; codes of the desk say nothing of it. */
export async function awaitsCode(ctx: Ctx, { caller, subjectId }: HeldLink): Promise<boolean> {
  const since = after(ctx.now(), -CODE_MINUTES * 60);
  const sent = await findSentCodes(ctx.db, caller, subjectId, since);
  return enterableTimes(sent.filter(({ is_at_desk: isAtDesk }) => !isAtDesk)).length > 0;
}

export type CodeOutcome =
  | { readonly is: 'right'; readonly sessionToken: string }
  | { readonly is: 'wrong'; readonly triesLeft: number }
  | { readonly is: 'unreadable' | 'used_up' | 'expired' | 'limited' };

export interface EnteredFrom {
  /** The network address of who enters it. */
  readonly address?: string | undefined;
  /** On the page of the code that the desk shows: its tries are counted apart from those of mailed codes. */
  readonly isAtDesk?: boolean | undefined;
}

/** Counts a guess before it is compared, so that parallel guesses cannot pass the limits. */
async function isOverLimit(ctx: Ctx, link: HeldLink, { address, isAtDesk = false }: EnteredFrom): Promise<boolean> {
  const { caller, subjectId, generation } = link;
  const subjects: Partial<Record<GuessLimit, string>> = {
    link: `code ${isAtDesk ? 'desk' : 'link'} ${subjectId} ${generation}`,
    // Whoever has opened a fresh link has proved the mailbox: others' guesses do not hinder them.
    ...(generation > 0
      ? {}
      : {
          account: `code account ${caller.accountId} ${caller.environment}`,
          ...(address === undefined ? {} : { network: `code network ${networkOf(address)}` }),
        }),
  };
  const names = Object.keys(subjects) as GuessLimit[];
  const now = ctx.now();
  const counted = await countGuesses(ctx.db, Object.values(subjects), now);
  return names.some((name, index) => counted[index]! > GUESSES_PER_DAY[name]);
}

/** As `lock`; also refuses a link that was replaced. */
async function lockPresent(tx: Ctx, link: HeldLink, typist?: Typist): Promise<number> {
  const present = await link.lock(tx, typist);
  if (link.generation < present) throw new Refusal('state_does_not_allow');
  return present;
}

/** The first code for a fresh link makes it the only one: a mail scanner that opens the page does not. */
async function followLink(tx: Ctx, link: HeldLink): Promise<void> {
  const { purpose, caller, generation, detail } = link;
  if (generation === (await lockPresent(tx, link))) return;
  await link.replace(tx);
  await deleteCodes(tx.db, caller, link.subjectId);
  const { accountId, environment, actor } = caller;
  const type = purpose === 'reference' ? 'reference_link.replaced' : 'form_link.replaced';
  await recordSecurityEvent(tx, { type, accountId, environment, actor, detail });
}

/**
 * Mails a fresh link to the holder who has lost theirs, or after the codes or guesses of the earlier link were used up. The
 * fresh link works until it is replaced. The earlier link can only cause more of these mails, at most three a day.
 */
export async function sendFreshLink(ctx: Ctx, link: HeldLink, why: WhyLinkAgain): Promise<void> {
  await ctx.keys.forAccount(link.caller.accountId);
  await inTransaction(ctx, async (tx) => {
    const present = await lockPresent(tx, link);
    const now = tx.now();
    const [sent = 0] = await countGuesses(tx.db, [`fresh link ${link.subjectId}`], now);
    if (sent > FRESH_LINKS_PER_DAY) return;
    await link.mailLink(tx, present + 1, why);
  });
}

/**
 * Compares the typed code with the newest one; a correct code can be used once. Refuses it with `state_does_not_allow` if
 * nothing more is asked of the holder, or the link was replaced.
 */
export async function enterCode(ctx: Ctx, link: HeldLink, typed: string, from: EnteredFrom = {}): Promise<CodeOutcome> {
  const outcome = await compareCode(ctx, link, typed, from);
  if (outcome.is === 'right' || outcome.is === 'unreadable' || outcome.is === 'expired') return outcome;
  const { accountId, environment } = link.caller;
  const { address } = from;
  const type = outcome.is === 'limited' ? 'code.limited' : 'code.wrong';
  await recordSecurityEvent(ctx, { type, accountId, environment, address, detail: link.detail });
  return outcome;
}

async function compareCode(ctx: Ctx, link: HeldLink, typed: string, from: EnteredFrom): Promise<CodeOutcome> {
  const code = codeOf(typed);
  if (code === undefined) return { is: 'unreadable' };
  const { caller, subjectId } = link;
  const now = ctx.now();
  const tried = await tryNewestCode(ctx.db, caller, subjectId, from.isAtDesk === true);
  if (tried === undefined || tried.used_at !== null || tried.expires_at <= now) return { is: 'expired' };
  if (tried.tries > CODE_TRIES) return { is: 'used_up' };
  if (await isOverLimit(ctx, link, from)) return { is: 'limited' };
  if (!(await markOf(ctx, link, tried.id)).verify(code, tried.mark)) {
    const triesLeft = CODE_TRIES - tried.tries;
    return triesLeft === 0 ? { is: 'used_up' } : { is: 'wrong', triesLeft };
  }
  const { typed_by: userId, typed_from: typedFrom } = tried;
  const typist = userId === null || typedFrom === null ? undefined : { userId, from: typedFrom };
  return inTransaction(ctx, async (tx) => {
    await lockPresent(tx, link, typist);
    if (!(await useCode(tx.db, caller, subjectId, tried.id, now))) return { is: 'expired' };
    const sessionToken = newSecretBytes(32).toString('base64url');
    const expiresAt = after(now, idleSeconds(ctx));
    const tokenHash = hashToken(sessionToken);
    await insertSession(tx.db, caller, { subjectId, tokenHash, createdAt: now, expiresAt, typist });
    await link.recordSignIn(tx, typist);
    return { is: 'right', sessionToken };
  });
}

/**
 * A session for the link on a device whose session for something else proves the same mailbox. The caller says that it does.
 * Refuses with `not_found` a device without one, and as `enterCode`.
 */
export async function openBesides(
  ctx: Ctx,
  link: HeldLink,
  proof: { readonly subjectId: string; readonly sessionToken: string },
): Promise<string> {
  const { caller, subjectId } = link;
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await lockPresent(tx, link);
    const sessionToken = newSecretBytes(32).toString('base64url');
    const proved = { subjectId: proof.subjectId, tokenHash: hashToken(proof.sessionToken), at: tx.now() };
    const isProved = await copySession(tx.db, caller, proved, { subjectId, tokenHash: hashToken(sessionToken) });
    if (!isProved) throw new Refusal('not_found');
    await link.recordSignIn(tx);
    return sessionToken;
  });
}

/** The session of a holder ends so long after their last page. */
const idleSeconds = ({ settings }: Pick<Ctx, 'settings'>) =>
  60 * Math.min(settings.candidateSessionIdleMinutes, settings.candidateSessionHours * 60);

/** A session as its device named it. */
export interface DeviceSession {
  readonly subjectId: string;
  readonly tokenHash: Buffer;
  readonly endsAt: Date;
}

/** Extends the session at intervals, up to its absolute end. Returns whether it was extended now. */
export async function keepSessionAlive(ctx: Ctx, tenant: Tenant, session: DeviceSession): Promise<boolean> {
  const { subjectId, tokenHash, endsAt } = session;
  const expiresAt = after(ctx.now(), idleSeconds(ctx));
  if (expiresAt.getTime() - endsAt.getTime() < REFRESH_SECONDS * 1000) return false;
  const atMostHours = ctx.settings.candidateSessionHours;
  await moveSessionEnd(ctx.db, tenant, { subjectId, tokenHash, expiresAt, atMostHours });
  return true;
}

export async function endSession(ctx: Ctx, { caller, subjectId }: HeldLink, sessionToken: string): Promise<void> {
  await deleteSession(ctx.db, caller, subjectId, hashToken(sessionToken));
}

/** The codes of somebody of whom nothing more is asked. */
export async function forgetCodes(tx: Ctx, tenant: Tenant, subjectId: string): Promise<void> {
  await deleteCodes(tx.db, tenant, subjectId);
}

/** The codes and the sessions of somebody whom another person replaces. */
export async function forgetHolder(tx: Ctx, tenant: Tenant, subjectId: string): Promise<void> {
  // The codes go first: a code that is being entered then makes no session after the sessions are deleted.
  await deleteCodes(tx.db, tenant, subjectId);
  await deleteSessions(tx.db, tenant, subjectId);
}

/** For the pruning job: deletes ended sessions and expired codes. Returns how many rows. */
export async function pruneLinkAccess(ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const now = ctx.now();
  const sessions = await inBatches((limit) => deleteSessionsEndedBefore(ctx.db, now, limit));
  const guesses = await inBatches((limit) => deleteGuessesBefore(ctx.db, after(now, -2 * DAY_SECONDS), limit));
  return sessions + guesses + (await inBatches((limit) => deleteCodesSentBefore(ctx.db, dayBefore(now), limit)));
}
