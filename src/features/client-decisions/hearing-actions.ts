// Asks a candidate before their client decides about results that are not clear, and keeps what they answer.
import { type Caller, type Ctx, ownerOf, timeFor, todayFor, userIdOf } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import type { OpenForm } from '../candidate-form/open-form.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { eventAbout, type LockedCheck, withLockedCheck } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import { endOfDay } from '../deadlines/deadline-schedule.ts';
import { storeEvents } from '../events/event-actions.ts';
import { isNotice, withPreAdverseNotice } from './adverse-action-actions.ts';
import { leastAnswerBy, takesNotices } from './adverse-action-rules.ts';
import { seenBy } from './client-decision-rules.ts';
import { mailAskedCandidate } from './hearing-mails.ts';
import {
  answerByOf,
  answerProblems,
  type HearingStanding,
  hearingProblems,
  mayAskCandidate,
  standingOf,
  standsSince,
  type TypedHearing,
} from './hearing-rules.ts';
import {
  findHearingAnswers,
  findHearings,
  HEARING,
  type HearingRow,
  insertHearing,
  insertHearingAnswer,
} from './hearing-store.ts';
import { findOpenProposal } from './open-proposal-actions.ts';

export interface Hearing {
  readonly standing: HearingStanding;
  /** Nothing waited for a decision any more, before there was one. */
  readonly isEnded: boolean;
  /** What the candidate is asked. */
  readonly words: string;
  readonly askedBy: HearingRow['asked_by'];
  readonly askedAt: Date;
  /** The last day for the answer. */
  readonly answerBy: IsoDate;
  /** The oldest first. */
  readonly answers: readonly { readonly text: string; readonly at: Date }[];
}

export const wordsAad = (id: string) => `hearings.words ${id}`;
export const answerAad = (id: string) => `hearing_answers.text ${id}`;

/** The newest first. @param key of the applicant; undefined if it was destroyed: the texts are then lost */
export async function listHearings(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  { tenant, id }: Pick<Check, 'tenant' | 'id'>,
  key: DataKey | undefined,
): Promise<Hearing[]> {
  demand(caller, 'answer_queries', 'read_results');
  if (key === undefined) return [];
  const rows = await findHearings(ctx.db, tenant, [id]);
  const answers = rows.length === 0 ? [] : await findHearingAnswers(ctx.db, tenant, id);
  return rows.map((row) => ({
    standing: standingOf(row),
    isEnded: row.is_ended,
    words: key.open<string>(wordsAad(row.id), row.sealed_words),
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    answerBy: answerByOf(row),
    answers: answers
      .filter(({ hearing_id }) => hearing_id === row.id)
      .map((one) => ({ text: key.open<string>(answerAad(one.id), one.sealed_text), at: one.answered_at })),
  }));
}

/** As `listHearings`, for somebody who may read results, with the names of those who asked. */
export async function readHearings(
  ctx: Ctx,
  caller: Caller,
  check: Check,
): Promise<(Hearing & { readonly by: NamedActor })[]> {
  demand(caller, 'read_results');
  const { key } = await readCheckAndKey(ctx, caller, check.id);
  const hearings = await listHearings(ctx, caller, check, key);
  const asked = hearings.map(({ askedBy }) => askedBy);
  const nameOf = await readActorNames(ctx.db, caller.accountId, asked);
  return hearings.map((hearing) => ({ ...hearing, by: nameOf(hearing.askedBy) }));
}

export interface CurrentHearing {
  readonly standing: Exclude<HearingStanding, 'over'>;
  readonly answerBy: IsoDate;
  /** Since when it stands so, as far as it is known. */
  readonly since: Date;
}

/** The newest hearing of each check that nobody has decided on since, by check; tells of the results. */
export async function readCurrentHearings(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, CurrentHearing>> {
  demand(caller, 'read_results');
  if (checkIds.length === 0) return new Map();
  const rows = await findHearings(ctx.db, caller, checkIds);
  const current = rows.toReversed().flatMap((row) => {
    const standing = standingOf(row);
    const hearing = { answerBy: answerByOf(row), since: standsSince(row) };
    return standing === 'over' ? [] : [[row.check_id, { standing, ...hearing }] as const];
  });
  return new Map(current);
}

/** When something was last asked or answered; null if nothing was. */
export async function lastHeardAt(ctx: Pick<Ctx, 'db'>, caller: Caller, checkId: string): Promise<Date | null> {
  demand(caller, 'decide_on_candidates');
  const [row] = await findHearings(ctx.db, caller, [checkId]);
  return row === undefined ? null : (row.answered_at ?? row.asked_at);
}

/** Nothing waits any more for the day until which the candidate may answer. */
export async function endHearings(tx: Ctx, caller: Caller, checkId: string): Promise<void> {
  for (const { id } of await findHearings(tx.db, caller, [checkId]))
    await endDeadline(tx, caller, { kind: HEARING, subjectId: id });
}

/**
 * The candidate gets a mail, or a letter that the client hands over, with the notice that the law of the United States wants for a job there, and the client hears of the answer or that none came. Refuses with `invalid_fields` (`words`,
 * `answer_by`) as codes, with `already_taken` if what `seenBy` says is newer than `seen`, and with `state_does_not_allow`
 * where nothing is to be decided, a decision is proposed, or the candidate has been asked and may still answer.
 */
export async function askCandidate(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { seen, ...typed }: TypedHearing & { readonly seen: string },
): Promise<void> {
  demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, locked) => {
    const { check, key } = locked;
    if (seenBy(check, await lastHeardAt(tx, caller, checkId)) !== seen) throw new Refusal('already_taken');
    const [newest] = await findHearings(tx.db, caller, [checkId]);
    if ((await findOpenProposal(tx, caller, checkId)) !== undefined) throw stateRefusal(check.status);
    const takesNotice = takesNotices(check);
    const isAsked = newest !== undefined && standingOf(newest) === 'open';
    // Nobody waits with the notice for an answer to what was none.
    const isReplaced = isAsked && takesNotice && !(await isNotice(tx, caller, newest));
    if ((isAsked && !isReplaced) || !mayAskCandidate(check)) throw stateRefusal(check.status);
    const { adverseActionDays } = await readAccountSettings(tx, caller.accountId);
    const least = takesNotice ? leastAnswerBy(timeFor(tx, caller), adverseActionDays, tx.calendar()) : undefined;
    hearingProblems(typed, todayFor(tx, caller), least).refuse('invalid_fields');
    const { answerBy } = typed;
    const isLetter = check.type === 'express';
    const words = takesNotice ? await withPreAdverseNotice(tx, typed.words, isLetter) : typed.words;
    if (isReplaced) await endHearings(tx, caller, checkId);
    const id = tx.newId();
    const [askedBy, askedAt] = [ownerOf(caller), timeFor(tx, caller)];
    const sealedWords = key.seal(wordsAad(id), words);
    await insertHearing(tx.db, caller, {
      ...{ check_id: checkId, id, sealed_words: sealedWords, answer_by: answerBy },
      ...{ asked_by: askedBy, asked_at: askedAt },
    });
    const event = eventAbout(check, 'check.hearing_asked', check.status);
    await storeEvents(tx, caller, [{ ...event, detail: { answer_by: answerBy } }]);
    await setDeadline(tx, caller, { kind: HEARING, subjectId: id, checkId, reportId: null, dueAt: endOfDay(answerBy) });
    // Without a form of their own they have no page: they get a letter.
    if (check.type === 'standard') await mailAskedCandidate(tx, caller, locked, answerBy);
  });
}

/**
 * Until the client has decided, also after the day. Refuses with `invalid_fields` (`answer`) as codes, and with
 * `state_does_not_allow` if nobody asks any more.
 */
export async function answerHearing(
  ctx: Ctx,
  { caller, link: { checkId } }: Pick<OpenForm, 'caller' | 'link'>,
  answer: string,
): Promise<void> {
  demand(caller, 'answer_queries');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const hearing = await storeAnswer(tx, caller, { check, key }, answer);
    await mailClient(tx, caller, check, 'hearing_answered', { also: alsoTold(hearing) });
  });
}

/** As `answerHearing`, by the client for a candidate who got a letter. */
export async function recordLetterAnswer(ctx: Ctx, caller: Caller, checkId: string, answer: string): Promise<void> {
  demand(caller, 'decide_on_candidates');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, locked) => {
    if (locked.check.type === 'standard') throw stateRefusal(locked.check.status);
    await storeAnswer(tx, caller, locked, answer);
  });
}

async function storeAnswer(tx: Ctx, caller: Caller, { check, key }: LockedCheck, answer: string): Promise<HearingRow> {
  const checkId = check.id;
  const [hearing] = await findHearings(tx.db, caller, [checkId]);
  if (hearing === undefined || hearing.is_over) throw stateRefusal(check.status);
  const before = await findHearingAnswers(tx.db, caller, checkId);
  answerProblems(answer, before.length).refuse('invalid_fields');
  const id = tx.newId();
  await insertHearingAnswer(tx.db, caller, {
    ...{ checkId, hearing_id: hearing.id, id },
    ...{ sealed_text: key.seal(answerAad(id), answer), answered_at: timeFor(tx, caller) },
  });
  await endDeadline(tx, caller, { kind: HEARING, subjectId: hearing.id });
  await storeEvents(tx, caller, [eventAbout(check, 'check.hearing_answered', check.status)]);
  return hearing;
}

/** Who asked hears what came of it, as the one who ordered does. */
export const alsoTold = ({ asked_by }: Pick<HearingRow, 'asked_by'>): string[] => [userIdOf(asked_by) ?? []].flat();
