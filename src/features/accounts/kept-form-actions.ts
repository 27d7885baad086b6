// Keeps a form that was sent after its session had ended, for an hour.
import type { Ctx } from '../../context.ts';
import { isUuid } from '../../lib/uuids.ts';
import { findKeptForm, insertKeptForm } from './kept-form-store.ts';

const KEPT_MS = 60 * 60_000;

/**
 * Returns its id. @param userId whose page it stood on, which must be proved: otherwise strangers fill the database
 * @param sealedForm so that only the browser of the sender reads it
 */
export async function keepSealedForm(
  ctx: Pick<Ctx, 'db' | 'now' | 'newId'>,
  userId: string,
  sealedForm: Buffer,
): Promise<string> {
  const id = ctx.newId();
  await insertKeptForm(ctx.db, { id, userId, sealedForm, expiresAt: new Date(ctx.now().getTime() + KEPT_MS) });
  return id;
}

/** Undefined if the user has none with this id, or it has expired. */
export async function readSealedForm(
  ctx: Pick<Ctx, 'db' | 'now'>,
  userId: string,
  id: string,
): Promise<Buffer | undefined> {
  return isUuid(id) ? (await findKeptForm(ctx.db, { id, userId }, ctx.now()))?.sealed_form : undefined;
}
