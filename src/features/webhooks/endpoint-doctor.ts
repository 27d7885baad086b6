// Examines an endpoint on request: calls it as any notification would, and says of each step what was seen.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { explanationOf } from './attempt-explanations.ts';
import { type Finding, findingsOf } from './endpoint-finding-rules.ts';
import { findEndpoint } from './endpoint-queries.ts';
import type { TestFormat } from './notification-format.ts';
import type { WebhookInterface } from './webhook.ts';
import { signaturesFor } from './webhook-secrets.ts';

/** At most 10 findings, within about 18 seconds. Refuses with `not_found` what is not the account's. */
export async function examineEndpoint(
  ctx: Ctx,
  caller: Caller,
  webhookId: string,
  format: TestFormat,
  of: WebhookInterface = 'v2',
): Promise<readonly Finding[]> {
  const endpoint = await findEndpoint(ctx.db, caller, webhookId, of);
  if (endpoint === undefined) throw new Refusal('not_found');
  const { url, enabled, environments, liveConfirmed, failures, pausedUntil } = endpoint;
  const key = await ctx.keys.forAccount(caller.accountId);
  // The same headers as a delivery's, and a test's body: nothing is stored, and it is no attempt.
  const signed = (sent: Buffer) => signaturesFor(key, endpoint, { id: ctx.newId(), at: ctx.now(), body: sent });
  const { environment } = caller;
  const body = format({ environment, webhookId, id: ctx.newId(), at: ctx.now() });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Probity', ...signed(body) };
  const examination = await ctx.outgoing.examine({ url, headers, body });
  return findingsOf({
    host: new URL(url).hostname,
    enabled,
    wantsEnvironment: environments.includes(environment) && (environment === 'test' || liveConfirmed),
    failures,
    pausedUntil,
    examination,
    explanation: explanationOf,
    // Of what was sent: asked twice, it answers with the first examination.
    xSignature: of === 'v1' ? null : signed(examination.post?.body ?? body)['x-signature']!,
    now: ctx.now(),
  });
}
