// Ends the monitoring of a check because its candidate no longer agrees to it: the results stay, and the client and the
// desk are told.
import { type Ctx, timeFor } from '../../context.ts';
import type { OpenForm } from '../candidate-form/open-form.ts';
import { mailWithdrawn } from '../checks/check-closing-actions.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { recordWithdrawal } from '../data-requests/data-request-act-actions.ts';
import { stopMonitoring } from '../monitoring/monitor-actions.ts';
import { monitoredReports } from '../monitoring/monitor-rules.ts';
import { insertMessage } from './candidate-message-store.ts';

/** Ends that of every report of the check; repeating it changes nothing. */
export async function withdrawFromMonitoring(ctx: Ctx, { caller, link: { checkId } }: OpenForm): Promise<void> {
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(
    ctx,
    caller,
    checkId,
    async (tx, locked) => {
      const { check } = locked;
      const monitored = monitoredReports(check);
      if (monitored.length === 0) return;
      const message = { checkId, kind: 'monitoring_ended', sealedText: null, fileToken: null } as const;
      for (const { id: reportId } of monitored) {
        await stopMonitoring(tx, caller, { checkId, reportId });
        await insertMessage(tx.db, caller, { ...message, id: tx.newId(), reportId, sentAt: timeFor(tx, caller) });
      }
      await mailClient(tx, caller, check, 'candidate_ended_monitoring');
      await mailWithdrawn(tx, caller, locked, 'monitoring');
      await recordWithdrawal(tx, caller, locked);
    },
    { restrictedToo: true },
  );
}
