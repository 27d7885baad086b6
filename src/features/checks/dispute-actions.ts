// Reads which results a candidate says are not right.
import type { Caller, Ctx } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from './check.ts';
import { findDisputes } from './dispute-queries.ts';
import { type Disputed, disputesIn } from './dispute-rules.ts';

/** Since when the candidate says that the result of a report is not right, by report. */
export async function readDisputes(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  { id, reports }: Pick<Check, 'id' | 'reports'>,
): Promise<ReadonlyMap<string, Disputed>> {
  demand(caller, 'read_results');
  return disputesIn(await findDisputes(ctx.db, caller, id), reports);
}
