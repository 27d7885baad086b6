// Reviews of who has access to an account, or to the desk: begins one, shows what there is to decide about, and ends it.
import { type Authority, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { accountSettings } from '../accounts/account-settings.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { namesOfSetUp } from '../events/set-up-history-actions.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import { type AccessChange, findAccessChanges, findSeen } from './access-review-queries.ts';
import { accessMark, type Decision, decidesOwn, isSameAccess } from './access-review-rules.ts';
import {
  type DecisionRow,
  endReviewRow,
  findDecisions,
  findReviews,
  holdOpenReview,
  insertDecisions,
  insertReview,
  type ReviewRow,
} from './access-review-store.ts';
import { findDeciders, findGoneSubjects, findSubjects, type Subject } from './review-subjects.ts';

export type { AccessChange, DecisionRow, ReviewRow, Subject };

/** Of an account; of the desk with the suppliers of its register where it is null. */
export type ReviewOf = string | null;

const demandReading = (by: Asker, of: ReviewOf) =>
  of === null
    ? demand(by, 'read_security_events')
    : demand(by, 'manage_users', 'read_accounts', 'read_security_events');

const demandDeciding = (by: Asker, of: ReviewOf) =>
  of === null ? demand(by, 'review_access') : demand(by, 'manage_users', 'review_access');

/** Where an account has not chosen how often it reviews. */
export const USUAL_MONTHS = accountSettings.accessReviewMonths.default;

/** The newest first. Refuses with `not_permitted`. */
export function listReviews(ctx: Pick<Ctx, 'db'>, by: Asker, of: ReviewOf): Promise<ReviewRow[]> {
  demandReading(by, of);
  return findReviews(ctx.db, of);
}

export interface ReviewedAccess extends Subject {
  /** The newest of the review; undefined of what is left to decide, and of what ended without the pages that decide. */
  readonly decision: DecisionRow | undefined;
  /** It is about the reader's own access. */
  readonly isOwn: boolean;
  /** False of their own access as long as somebody else can decide about it. */
  readonly mayDecide: boolean;
}

const keyOf = (subject: string, id: string) => `${subject} ${id}`;

/** What a tick sends: whose access, and exactly which. */
export const tickOf = ({ kind, id, facts }: Pick<Subject, 'kind' | 'id' | 'facts'>): string =>
  `${keyOf(kind, id)} ${accessMark(facts)}`;

/** It ended while the review was open, by the command line or elsewhere, and nobody decided so on a page. */
export const hasEndedOutside = ({ hasAccess, decision }: Pick<ReviewedAccess, 'hasAccess' | 'decision'>): boolean =>
  !hasAccess && decision === undefined;

/** By subject; the newest decision of each. */
const newestOf = (decisions: readonly DecisionRow[]) =>
  new Map(decisions.map((one) => [keyOf(one.subject, one.subject_id), one]));

const isOwnOf = (by: Asker, { ownerId }: Subject) =>
  by !== 'system' && ownerId !== null && by.actor === `user:${ownerId}`;

/** The access that a decision was about, with the names of what they saw then. */
async function readShown(ctx: Ctx, of: ReviewOf, decisions: readonly DecisionRow[]) {
  const ids = decisions.flatMap(({ shown }) => shown.sees ?? []);
  const seen = ids.length === 0 ? [] : await findSeen(ctx.db, of, [...new Set(ids)]);
  const namesOf = (wanted: readonly string[]) => seen.filter(({ id }) => wanted.includes(id)).map(({ name }) => name);
  return ({ shown }: DecisionRow) => ({ facts: shown, sees: shown.sees && namesOf(shown.sees) });
}

/**
 * Of an open review: everybody who has access, with what was decided; and whose access it ended. A decision about other access
 * than somebody has now does not count. With whose access ended elsewhere since the review began. Of one that has ended: whom it decided about, with the access that they had then.
 */
async function accessesOf(ctx: Ctx, by: Asker, of: ReviewOf, review: ReviewRow): Promise<ReviewedAccess[]> {
  const known = await findSubjects(ctx, of);
  const decisions = newestOf(await findDecisions(ctx.db, of, review.id));
  const isKnown = new Set(known.map(({ kind, id }) => keyOf(kind, id)));
  const gone = [...decisions].filter(([key]) => !isKnown.has(key)).map(([, one]) => one);
  const goneOf = gone.map(({ subject: kind, subject_id: id }) => ({ kind, id }));
  const subjects = [...known, ...(gone.length === 0 ? [] : await findGoneSubjects(ctx, goneOf, of))];
  const deciders = findDeciders(of, subjects);
  const isOpen = review.ended_at === null;
  const shownIn = await readShown(ctx, of, [...decisions.values()]);
  return subjects.flatMap((subject): ReviewedAccess[] => {
    const newest = decisions.get(keyOf(subject.kind, subject.id));
    const isOwn = isOwnOf(by, subject);
    const whose = { isOwn, mayDecide: !isOwn || decidesOwn(subject.ownerId!, deciders) };
    if (isOpen && !subject.hasAccess && newest?.decision !== 'remove') {
      const isSince = newest !== undefined || (subject.endedAt !== null && subject.endedAt >= review.started_at);
      return isSince ? [{ ...subject, ...whose, decision: undefined }] : [];
    }
    if (!isOpen || !subject.hasAccess)
      return newest === undefined ? [] : [{ ...subject, ...whose, ...shownIn(newest), decision: newest }];
    const counts = newest !== undefined && newest.decision !== 'remove' && isSameAccess(newest.shown, subject.facts);
    return [{ ...subject, ...whose, decision: counts ? newest : undefined }];
  });
}

export interface ReviewContents {
  readonly review: ReviewRow;
  readonly accesses: readonly ReviewedAccess[];
  /** By the id of the subject, since the last review, or of a year; the newest first. */
  readonly changes: ReadonlyMap<string, readonly AccessChange[]>;
  readonly changesSince: Date;
  /** By `nameKey`, what changes of an account name. Those of the desk carry the names of accounts. */
  readonly names: ReadonlyMap<string, string>;
}

const YEAR_MS = 366 * 86_400_000;

/** Refuses with `not_found`, `not_permitted`. @param id undefined for the one that is open */
export async function readReview(ctx: Ctx, by: Asker, of: ReviewOf, id?: string): Promise<ReviewContents> {
  demandReading(by, of);
  const reviews = await findReviews(ctx.db, of);
  const review = reviews.find((one) => (id === undefined ? one.ended_at === null : one.id === id));
  if (review === undefined) throw new Refusal('not_found');
  const accesses = await accessesOf(ctx, by, of, review);
  const before = reviews.find(({ ended_at: at }) => at !== null && at <= review.started_at);
  const changesSince = before?.ended_at ?? new Date(review.started_at.getTime() - YEAR_MS);
  const ids = review.ended_at === null ? accesses.map((one) => one.id) : [];
  const changes = ids.length === 0 ? [] : await findAccessChanges(ctx.db, ids, changesSince);
  const names = of === null ? new Map<string, string>() : await namesOfSetUp(ctx, of, changes);
  return { review, accesses, changes: Map.groupBy(changes, ({ resource_id }) => resource_id), changesSince, names };
}

/** Refuses with `state_does_not_allow` while one is open. */
export function startReview(ctx: Ctx, by: Authority, of: ReviewOf): Promise<void> {
  demandDeciding(by, of);
  return inTransaction(ctx, async (tx) => {
    if (!(await insertReview(tx.db, of, { id: tx.newId(), by: by.actor, at: tx.now() })))
      throw new Refusal('state_does_not_allow');
    if (of !== null) await storeAccountEvent(tx, of, by, { type: 'account.access_review_started', resourceId: of });
  });
}

async function openReview(tx: Ctx, of: ReviewOf): Promise<ReviewRow> {
  const held = await holdOpenReview(tx.db, of);
  const review = held && (await findReviews(tx.db, of)).find(({ id }) => id === held.id);
  if (review === undefined) throw new Refusal('state_does_not_allow');
  return review;
}

const store = (tx: Ctx, by: Authority, of: ReviewOf, reviewId: string, decision: Decision, about: readonly Subject[]) =>
  insertDecisions(tx.db, of, {
    ...{ reviewId, by: by.actor, at: tx.now() },
    decisions: about.map(({ kind, id, facts }) => ({
      ...{ id: tx.newId(), subject: kind, subjectId: id, decision, shown: facts },
    })),
  });

/**
 * Decides that these keep the access that they have. Refuses with `invalid_fields` (access) nobody at all, an access that is not
 * as it was ticked, and the own access of who decides as long as somebody else can; with `state_does_not_allow` where none is
 * open. @param chosen as `tickOf`
 */
export function keepAccess(ctx: Ctx, by: Authority, of: ReviewOf, chosen: readonly string[]): Promise<void> {
  demandDeciding(by, of);
  return inTransaction(ctx, async (tx) => {
    const review = await openReview(tx, of);
    const accesses = await accessesOf(tx, by, of, review);
    const ticked = new Set(chosen);
    if (ticked.size === 0) throw new Refusal('invalid_fields', { access: ["can't be blank"] });
    const isNamed = (one: ReviewedAccess) => chosen.some((tick) => tick.startsWith(`${keyOf(one.kind, one.id)} `));
    if (accesses.some((one) => isNamed(one) && !one.mayDecide))
      throw new Refusal('invalid_fields', { access: ['is their own'] });
    const about = accesses.filter((one) => one.hasAccess && ticked.has(tickOf(one)));
    if (about.length < ticked.size) throw new Refusal('invalid_fields', { access: ['has changed'] });
    // A form that is sent twice decides once.
    const undecided = about.filter(({ decision }) => decision === undefined);
    if (undecided.length === 0) return;
    await store(tx, by, of, review.id, 'keep', undecided);
    if (of === null) return;
    const idsOf = (kind: Subject['kind']) => undecided.filter((one) => one.kind === kind).map(({ id }) => id);
    const detail = { user_ids: idsOf('user'), key_ids: idsOf('key') };
    await storeAccountEvent(tx, of, by, { type: 'account.access_kept', resourceId: of, detail });
  });
}

/** Whoever changes or ends somebody's access while a review is open has decided about it; else it does nothing. */
export function decideByChange(
  ctx: Ctx,
  by: Authority,
  of: ReviewOf,
  { kind, id }: Pick<Subject, 'kind' | 'id'>,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const review = await holdOpenReview(tx.db, of);
    if (review === undefined) return;
    const known = (await findSubjects(tx, of)).find((one) => one.kind === kind && one.id === id);
    const subject = known ?? (await findGoneSubjects(tx, [{ kind, id }], of))[0]!;
    await store(tx, by, of, review.id, subject.hasAccess ? 'change' : 'remove', [subject]);
  });
}

/** Refuses with `state_does_not_allow` where none is open, or something is left to decide. */
export function endReview(ctx: Ctx, by: Authority, of: ReviewOf): Promise<void> {
  demandDeciding(by, of);
  return inTransaction(ctx, async (tx) => {
    const review = await openReview(tx, of);
    const accesses = await accessesOf(tx, by, of, review);
    const ended = accesses.filter(hasEndedOutside);
    if (accesses.some((one) => one.decision === undefined && !hasEndedOutside(one)))
      throw new Refusal('state_does_not_allow');
    // Whoever ends the review has read that these have no access any more.
    await store(tx, by, of, review.id, 'remove', ended);
    await endReviewRow(tx.db, of, { id: review.id, by: by.actor, at: tx.now() });
    const count = (decision: Decision) => accesses.filter((one) => one.decision?.decision === decision).length;
    const detail = { kept: count('keep'), changed: count('change'), removed: count('remove') + ended.length };
    if (of !== null)
      await storeAccountEvent(tx, of, by, { type: 'account.access_review_ended', resourceId: of, detail });
    const about = of === null ? {} : { accountId: of };
    await recordSecurityEvent(tx, { type: 'access.reviewed', ...about, actor: by.actor, detail });
  });
}
