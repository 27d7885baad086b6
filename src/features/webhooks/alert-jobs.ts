// The job that alerts people when an endpoint fails, or its notifications are given up or wait for long: it mails those
// administrators of the account who see the webhook in the portal, and writes to the operator's log. It never disables a webhook.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { type FailingEndpoint, findFailingEndpoints, recordAlert } from './alert-store.ts';
import { interfacesFor } from './subscription-actions.ts';

async function mailAdministrators(ctx: Ctx, endpoint: FailingEndpoint): Promise<void> {
  const { accountId, environment, webhookId, failures, failingSince, lost, waitingSince } = endpoint;
  const key = await ctx.keys.forAccount(accountId);
  const caller: Caller = { accountId, environment, actor: 'system', clockOffsetSeconds: 0 };
  const users = await listUsers(ctx, 'system', accountId);
  const administrators = users.filter(
    (user) =>
      mayDo({ permissions: roles.client[user.role] }, 'receive_alerts') &&
      user.disabled_at === null &&
      interfacesFor({ subsidiaryIds: user.subsidiary_ids }).includes(endpoint.interface),
  );
  await inTransaction(ctx, async (tx) => {
    if (!(await recordAlert(tx.db, endpoint))) return;
    for (const user of administrators) {
      const values = {
        name: user.name,
        environment,
        interface: endpoint.interface,
        webhookId,
        url: endpoint.url,
        failures,
        failingSince: failingSince?.toISOString() ?? null,
        lost,
        waitingSince: waitingSince?.toISOString() ?? null,
        docs: `${ctx.settings.baseUrl}/docs/deliveries`,
        page: `${ctx.settings.clientUrl}/portal/webhooks/${webhookId}${environment === 'test' ? '?environment=test' : ''}`,
      };
      await queueEmail(tx, emailToUser(tx, caller, key, 'endpoint_failing', { user, values }));
    }
    ctx.log.warn('endpoint failing', { accountId, environment, resourceId: webhookId, attempt: failures, count: lost });
  });
}

/** If an alert fails, the alerts of the other endpoints are still sent. */
async function alertFailingEndpoints(ctx: Ctx): Promise<void> {
  for (const endpoint of await findFailingEndpoints(ctx.db)) {
    await mailAdministrators(ctx, endpoint).catch((error: unknown) =>
      ctx.log.error('alert not sent', { accountId: endpoint.accountId, resourceId: endpoint.webhookId, error }),
    );
  }
}

export const alertCrontab = '* * * * * alert_failing_endpoints';

export const alertJobs = (ctx: Ctx): Readonly<Record<'alert_failing_endpoints', JobHandler>> => ({
  alert_failing_endpoints: () => alertFailingEndpoints(ctx),
});
