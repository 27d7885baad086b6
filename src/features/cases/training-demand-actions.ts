// Compares what training an account demands for a report with what is recorded of its screener.
import type { Ctx } from '../../context.ts';
import { readApprovalSettings } from '../accounts/account-settings-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { readAreaTraining } from '../training/training-actions.ts';

export interface TrainingGap {
  /** The account demands training in the area of the report, and none is on record. */
  readonly isUntrained: boolean;
  /** They are in training in the area. */
  readonly isInTraining: boolean;
}

export async function trainingGapOf(
  ctx: Pick<Ctx, 'db' | 'integrity' | 'alarms' | 'now'>,
  accountId: string,
  { userId, reportTypeId }: { readonly userId: string; readonly reportTypeId: number },
): Promise<TrainingGap> {
  const { approveUntrained } = await readApprovalSettings(ctx, accountId);
  const { isTrained, isInTraining } = await readAreaTraining(ctx, userId, reportTypeById(reportTypeId)!.area);
  return { isUntrained: approveUntrained && !isTrained, isInTraining };
}

/** Whoever approves is trained in what they approve. */
export async function lacksTraining(...given: Parameters<typeof trainingGapOf>): Promise<boolean> {
  const { isUntrained, isInTraining } = await trainingGapOf(...given);
  return isUntrained || isInTraining;
}
