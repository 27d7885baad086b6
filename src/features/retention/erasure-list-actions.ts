// Erases again who came back with an older backup, by the list of erasures outside the database, and completes the list.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Db } from '../../platform/db/database.ts';
import { erasePerson, keptReasonOf } from './erasure-actions.ts';
import {
  type ErasedRow,
  findErasedOnwards,
  findNotErased,
  findReasons,
  type ReturnedPerson,
} from './erasure-list-queries.ts';
import { appendErasures, type ListedErasure, listPath, readErasures } from './erasure-list-store.ts';

const atOnce = 1000;

/** Who is in the list and not erased. */
export async function findReturned(
  { db, integrity, settings }: Pick<Ctx, 'integrity' | 'settings'> & { readonly db: Db },
  given?: ReadonlyMap<string, ListedErasure>,
): Promise<ReturnedPerson[]> {
  const listed = given ?? (await readErasures(listPath(settings), integrity)).listed;
  const found: ReturnedPerson[] = [];
  const ids = [...listed.keys()];
  for (let from = 0; from < ids.length; from += atOnce)
    found.push(...(await findNotErased(db, 'all', ids.slice(from, from + atOnce))));
  return found;
}

/** Whom something keeps is said by `probity status`, and tried at the next start. */
async function eraseReturned(ctx: Ctx, listed: ReadonlyMap<string, ListedErasure>): Promise<void> {
  for (const { account_id: accountId, environment, applicant_id: id } of await findReturned(ctx, listed)) {
    const caller: Caller = { accountId, environment, actor: 'system', clockOffsetSeconds: 0 };
    try {
      await erasePerson(ctx, caller, id, listed.get(id)!.reason);
      ctx.log.warn('erased again', { resourceId: id });
    } catch (error) {
      const reason = keptReasonOf(error);
      // A process that starts at the same time erases them, too.
      if (error instanceof Refusal && error.reason === 'not_found') continue;
      if (reason === undefined) ctx.log.error('not erased again', { resourceId: id, error });
      else ctx.log.warn('not erased again', { resourceId: id, reason });
    }
  }
}

/**
 * Adds whoever is erased and not in the list: from before it began, or because a crash, a full disk or a process with a list of its
 * own kept them from it. All of them are looked at, because later ones may stand in the list already.
 */
async function completeList(ctx: Ctx, listed: ReadonlyMap<string, ListedErasure>): Promise<void> {
  for (let after: ErasedRow | undefined; ; ) {
    const page = await findErasedOnwards(ctx.db, 'all', { after, limit: atOnce });
    const missing = page.filter(({ applicant_id: id }) => !listed.has(id));
    const reasons = await findReasons(ctx.db, 'all', missing);
    await appendErasures(
      listPath(ctx.settings),
      ctx.integrity,
      missing.map((one) => ({
        account: one.account_id,
        environment: one.environment,
        applicant: one.applicant_id,
        on: ukDateOf(one.erased_at),
        reason: reasons.get(one.applicant_id) ?? 'not_needed',
      })),
    );
    after = page.at(-1);
    if (page.length < atOnce) return;
  }
}

/** Before anybody is served. Rejects if the list is there and cannot be read. */
export async function eraseListedAgain(ctx: Ctx): Promise<void> {
  const { listed, notOurs } = await readErasures(listPath(ctx.settings), ctx.integrity);
  if (notOurs > 0) ctx.log.warn('lines in the list of erasures are not ours', { count: notOurs });
  await eraseReturned(ctx, listed);
  try {
    await completeList(ctx, listed);
  } catch (error) {
    ctx.log.error('list of erasures not completed', { error, setting: 'PROBITY_AUDIT_HEAD_FILE' });
  }
}
