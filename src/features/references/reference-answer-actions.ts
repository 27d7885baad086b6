// What a referee does behind their link: opens it, answers section by section, declines, adds a letter, sends, corrects what they sent.
import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, type OrderScope, timeFor, todayFor } from '../../context.ts';
import { type Problems, Refusal } from '../../lib/refusal.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import { servingAccount } from '../../platform/db/served-account.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { removeStored } from '../attachments/unsent-file-actions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import { forgetCodes, type HeldLink, hashToken, keepSessionAlive } from '../mailed-links/access-actions.ts';
import { readToken } from '../mailed-links/link-tokens.ts';
import { isOpen } from '../reports/report-states.ts';
import { type AnswerScope, type Answers, nextSection, readSection, withSection } from './answer-rules.ts';
import { askedOf } from './asked-questionnaire-rules.ts';
import type { Questionnaire, Section } from './questionnaire.ts';
import { questionnaires } from './questionnaires.ts';
import type { Reference, ReferenceReply } from './reference.ts';
import { changesLetters, deleteLetters, isSentLetter } from './reference-letter-actions.ts';
import {
  candidateName,
  type LockedReference,
  lockedReference,
  mailReferee,
  mailSent,
  moveReference,
  refereeActor,
  storeReferenceEvent,
  withLockedReference,
} from './reference-move-actions.ts';
import { takesAnswers } from './reference-states.ts';
import { findReference, findSessionEnd, isInOutcome, type ReferenceRow, updateReference } from './reference-store.ts';
import { keyOfRow, openReference, sealReply } from './reference-vault.ts';
import { corrected, isSentByReferee, withoutCorrection, withWork, working } from './reply-version-rules.ts';

/** What anybody with the link may see: no personal data. */
export interface ReferenceFront {
  readonly id: string;
  readonly caller: Caller & OrderScope;
  readonly generation: number;
  readonly accountName: string;
  /** What the referee chose; null where nothing but English is offered. */
  readonly language: SpokenLanguage | null;
  readonly orderId: number;
  readonly questionnaire: Questionnaire;
  readonly status: Reference['status'];
  /** A fresh link was opened since, or the referee was corrected. */
  readonly isReplaced: boolean;
  /** The link takes answers. */
  readonly isOpen: boolean;
  /** The referee has sent them by the link, and may read them. */
  readonly isSent: boolean;
  /** The referee has declined, or taken back what they sent: they may ask about their own data. */
  readonly isDeclined: boolean;
  /** And they may still answer after all. */
  readonly mayReconsider: boolean;
}

/** What a device with a session may see. */
export interface OpenReference extends ReferenceFront {
  readonly reference: Reference;
  readonly applicantId: string;
  readonly candidateName: string;
  /** That of the firm that asks; empty if it has none. */
  readonly firmNumber: string;
  /** The applicant's. */
  readonly key: DataKey;
  /** As it was sent, without a correction that was begun. */
  readonly sent: ReferenceReply;
  /** No outcome rests on what was sent, so that its referee may send it anew. */
  readonly mayCorrect: boolean;
  /** The referee has begun to: the answers of `reference` are those that they work on. */
  readonly isCorrecting: boolean;
  /** The session was extended: set the cookie again. */
  readonly isProlonged: boolean;
}

const callerOf = (
  row: ReferenceRow,
  { accountId, environment }: { accountId: string; environment: 'live' | 'test' },
) => ({
  accountId,
  environment,
  subsidiaryIds: null,
  actor: refereeActor(row),
  clockOffsetSeconds: row.clock_offset_seconds,
});

type Link = Pick<Awaited<ReturnType<typeof readToken>>, 'accountId' | 'environment' | 'generation'>;

export const isAsked = ({ status, report_status }: ReferenceRow): boolean =>
  takesAnswers(status) && isOpen(report_status);

export const isSent = ({ status }: ReferenceRow, { reply }: Reference): boolean =>
  status === 'answered' && isSentByReferee(reply);

function frontOf(row: ReferenceRow, link: Link, reference: Reference): ReferenceFront {
  const isReplaced = link.generation < row.link_generation;
  return {
    id: row.id,
    caller: callerOf(row, link),
    generation: link.generation,
    accountName: row.account_name,
    language: row.offers_welsh ? row.language : null,
    orderId: row.order_id,
    questionnaire: questionnaires[row.questionnaire],
    status: row.status,
    isReplaced,
    isOpen: !isReplaced && isAsked(row),
    isSent: !isReplaced && isSent(row, reference),
    isDeclined: !isReplaced && row.status === 'declined',
    mayReconsider: !isReplaced && row.status === 'declined' && isOpen(row.report_status),
  };
}

/** Opens the reference of a link; `form` is set only if the session is valid for it. Refuses with `not_found`. */
export async function openReferenceLink(
  ctx: Ctx,
  token: string,
  sessionToken: string | undefined,
): Promise<{ readonly front: ReferenceFront; readonly form: OpenReference | undefined }> {
  const link = await readToken(ctx, 'reference', token);
  return servingAccount(link.accountId, () => openLinked(ctx, link, sessionToken));
}

async function openLinked(
  ctx: Ctx,
  link: Awaited<ReturnType<typeof readToken>>,
  sessionToken: string | undefined,
): Promise<{ readonly front: ReferenceFront; readonly form: OpenReference | undefined }> {
  const row = await findReference(ctx.db, link, link.subjectId);
  if (row === undefined || row.sealed_key === null) throw new Refusal('not_found');
  const key = await keyOfRow(ctx, link, row);
  const stored = openReference(callerOf(row, link), key, row);
  const front = frontOf(row, link, stored);
  if (front.isReplaced || sessionToken === undefined) return { front, form: undefined };
  const tokenHash = hashToken(sessionToken);
  const endsAt = await findSessionEnd(ctx.db, link, row.id, tokenHash, ctx.now());
  // While somebody is restricted nobody is shown anything about them, also on a device that was signed in before.
  if (endsAt === undefined || (await isRestricted(ctx.db, link, row.applicant_id))) return { front, form: undefined };
  const mayCorrect = front.isSent && (await takesCorrection(ctx, front.caller, row));
  const isCorrecting = mayCorrect && stored.reply.correction !== undefined;
  const reference = isCorrecting ? { ...stored, reply: working(stored.reply) } : stored;
  const form = {
    ...front,
    questionnaire: askedOf(reference),
    reference,
    applicantId: row.applicant_id,
    candidateName: candidateName(key, row),
    firmNumber: (await readAccountSettings(ctx, link.accountId)).firmReferenceNumber,
    key,
    sent: stored.reply,
    mayCorrect,
    isCorrecting,
    isProlonged: await keepSessionAlive(ctx, link, { subjectId: row.id, tokenHash, endsAt }),
  };
  return { front, form };
}

/** Whether a sent reference takes a newer version: nothing rests on it yet. */
export const takesCorrection = async (ctx: Ctx, caller: Caller, row: ReferenceRow): Promise<boolean> =>
  row.status === 'answered' && isOpen(row.report_status) && !(await isInOutcome(ctx.db, caller, row.id));

/** Pages and mails are in this language from now on. */
export function chooseReferenceLanguage(
  ctx: Ctx,
  { id, caller }: Pick<ReferenceFront, 'id' | 'caller'>,
  language: SpokenLanguage,
): Promise<void> {
  demand(caller, 'give_references');
  return updateReference(ctx.db, caller, id, { language });
}

/** The link as its referee holds it: where codes and fresh links go, and what is recorded. */
export function referenceLink(front: ReferenceFront): HeldLink {
  const { id, caller, generation } = front;
  return {
    purpose: 'reference',
    caller,
    subjectId: id,
    generation,
    detail: { reference_id: id },
    async lock(tx) {
      const { row, reference } = await lockedReference(tx, caller, id);
      if (!isAsked(row) && !isSent(row, reference) && row.status !== 'declined')
        throw new Refusal('state_does_not_allow');
      return row.link_generation;
    },
    replace: (tx) => updateReference(tx.db, caller, id, { linkGeneration: generation }),
    async mailCode(tx, code) {
      const { row, key, reference } = await lockedReference(tx, caller, id);
      const { name, email } = reference.request.referee;
      const about = { id: row.applicant_id, key, checkId: row.check_id, referenceId: id };
      const values = { refereeName: name, ...code };
      await queueEmail(tx, emailTo(tx, caller, about, 'reference_code', { to: { name, address: email }, values }));
    },
    async mailLink(tx, next, why) {
      const locked = await lockedReference(tx, caller, id);
      const mail = { as: 'fresh_link', generation: next, why } as const;
      await (locked.row.status === 'answered' ? mailSent : mailReferee)(tx, caller, locked, mail);
    },
    async recordSignIn(tx) {
      const { row } = await lockedReference(tx, caller, id);
      if (row.opened_at === null) await updateReference(tx.db, caller, id, { openedAt: timeFor(tx, caller) });
      await storeReferenceEvent(tx, caller, row, { type: 'reference.opened' });
    },
  };
}

/** Changes the reply of a reference whose link takes answers, or a correction that its referee has begun. */
export function changeReply<T>(
  ctx: Ctx,
  { id, caller, generation }: ReferenceFront,
  work: (tx: Ctx, locked: LockedReference) => Promise<T>,
): Promise<T> {
  demand(caller, 'give_references');
  return withLockedReference(ctx, caller, id, async (tx, locked) => {
    const { row, reference } = locked;
    const isBegun = reference.reply.correction !== undefined;
    const isTaken = isAsked(row) || (isBegun && (await takesCorrection(tx, caller, row)));
    if (!isTaken || generation < row.link_generation) throw new Refusal('state_does_not_allow');
    return work(tx, locked);
  });
}

export const saveReply = (tx: Ctx, caller: Caller, key: DataKey, id: string, reply: ReferenceReply) =>
  updateReference(tx.db, caller, id, { sealedAnswers: sealReply(key, id, reply) });

/** The referee begins to correct what they sent; nothing changes until they send it. */
export function beginCorrection(ctx: Ctx, { id, caller, generation }: ReferenceFront): Promise<void> {
  demand(caller, 'give_references');
  return withLockedReference(ctx, caller, id, async (tx, { row, reference, key }) => {
    const { scope = 'whole', answers, ...reply } = reference.reply;
    const isPossible = isSent(row, reference) && (await takesCorrection(tx, caller, row));
    if (!isPossible || generation < row.link_generation) throw new Refusal('state_does_not_allow');
    if (reply.correction !== undefined) return;
    const begun = { scope, answers, ...reply, correction: { scope, answers } };
    await saveReply(tx, caller, key, id, begun);
  });
}

/** Forgets what the referee has begun to correct, with the letters that they added to it. */
export async function endCorrection(ctx: Ctx, front: ReferenceFront): Promise<void> {
  const gone = await changeReply(ctx, front, async (tx, locked) => {
    const { reference, key } = locked;
    await saveReply(tx, front.caller, key, front.id, withoutCorrection(reference.reply));
    if (reference.reply.correction === undefined) return [];
    return deleteLetters(tx, front.caller, locked, (letter) => !isSentLetter(letter, reference.repliedAt));
  });
  await removeStored(ctx, gone);
}

/** Stores what the referee can say: all, or dates and role only. */
export const chooseScope = (ctx: Ctx, front: ReferenceFront, scope: AnswerScope): Promise<void> =>
  changeReply(ctx, front, (tx, { reference, key }) =>
    saveReply(tx, front.caller, key, front.id, withWork(reference.reply, { scope })),
  );

/** Saves the answers of one section. Returns the problems, by field, if there are any: nothing is saved then. */
export const saveSection = (
  ctx: Ctx,
  front: ReferenceFront,
  section: Section,
  typed: Answers,
): Promise<Problems['fields'] | undefined> =>
  changeReply(ctx, front, async (tx, { reference, key }) => {
    const { reply } = reference;
    const { answers: before } = working(reply);
    const read = readSection(section, typed, before, todayFor(tx, front.caller));
    if (read.problems.any) return read.problems.fields;
    const answers = withSection(front.questionnaire, section, before, read.answers);
    await saveReply(tx, front.caller, key, front.id, withWork(reply, { answers }));
    return undefined;
  });

/** Whoever reads free text later learns in which language the questions were. */
export const inItsLanguage = (
  { offers_welsh, language }: ReferenceRow,
  { isInWelsh, ...reply }: ReferenceReply,
): ReferenceReply => (offers_welsh && language === 'cy' ? { ...reply, isInWelsh: true } : reply);

/**
 * Sends the answers, or the correction that was begun as a newer version of them; the referee gets a mail. Returns false
 * while a question is not answered. Sending again changes nothing, and neither does a correction that corrects nothing.
 */
export async function sendReference(ctx: Ctx, front: ReferenceFront): Promise<boolean> {
  const sent = await changeReply(ctx, front, async (tx, locked) => {
    const { row, reference, key } = locked;
    const { caller } = front;
    const { reply } = reference;
    const { scope, answers } = working(reply);
    if (scope === undefined || nextSection(front.questionnaire, scope, answers) !== undefined) return undefined;
    const repliedAt = timeFor(tx, caller);
    const removed = reply.correction?.withoutLetters ?? [];
    let gone: string[] = [];
    if (reply.correction === undefined) {
      const sealedAnswers = sealReply(key, row.id, inItsLanguage(row, reply));
      await moveReference(tx, caller, locked, 'answer', { sealedAnswers, repliedAt });
    } else if (
      isDeepStrictEqual([scope, answers], [reply.scope, reply.answers]) &&
      !(await changesLetters(tx, caller, locked))
    ) {
      await saveReply(tx, caller, key, row.id, withoutCorrection(reply));
      return gone;
    } else {
      gone = await deleteLetters(tx, caller, locked, ({ fileToken }) => removed.includes(fileToken));
      const sealedAnswers = sealReply(key, row.id, inItsLanguage(row, corrected(reply, reference.repliedAt!)));
      await moveReference(tx, caller, locked, 'correct', { sealedAnswers, repliedAt, takenOverAt: null });
    }
    await forgetCodes(tx, caller, row.id);
    const as = reply.correction === undefined ? 'sent' : 'corrected';
    await mailSent(tx, caller, locked, { as, generation: row.link_generation });
    return gone;
  });
  await removeStored(ctx, sent ?? []);
  return sent !== undefined;
}
