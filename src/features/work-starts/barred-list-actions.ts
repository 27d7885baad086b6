// Says which barred lists have no answer of people who may start in regulated activity before their certificate is there.
import type { Caller, Ctx } from '../../context.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { findListReports } from './barred-list-queries.ts';
import { type BarredListLack, barredListLacks } from './barred-list-rules.ts';

/** By check; what tells a result is left out for somebody who may not read results. The caller records the reading. */
export async function readBarredListLacks(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller & Permitted,
  checkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly BarredListLack[]>> {
  demand(caller, 'read_checks', 'read_reports');
  const reports = await findListReports(ctx.db, caller, checkIds);
  const isShown = ({ state }: BarredListLack) => state !== 'wait' || mayDo(caller, 'read_results');
  return new Map(checkIds.map((id) => [id, barredListLacks(reports.get(id) ?? []).filter(isShown)]));
}
