// What the first page of an administrator says of colleagues who are away while nobody covers for them.
import type { Ctx } from '../../../context.ts';
import { listUncovered } from '../../../features/orders/cover-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { awayText } from '../../shared/away-words.ts';
import type { ClientUser } from '../client-caller.ts';
import { awayPath } from './away-path.ts';

/** Undefined for nobody. */
export async function uncoveredOf(ctx: Ctx, user: ClientUser) {
  const today = ukDateOf(ctx.now());
  const [first, ...others] = await listUncovered(ctx, user);
  if (first === undefined) return undefined;
  const text =
    others.length === 0
      ? `${first.name} is ${awayText(first, today)}, and nobody covers for them`
      : `${others.length + 1} colleagues are away, and nobody covers for them`;
  return { text, href: others.length === 0 ? `${awayPath}?person=${first.id}` : awayPath };
}
