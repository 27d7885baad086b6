// Reads which complete results were reached with an answer that was corrected since, and records that one of them holds.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { findHistory } from '../events/check-history-queries.ts';
import { storeEvents } from '../events/event-actions.ts';
import {
  type OutdatedResult,
  outdatedResults,
  outdatingEvents,
  type UpholdingReason,
  upholdingReasons,
} from './outdated-result-rules.ts';

export async function readOutdatedResults(
  ctx: Pick<Ctx, 'db'>,
  caller: Caller,
  check: Check,
): Promise<readonly OutdatedResult[]> {
  demand(caller, 'read_reports', 'read_checks');
  const history = await findHistory(ctx.db, check.tenant, { checkId: check.id, types: outdatingEvents });
  return outdatedResults(check, history);
}

/**
 * Refuses with `invalid_fields` (`because`; `seen`, where something was corrected since), and with `state_does_not_allow` a
 * result that nothing outdates. @param seen when the last correction was made that somebody read, in ISO 8601
 */
export async function upholdResult(
  ctx: Ctx,
  caller: Caller,
  { checkId, reportId }: { readonly checkId: string; readonly reportId: string },
  { because, seen }: { readonly because: string; readonly seen: string },
): Promise<void> {
  demand(caller, 'record_outcomes');
  if (!Object.hasOwn(upholdingReasons, because))
    throw new Refusal('invalid_fields', { because: ['is not included in the list'] });
  await withLockedCheck(ctx, caller, checkId, async (tx, { check }) => {
    const report = check.reports.find(({ id }) => id === reportId);
    if (report === undefined) throw new Refusal('not_found');
    const outdated = (await readOutdatedResults(tx, caller, check)).find((one) => one.reportId === reportId);
    if (outdated === undefined) throw new Refusal('state_does_not_allow');
    const { requirements, correctedAt } = outdated;
    if (correctedAt.toISOString() !== seen)
      throw new Refusal('invalid_fields', { seen: ['was corrected again since you read it'] });
    const about = { resourceId: reportId, status: report.status, applicantId: check.applicantId, checkId, reportId };
    const detail = {
      ...{ because: because as UpholdingReason, requirements, corrected_at: correctedAt.toISOString() },
    };
    await storeEvents(tx, caller, [{ ...about, type: 'report.result_upheld', detail }]);
  });
}
