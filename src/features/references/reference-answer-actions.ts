// What a referee does behind their link: opens it, answers section by section, declines, adds a letter, sends.
import { type Caller, type Ctx, type OrderScope, timeFor, todayFor } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { servingAccount } from '../../platform/db/served-account.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import { forgetCodes, type HeldLink, hashToken, keepSessionAlive } from '../mailed-links/access-actions.ts';
import { readToken } from '../mailed-links/link-tokens.ts';
import { isOpen } from '../reports/report-states.ts';
import { type AnswerScope, type Answers, nextSection, readSection, withSection } from './answer-rules.ts';
import { refereeProblems } from './asking-rules.ts';
import type { Referee } from './claim-rules.ts';
import type { Questionnaire, Section } from './questionnaire.ts';
import { askedOf, questionnaires } from './questionnaires.ts';
import type { Reference, ReferenceReply } from './reference.ts';
import {
  candidateName,
  type LockedReference,
  lockedReference,
  mailReferee,
  moveReference,
  refereeActor,
  storeReferenceEvent,
  withLockedReference,
} from './reference-move-actions.ts';
import { takesAnswers } from './reference-states.ts';
import { findReference, findSessionEnd, type ReferenceRow, updateReference } from './reference-store.ts';
import { keyOfRow, openReference, sealReply } from './reference-vault.ts';

/** What anybody with the link may see: no personal data. */
export interface ReferenceFront {
  readonly id: string;
  readonly caller: Caller & OrderScope;
  readonly generation: number;
  readonly accountName: string;
  readonly orderId: number;
  readonly questionnaire: Questionnaire;
  readonly status: Reference['status'];
  /** A fresh link was opened since, or the referee was corrected. */
  readonly isReplaced: boolean;
  /** The link takes answers. */
  readonly isOpen: boolean;
}

/** What a device with a session may see. */
export interface OpenReference extends ReferenceFront {
  readonly reference: Reference;
  readonly applicantId: string;
  readonly candidateName: string;
  /** The applicant's. */
  readonly key: DataKey;
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

function frontOf(
  row: ReferenceRow,
  link: { accountId: string; environment: 'live' | 'test'; generation: number },
): ReferenceFront {
  const isReplaced = link.generation < row.link_generation;
  return {
    id: row.id,
    caller: callerOf(row, link),
    generation: link.generation,
    accountName: row.account_name,
    orderId: row.order_id,
    questionnaire: questionnaires[row.questionnaire],
    status: row.status,
    isReplaced,
    isOpen: !isReplaced && takesAnswers(row.status) && isOpen(row.report_status),
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
  const front = frontOf(row, link);
  if (front.isReplaced || sessionToken === undefined) return { front, form: undefined };
  const tokenHash = hashToken(sessionToken);
  const endsAt = await findSessionEnd(ctx.db, link, row.id, tokenHash, ctx.now());
  if (endsAt === undefined) return { front, form: undefined };
  const key = await keyOfRow(ctx, link, row);
  const reference = openReference(front.caller, key, row);
  const form = {
    ...front,
    questionnaire: askedOf(reference),
    reference,
    applicantId: row.applicant_id,
    candidateName: candidateName(key, row),
    key,
    isProlonged: await keepSessionAlive(ctx, link, { subjectId: row.id, tokenHash, endsAt }),
  };
  return { front, form };
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
      const { row } = await lockedReference(tx, caller, id);
      if (!takesAnswers(row.status) || !isOpen(row.report_status)) throw new Refusal('state_does_not_allow');
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
    async mailLink(tx, next) {
      await mailReferee(tx, caller, await lockedReference(tx, caller, id), { as: 'fresh_link', generation: next });
    },
    async recordSignIn(tx) {
      const { row } = await lockedReference(tx, caller, id);
      if (row.opened_at === null) await updateReference(tx.db, caller, id, { openedAt: timeFor(tx, caller) });
      await storeReferenceEvent(tx, caller, row, { type: 'reference.opened' });
    },
  };
}

/** Changes the reply of a reference whose link takes answers. */
function changeReply<T>(
  ctx: Ctx,
  { id, caller, generation }: ReferenceFront,
  work: (tx: Ctx, locked: LockedReference) => Promise<T>,
): Promise<T> {
  demand(caller, 'give_references');
  return withLockedReference(ctx, caller, id, async (tx, locked) => {
    const { row } = locked;
    const isTaken = takesAnswers(row.status) && isOpen(row.report_status) && generation >= row.link_generation;
    if (!isTaken) throw new Refusal('state_does_not_allow');
    return work(tx, locked);
  });
}

const saveReply = (tx: Ctx, caller: Caller, key: DataKey, id: string, reply: ReferenceReply) =>
  updateReference(tx.db, caller, id, { sealedAnswers: sealReply(key, id, reply) });

/** Stores what the referee can say: all, or dates and role only. */
export const chooseScope = (ctx: Ctx, front: ReferenceFront, scope: AnswerScope): Promise<void> =>
  changeReply(ctx, front, (tx, { reference, key }) =>
    saveReply(tx, front.caller, key, front.id, { ...reference.reply, scope }),
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
    const read = readSection(section, typed, reply.answers, todayFor(tx, front.caller));
    if (read.problems.any) return read.problems.fields;
    const answers = withSection(front.questionnaire, section, reply.answers, read.answers);
    await saveReply(tx, front.caller, key, front.id, { ...reply, answers });
    return undefined;
  });

const LONGEST_REASON = 1000;

/** The referee gives no reference. Refuses with `invalid_fields` without a reason. */
export const declineReference = (ctx: Ctx, front: ReferenceFront, reason: string): Promise<void> =>
  changeReply(ctx, front, async (tx, locked) => {
    const problems = new Problems();
    if (reason === '') problems.add('reason', 'Select why you cannot give this reference');
    if (reason.length > LONGEST_REASON) problems.add('reason', `Must be ${LONGEST_REASON} characters or fewer`);
    problems.refuse('invalid_fields');
    const { row, reference, key } = locked;
    const sealedAnswers = sealReply(key, row.id, { ...reference.reply, declined: reason });
    await moveReference(tx, front.caller, locked, 'decline', { sealedAnswers, repliedAt: timeFor(tx, front.caller) });
    await forgetCodes(tx, front.caller, row.id);
  });

/**
 * The referee names somebody who should answer in their place, and gives no reference. Nobody is written to: a screener
 * looks at it first. Refuses with `invalid_fields`, by the fields of a referee.
 */
export async function nameSomebodyElse(
  ctx: Ctx,
  front: ReferenceFront,
  other: Pick<Referee, 'name' | 'organisation' | 'email'>,
): Promise<void> {
  refereeProblems({ ...other, jobTitle: '', telephone: '' }, false).refuse('invalid_fields');
  const who = [other.name, other.organisation, other.email].filter((part) => part !== '');
  await declineReference(ctx, front, `Somebody else should answer: ${who.join(', ')}`);
}

/** Sends the answers. Returns false while a question is not answered. Sending again changes nothing. */
export const sendReference = (ctx: Ctx, front: ReferenceFront): Promise<boolean> =>
  changeReply(ctx, front, async (tx, locked) => {
    const { row, reference } = locked;
    const { scope, answers } = reference.reply;
    if (scope === undefined || nextSection(front.questionnaire, scope, answers) !== undefined) return false;
    await moveReference(tx, front.caller, locked, 'answer', { repliedAt: timeFor(tx, front.caller) });
    await forgetCodes(tx, front.caller, row.id);
    return true;
  });
