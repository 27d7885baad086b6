// What payslips verify in the demo of the histories that its orders ask about.
import { type Ctx, todayFor } from '../context.ts';
import type { OpenedReport } from '../features/cases/screening-actions.ts';
import { readsHistory } from '../features/verifications/history-report-rules.ts';
import { readSheet } from '../features/verifications/sheet-actions.ts';
import { recordVerification } from '../features/verifications/verification-actions.ts';

const note = 'One payslip of each quarter, seen with the candidate on a video call; not kept.';

/** Records it for these entries of the history, where the report reads it. Returns what it was given. */
export async function verifyHistory(
  ctx: Ctx,
  opened: OpenedReport,
  entryKeys: readonly string[],
): Promise<OpenedReport> {
  const { caller, check, report, key } = opened;
  const sheet = readsHistory(report) ? await readSheet(ctx, check, { key, reader: 'desk' }) : undefined;
  for (const row of sheet?.rows.filter((one) => entryKeys.includes(one.key)) ?? []) {
    const dates = { from: row.from, to: row.to, on: todayFor(ctx, caller) };
    await recordVerification(ctx, opened, row, { source: 'pay_documents', ...dates, by: '', fileTokens: [], note });
  }
  return opened;
}
