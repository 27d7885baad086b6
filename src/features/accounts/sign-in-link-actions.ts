// Invites users to sign in, and lets those who forgot their password set a new one, each by a one-time link in a mail.
import { createHash } from 'node:crypto';
import { type Ctx, inTransaction } from '../../context.ts';
import { NO_SUCH_ADDRESS } from '../../lib/mail-failures.ts';
import { type Problems, Refusal } from '../../lib/refusal.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { newSecretBytes } from '../../platform/encryption/random.ts';
import { mailFailure } from '../../platform/mail.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { renderEmail } from '../emails/email-templates.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import { findAccount } from './account-store.ts';
import { demandOver } from './people-rules.ts';
import { storeSignInEvent } from './sign-in-actions.ts';
import {
  countSignInLinks,
  findSignInLink,
  insertSignInLink,
  type LinkPurpose,
  removeSignInLink,
  useSignInLink,
} from './sign-in-link-store.ts';
import { noteSignInMail, recordSignInAttempt } from './sign-in-mail-store.ts';
import { hashPassword, isEasyToGuess } from './sign-in-passwords.ts';
import { LINK_MINUTES, LINKS_PER_HOUR, passwordProblems } from './sign-in-rules.ts';
import { recordUserSecurityEvent } from './sign-in-security-events.ts';
import { findPortalUser, findPortalUserByEmail, type PortalUserRow, replaceCredential } from './sign-in-store.ts';
import { hasOnlyOwnRows } from './user-row-actions.ts';

export const SEND_SIGN_IN_LINK = 'send_sign_in_link';

const hashToken = (token: string) => createHash('sha256').update(token).digest();

const minutesAfter = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000);

interface MadeLink {
  readonly url: string;
  readonly tokenHash: Buffer;
}

/** Makes a link, of whose token only a hash is stored. */
async function makeLink(ctx: Ctx, user: PortalUserRow, purpose: LinkPurpose): Promise<MadeLink> {
  const { id: userId, kind } = user;
  const token = newSecretBytes(32).toString('base64url');
  const createdAt = ctx.now();
  const expiresAt = minutesAfter(createdAt, LINK_MINUTES[purpose]);
  const tokenHash = hashToken(token);
  await insertSignInLink(ctx.db, ctx.integrity, { tokenHash, userId, purpose, createdAt, expiresAt });
  return { url: `${ctx.settings[`${kind}Url`]}/sign-in/link/${token}`, tokenHash };
}

/**
 * Mails an invitation to an existing user or screener. Returns the link only if there is no mail server, for the operator to
 * hand over. Refuses with `invalid_fields` (email), and as `demandOver` does.
 * @param accountId the account of a client user
 */
export function inviteToSignIn(ctx: Ctx, by: Asker, email: string, accountId?: string): Promise<string | undefined> {
  demand(by, 'manage_users');
  return inTransaction(ctx, async (tx) => {
    const user = await findPortalUserByEmail(tx.db, email.toLowerCase());
    if (user === undefined) throw new Refusal('invalid_fields', { email: ['belongs to no user who may sign in'] });
    demandOver(by, user, accountId);
    await recordUserSecurityEvent(tx, 'invitation.sent', user, { by: by === 'system' ? by : by.actor });
    await noteSignInMail(tx.db, { userId: user.id, purpose: 'invitation', at: tx.now() });
    if (!ctx.mail.canSend) return (await makeLink(tx, user, 'invitation')).url;
    await tx.jobs.add(tx.db, SEND_SIGN_IN_LINK, { userId: user.id, purpose: 'invitation' satisfies LinkPurpose });
    return undefined;
  });
}

/** Mails a link to a user who can sign in, and does nothing for any other address; the caller cannot tell which. */
export async function requestPasswordLink(ctx: Ctx, email: string, address: string): Promise<void> {
  const user = await findPortalUserByEmail(ctx.db, email.trim().toLowerCase());
  const accountId = user?.kind === 'client' ? user.account_id : undefined;
  const detail = user === undefined ? {} : { user_id: user.id };
  await recordSecurityEvent(ctx, { type: 'password.reset_requested', accountId, address, detail });
  if (user === undefined || !ctx.mail.canSend) return;
  const payload = { userId: user.id, purpose: 'forgotten_password' as const };
  await noteSignInMail(ctx.db, { ...payload, at: ctx.now() });
  await ctx.jobs.add(ctx.db, SEND_SIGN_IN_LINK, payload);
}

async function senderName(ctx: Ctx, user: PortalUserRow): Promise<string> {
  return user.kind === 'client' ? (await findAccount(ctx.db, user.account_id))!.name : 'The screening desk';
}

/**
 * Mails a link whose token exists in this mail only. A link that the mail server does not take is forgotten: otherwise
 * three attempts during an outage would use up what a person may have in an hour, and the mail would never be sent. One to
 * an address that does not exist is not tried again.
 */
async function sendLink(ctx: Ctx, userId: string, purpose: LinkPurpose): Promise<void> {
  const user = await findPortalUser(ctx.db, userId);
  if (user === undefined) return;
  const since = minutesAfter(ctx.now(), -60);
  if ((await countSignInLinks(ctx.db, userId, purpose, since)) >= LINKS_PER_HOUR) return;
  const link = await makeLink(ctx, user, purpose);
  const template = purpose === 'invitation' ? 'sign_in_invitation' : 'forgotten_password';
  const rendered = renderEmail(
    template,
    { name: user.name, link: link.url, isOfDesk: user.kind !== 'client' },
    { accountName: await senderName(ctx, user), operatorName: ctx.settings.operatorName },
  );
  try {
    await ctx.mail.send({
      to: { name: user.name, address: user.email },
      ...rendered,
      messageId: `<${ctx.newId()}@${new URL(ctx.settings.baseUrl).hostname}>`,
    });
  } catch (error) {
    await removeSignInLink(ctx.db, link.tokenHash);
    const failure = mailFailure(error);
    const isFinal = failure === NO_SUCH_ADDRESS;
    await recordSignInAttempt(ctx.db, { userId, purpose, at: ctx.now(), failure, isFinal });
    if (!isFinal) throw error;
    ctx.log.warn('mail refused: no such address', { userId, error });
    return;
  }
  await recordSignInAttempt(ctx.db, { userId, purpose, at: ctx.now(), failure: null, isFinal: true });
}

export function sendSignInLinkJob(ctx: Ctx) {
  return (payload: Readonly<Record<string, unknown>>): Promise<void> =>
    sendLink(ctx, String(payload.userId), payload.purpose as LinkPurpose);
}

export interface OpenLink {
  readonly purpose: LinkPurpose;
  readonly user: PortalUserRow;
}

/** Undefined if the link was used, is too old, or is none. */
export async function openSignInLink(ctx: Ctx, token: string): Promise<OpenLink | undefined> {
  const link = await findSignInLink(ctx.db, hashToken(token), ctx.now());
  const user = link && (await findPortalUser(ctx.db, link.user_id));
  if (link === undefined || user === undefined || !(await hasOnlyOwnRows(ctx, user.id))) return undefined;
  return { purpose: link.purpose, user };
}

/** Words that make a password easy to guess for somebody who knows the user. */
async function wordsOf(ctx: Ctx, user: PortalUserRow): Promise<string[]> {
  const texts = ['probity', user.name, user.email, await senderName(ctx, user)];
  return [...new Set(texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]))].filter((word) => word !== '');
}

async function refuseWeak(ctx: Ctx, user: PortalUserRow, password: string): Promise<void> {
  const problems: Problems = passwordProblems(password);
  if (!problems.any && (await isEasyToGuess(password, await wordsOf(ctx, user)))) {
    problems.add('password', apiSentence({ code: 'easy_to_guess' }));
  }
  problems.refuse('invalid_fields');
}

/** @param from the address of the client, and the hashes of the links that were used up */
async function storePassword(
  tx: Ctx,
  user: PortalUserRow,
  passwordHash: string,
  { used = [], ...from }: { readonly address?: string; readonly used?: readonly string[] } = {},
): Promise<void> {
  const credential = { id: tx.newId(), userId: user.id, passwordHash, at: tx.now() };
  const ended = await replaceCredential(tx.db, tx.integrity, credential);
  await storeSignInEvent(tx, { actor: `user:${user.id}` }, user, 'sign_in_created', [...used, ...ended]);
  await recordUserSecurityEvent(tx, 'password.changed', user, from);
}

/**
 * Sets the password of the link's user, uses the link up and ends the user's sessions. Returns the user's id. Refuses with
 * `not_found` (the link) and `invalid_fields` (password).
 */
export async function setPasswordByLink(ctx: Ctx, token: string, password: string, address: string): Promise<string> {
  const open = await openSignInLink(ctx, token);
  if (open === undefined) throw new Refusal('not_found');
  await refuseWeak(ctx, open.user, password);
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx, async (tx) => {
    const used = await useSignInLink(tx.db, hashToken(token));
    if (used.length === 0) throw new Refusal('not_found');
    await storePassword(tx, open.user, passwordHash, { address, used });
    if (open.purpose === 'invitation') await recordUserSecurityEvent(tx, 'invitation.accepted', open.user, { address });
  });
  return open.user.id;
}

/** Changes the user's own password, and ends their sessions. Refuses with `invalid_fields` (password). */
export async function changePassword(ctx: Ctx, userId: string, password: string): Promise<void> {
  const user = await findPortalUser(ctx.db, userId);
  if (user === undefined) throw new Refusal('unauthenticated');
  await refuseWeak(ctx, user, password);
  const passwordHash = await hashPassword(password);
  await inTransaction(ctx, (tx) => storePassword(tx, user, passwordHash));
}
