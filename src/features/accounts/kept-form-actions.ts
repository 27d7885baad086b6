// Keeps a form that was sent after its session had ended, for an hour.
import type { Ctx } from '../../context.ts';
import { isUuid } from '../../lib/uuids.ts';
import { findKeptForm, insertKeptForm } from './kept-form-store.ts';

const KEPT_MS = 60 * 60_000;

/** Returns its id; undefined if too many forms are kept. @param sealedForm so that only the browser of the sender reads it */
export async function keepSealedForm(
  ctx: Pick<Ctx, 'db' | 'now' | 'newId'>,
  sealedForm: Buffer,
): Promise<string | undefined> {
  const id = ctx.newId();
  const expiresAt = new Date(ctx.now().getTime() + KEPT_MS);
  return (await insertKeptForm(ctx.db, { id, sealedForm, expiresAt })) ? id : undefined;
}

/** Undefined if there is none, or it has expired. */
export async function readSealedForm(ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<Buffer | undefined> {
  return isUuid(id) ? (await findKeptForm(ctx.db, id, ctx.now()))?.sealed_form : undefined;
}
