// Reads from the account's settings the deadlines of a check that is being placed.
import type { Ctx } from '../../context.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { PlacedDeadline } from '../deadlines/deadline-actions.ts';
import type { Check } from './check.ts';
import { formDeadlines } from './form-deadline-schedule.ts';

/** None if the check is placed started: the candidate has no form to submit. */
export async function deadlinesOfNew(
  ctx: Ctx,
  { tenant, id, createdAt, startedAt }: Pick<Check, 'tenant' | 'id' | 'createdAt' | 'startedAt'>,
): Promise<PlacedDeadline[]> {
  if (startedAt !== null) return [];
  const settings = await readAccountSettings(ctx, tenant.accountId);
  return formDeadlines(createdAt, settings).map((deadline) => ({ ...tenant, ...deadline, subjectId: id, checkId: id }));
}
