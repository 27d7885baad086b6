// Logs a telephone call with a candidate or a source as a note on the report, for the desk alone; none is ever changed.
import { type Ctx, inTransaction } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { readCall, type TypedCall } from './call-rules.ts';
import { storeNoteOf } from './note-actions.ts';
import { ownOrAwaitedReport, type Screener } from './screening-actions.ts';

/** A call of now; nobody is written to. Refuses with `invalid_fields` by the inputs of the form. */
export async function logCall(ctx: Ctx, screener: Screener, reportId: string, typed: TypedCall): Promise<void> {
  const { caller, queued, key } = await ownOrAwaitedReport(ctx, screener, reportId);
  demand(caller, 'write_notes');
  const noted = readCall(typed);
  const sealing = await key();
  await inTransaction(ctx, (tx) => storeNoteOf(tx, caller, queued, { audience: 'desk', ...noted, key: sealing }));
}
