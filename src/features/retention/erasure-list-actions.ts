// Erases again who came back with an older backup, by the list of erasures outside the database, and completes the list.
import type { Caller, Ctx } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Db } from '../../platform/db/database.ts';
import { erasePerson, keptReasonOf } from './erasure-actions.ts';
import { type ErasedRow, findErasedOnwards, findNotErased, type ReturnedPerson } from './erasure-list-queries.ts';
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
      if (reason === undefined) ctx.log.error('not erased again', { resourceId: id, error });
      else ctx.log.warn('not erased again', { resourceId: id, reason });
    }
  }
}

const dayMs = 24 * 3_600_000;

/** Adds who was erased before the list began, and whoever a crash or a full disk kept from it. */
async function completeList(ctx: Ctx, listed: ReadonlyMap<string, ListedErasure>): Promise<void> {
  const last = [...listed.values()]
    .map(({ on }) => on)
    .sort()
    .at(-1);
  // The days are those of the UK.
  const since = new Date(last === undefined ? 0 : Date.parse(`${last}T00:00:00Z`) - dayMs);
  for (let after: ErasedRow | undefined; ; ) {
    const page = await findErasedOnwards(ctx.db, 'all', { since, after, limit: atOnce });
    const missing = page.filter(({ applicant_id: id }) => !listed.has(id));
    await appendErasures(
      listPath(ctx.settings),
      ctx.integrity,
      missing.map((one) => ({
        account: one.account_id,
        environment: one.environment,
        applicant: one.applicant_id,
        on: ukDateOf(one.erased_at),
        reason: one.reason ?? 'not_needed',
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
