// Compares what training an account demands for a report with what is recorded of its screener.
import type { Ctx } from '../../context.ts';
import { readApprovalSettings } from '../accounts/account-settings-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { isTrained } from '../training/training-actions.ts';

export async function lacksTraining(
  ctx: Pick<Ctx, 'db' | 'integrity' | 'alarms' | 'now'>,
  accountId: string,
  { userId, reportTypeId }: { readonly userId: string; readonly reportTypeId: number },
): Promise<boolean> {
  const { approveUntrained } = await readApprovalSettings(ctx, accountId);
  return approveUntrained && !(await isTrained(ctx, userId, reportTypeById(reportTypeId)!.area));
}
