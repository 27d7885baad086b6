// Runs a form of a portal once, however often it is sent: the first answer is kept, for the browser that sent the form.
import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { deleteLapsedForms, deleteSentForm, findSentForm, insertSentForm, updateSentForm } from './sent-form-store.ts';

/** A page may show a secret, which is shown once: only a double click gets it again. */
const KEPT_MS = { redirect: 24 * 3_600_000, page: 10_000 } as const;
/** How long a form is in progress at most: its process may have ended. */
const IN_PROGRESS_MS = 60_000;
const WAITS = 100;
const WAIT_MS = 100;

const after = ({ now }: Pick<Ctx, 'now'>, ms: number) => new Date(now().getTime() + ms);

/**
 * Undefined if the caller is the first to send the form, and must keep or release it; otherwise the sealed answer of the
 * first. Refuses with `idempotency_in_progress` if the first takes too long.
 */
export async function claimSentForm(ctx: Pick<Ctx, 'db' | 'now'>, id: Buffer): Promise<Buffer | undefined> {
  for (let waits = 0; waits < WAITS; waits += 1) {
    const claim = { now: ctx.now(), lapsesAt: after(ctx, IN_PROGRESS_MS) };
    if (await insertSentForm(ctx.db, id, claim)) return undefined;
    const answer = (await findSentForm(ctx.db, id))?.sealed_answer;
    if (answer) return answer;
    await wait(WAIT_MS);
  }
  throw new Refusal('idempotency_in_progress');
}

/** @param sealedAnswer so that only the browser of the sender reads it */
export const keepSentForm = (
  ctx: Pick<Ctx, 'db' | 'now'>,
  id: Buffer,
  sealedAnswer: Buffer,
  kind: keyof typeof KEPT_MS,
): Promise<void> => updateSentForm(ctx.db, id, sealedAnswer, after(ctx, KEPT_MS[kind]));

/** For a form that was refused, or whose next step was asked: it may be sent again. */
export const releaseSentForm = (ctx: Pick<Ctx, 'db'>, id: Buffer): Promise<void> => deleteSentForm(ctx.db, id);

/** For the pruning job. Returns how many. */
export const pruneSentForms = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> => deleteLapsedForms(ctx.db, ctx.now());
