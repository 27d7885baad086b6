// Examines an endpoint on request: calls it as any notification would, and says of each step what was seen.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { explanationOf } from './attempt-explanations.ts';
import { type Finding, findingsOf } from './endpoint-finding-rules.ts';
import { findEndpoint } from './endpoint-queries.ts';
import type { TestFormat } from './notification-format.ts';
import { signingSecrets } from './webhook-secrets.ts';
import { signaturesV2 } from './webhook-signatures.ts';

/** The same headers as a delivery's, and a test's body: nothing is stored, and it is no attempt. */
function signed(ctx: Pick<Ctx, 'now' | 'newId'>, body: Buffer, secrets: ReturnType<typeof signingSecrets>) {
  return signaturesV2({ id: ctx.newId(), at: ctx.now(), body, ...secrets });
}

/** At most 10 findings, within about 18 seconds. Refuses with `not_found` what is not the account's. */
export async function examineEndpoint(
  ctx: Ctx,
  caller: Caller,
  webhookId: string,
  format: TestFormat,
): Promise<readonly Finding[]> {
  const endpoint = await findEndpoint(ctx.db, caller.accountId, webhookId);
  if (endpoint === undefined) throw new Refusal('not_found');
  const { url, enabled, environments, liveConfirmed, failures, pausedUntil } = endpoint;
  const secrets = signingSecrets(await ctx.keys.forAccount(caller.accountId), endpoint, ctx.now());
  const { environment } = caller;
  const body = format({ environment, webhookId, id: ctx.newId(), at: ctx.now() });
  const headers = { 'content-type': 'application/json', 'user-agent': 'Probity', ...signed(ctx, body, secrets) };
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
    xSignature: signed(ctx, examination.post?.body ?? body, secrets)['x-signature']!,
    now: ctx.now(),
  });
}
