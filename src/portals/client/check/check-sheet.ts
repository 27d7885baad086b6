// The verification sheet on the client's page of a check: verdicts, sources and dates, and no names.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readCheckAndKey } from '../../../features/checks/check-actions.ts';
import { readSheet } from '../../../features/verifications/sheet-actions.ts';
import { sheetView } from '../../shared/verifications/sheet-view.ts';

/** Undefined where no report asks for years, or none that reads the history is complete. */
export async function sheetIn(ctx: Ctx, check: Check) {
  const { key } = await readCheckAndKey(ctx, check.tenant, check.id);
  const sheet = await readSheet(ctx, check, { key, reader: 'client' });
  return sheet && sheetView(sheet);
}
