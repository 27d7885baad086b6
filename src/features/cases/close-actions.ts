// Ends a report without a result, with the note that tells the client why.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { addNote } from './note-actions.ts';
import { type Screener, screenReport } from './screening-actions.ts';

/** Refuses with `invalid_fields` (note) an empty or too long text, and with what the move of the report refuses. */
export async function closeReport(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  {
    move,
    text,
    isOfSeveral = false,
  }: {
    readonly move: 'withdraw' | 'cancel';
    readonly text: string;
    /** The same words are said of reports of other candidates. */
    readonly isOfSeveral?: boolean;
  },
): Promise<void> {
  if (text === '') throw new Refusal('invalid_fields', { note: ['Write for the client why the report ends'] });
  await inTransaction(ctx, async (tx) => {
    await addNote(tx, screener, { reportId, audience: 'client', text, isOfSeveral });
    await screenReport(tx, screener, reportId, { move });
  });
}
