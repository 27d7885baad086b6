// What the client and the desk write to each other about a check, without asking anything that puts it on hold.
import {
  type Actor,
  type Caller,
  type Ctx,
  type Environment,
  inTransaction,
  type Tenant,
  timeFor,
  userIdOf,
} from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { mailClient, mailClientOfMany } from '../checks/client-mail-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { DeskReader } from '../lists/work-queue-queries.ts';
import {
  type CommentSide,
  countOpenComments,
  findComments,
  findOpenComments,
  handleCommentRows,
  insertComment,
  type OpenCommentRow,
} from './comment-store.ts';

export type { CommentSide };

export interface Comment {
  readonly id: string;
  readonly side: CommentSide;
  readonly text: string;
  readonly author: Actor;
  /** The same words were written on the orders of other candidates. */
  readonly isOfSeveral: boolean;
  readonly createdAt: Date;
  /** Of the client's: when somebody of the desk had dealt with it. */
  readonly handledAt: Date | null;
}

const textAad = (id: string) => `check_comments.text ${id}`;

const LONGEST_TEXT = 5000;

/** More that nobody has dealt with would only hide each other. */
const MOST_OPEN = 20;

/** The oldest first. @param key of the applicant; undefined if it was destroyed: the comments are then lost */
export async function listComments(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id }: { readonly tenant: Tenant; readonly id: string },
  key: DataKey | undefined,
): Promise<Comment[]> {
  if (key === undefined) return [];
  return (await findComments(ctx.db, tenant, id)).map((row) => ({
    id: row.id,
    side: row.side,
    text: key.open<string>(textAad(row.id), row.sealed_text),
    author: row.author,
    isOfSeveral: row.of_several,
    createdAt: row.created_at,
    handledAt: row.handled_at,
  }));
}

export function commentProblems(text: string): Problems {
  const problems = new Problems();
  if (text === '') problems.add('comment', 'Write the comment');
  else if (isLongerThan(text, LONGEST_TEXT))
    problems.add('comment', `The comment must be ${LONGEST_TEXT} characters or fewer`);
  return problems;
}

interface Stored {
  readonly check: Check;
  readonly key: DataKey | undefined;
  readonly side: CommentSide;
  readonly text: string;
  readonly isOfSeveral?: boolean;
}

async function store(tx: Ctx, caller: Caller, { check, key, side, text, isOfSeveral = false }: Stored): Promise<void> {
  if (key === undefined) throw new Refusal('not_found');
  const { id: checkId, applicantId } = check;
  const id = tx.newId();
  const sealedText = key.seal(textAad(id), text);
  const createdAt = timeFor(tx, caller);
  await insertComment(tx.db, caller, {
    ...{ id, checkId, side, sealedText, author: caller.actor, isOfSeveral, createdAt },
  });
  const event = { type: 'check.comment_added' as const, resourceId: checkId, checkId, applicantId };
  await storeEvents(tx, caller, [{ ...event, detail: { side } }]);
}

/** Waits at the desk. Refuses with `invalid_fields` (comment) an empty or too long text, and too many that wait. */
export function commentAsClient(ctx: Ctx, caller: Caller, checkId: string, text: string): Promise<void> {
  demand(caller, 'answer_queries');
  const problems = commentProblems(text);
  problems.refuse('invalid_fields');
  return withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    const open = (await findComments(tx.db, caller, checkId)).filter(
      ({ side, handled_at }) => side === 'client' && handled_at === null,
    );
    if (open.length >= MOST_OPEN)
      problems.add(
        'comment',
        `We have ${open.length} comments from you and are dealing with them. Please wait for that`,
      );
    problems.refuse('invalid_fields');
    await store(tx, caller, { check, key, side: 'client', text });
  });
}

/** Marks what was written until `seen`, the last comment that the page showed: what came while somebody typed still waits. */
async function handleSeen(tx: Ctx, caller: Caller, checkId: string, seen: string | undefined): Promise<number> {
  if (!isUuid(seen)) return 0;
  return handleCommentRows(tx.db, caller, { checkId, seen, by: caller.actor, at: timeFor(tx, caller) });
}

/** Who commented before hears of an answer, too. */
const commentersOf = async (tx: Ctx, caller: Caller, checkId: string): Promise<string[]> => {
  const earlier = (await findComments(tx.db, caller, checkId)).filter(({ side }) => side === 'client');
  return [...new Set(earlier.flatMap(({ author }) => userIdOf(author) ?? []))];
};

/**
 * Answers the client's comments that were seen, or begins: mails who ordered the check, and who commented. Refuses with
 * `invalid_fields` (comment) an empty or too long text. @param seen the last comment that was shown
 */
export function commentAsDesk(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  { text, seen }: { readonly text: string; readonly seen: string | undefined },
): Promise<void> {
  demand(caller, 'write_notes');
  commentProblems(text).refuse('invalid_fields');
  return withLockedCheck(ctx, caller, checkId, async (tx, { check, key }) => {
    await store(tx, caller, { check, key, side: 'desk', text });
    await handleSeen(tx, caller, checkId, seen);
    await mailClient(tx, caller, check, 'comment_added', { also: await commentersOf(tx, caller, checkId) });
  });
}

export interface CommentedOnMany {
  /** The orders on which nothing could be written, with why. */
  readonly refused: ReadonlyMap<string, Refusal>;
  readonly mails: number;
}

/**
 * As `commentAsDesk`, the same words on each of the orders of an account, with one mail to each contact that lists theirs:
 * all of it or nothing. Comments that clients wrote still wait for their answer.
 */
export function commentOnMany(
  ctx: Ctx,
  caller: Caller,
  checkIds: readonly string[],
  { text, isOfSeveral }: { readonly text: string; readonly isOfSeveral: boolean },
): Promise<CommentedOnMany> {
  demand(caller, 'write_notes');
  commentProblems(text).refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const refused = new Map<string, Refusal>();
    const commented: { check: Check; also: string[] }[] = [];
    // In one order, so that two of these never wait for each other.
    for (const checkId of checkIds.toSorted()) {
      try {
        await withLockedCheck(tx, caller, checkId, async (locked, { check, key }) => {
          await store(locked, caller, { check, key, side: 'desk', text, isOfSeveral });
          commented.push({ check, also: await commentersOf(locked, caller, checkId) });
        });
      } catch (error) {
        // Refused before anything of this order was written.
        if (!(error instanceof Refusal)) throw error;
        refused.set(checkId, error);
      }
    }
    return { refused, mails: await mailClientOfMany(tx, caller, commented) };
  });
}

/** The client's comments until the last that was shown take no answer. Repeating it changes nothing. */
export function handleComments(ctx: Ctx, caller: Caller, checkId: string, seen: string | undefined): Promise<void> {
  demand(caller, 'write_notes');
  return withLockedCheck(ctx, caller, checkId, async (tx) => {
    if ((await handleSeen(tx, caller, checkId, seen)) === 0) return;
    await storeEvents(tx, caller, [{ type: 'check.comments_handled', resourceId: checkId, checkId }]);
  });
}

/** Checks whose client waits for the desk, what waits longest first, without what they say. */
export async function listOpenComments(
  ctx: Pick<Ctx, 'db'>,
  reader: DeskReader,
  environment: Environment,
  limit: number,
): Promise<OpenCommentRow[]> {
  demand(authorityOf(reader), 'read_reports');
  return findOpenComments(ctx.db, reader.accounts, environment, limit);
}

export async function countComments(ctx: Pick<Ctx, 'db'>, reader: DeskReader, environment: Environment) {
  demand(authorityOf(reader), 'read_reports');
  return countOpenComments(ctx.db, reader.accounts, environment);
}
