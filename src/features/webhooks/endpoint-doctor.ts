// Checks an endpoint on request: sends it a test in the same way as a notification, and reports a finding for each step.
import type { Caller, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import type { Examination } from '../../platform/outgoing-http/outgoing.ts';
import { demand } from '../access/permissions.ts';
import { explanationOf } from './attempt-explanations.ts';
import { type Finding, findingsOf, type SentSignatures, unsignedFinding } from './endpoint-finding-rules.ts';
import { type Endpoint, findEndpoint } from './endpoint-queries.ts';
import type { TestFormat } from './notification-format.ts';
import type { WebhookInterface } from './webhook.ts';
import { nextSignature, secretUnreadable, signaturesFor } from './webhook-secrets.ts';

/** The signatures of the test that was sent; null where none was, or where X-Signature does not depend on the body (v1). */
function signaturesIn({ post }: Examination, key: AccountKey, endpoint: Endpoint, at: Date): SentSignatures | null {
  if (post === undefined || endpoint.interface === 'v1') return null;
  const { 'x-signature': xSignature, 'webhook-signature': standard } = post.headers;
  const next = nextSignature(key, endpoint, { at, body: post.body });
  return { xSignature: xSignature!, standard: standard!.split(' '), next };
}

/** At most 10 findings, within about 18 seconds. Refuses with `not_found` what is not the account's. */
export async function examineEndpoint(
  ctx: Ctx,
  caller: Caller,
  webhookId: string,
  format: TestFormat,
  of: WebhookInterface = 'v2',
): Promise<readonly Finding[]> {
  demand(caller, 'send_notifications');
  const endpoint = await findEndpoint(ctx.db, caller, webhookId, of);
  if (endpoint === undefined) throw new Refusal('not_found');
  const { url, enabled, environments, liveConfirmed, failures, pausedUntil } = endpoint;
  const key = await ctx.keys.forAccount(caller.accountId);
  // Sent like a test delivery, but nothing is stored, and it does not count as an attempt.
  const { environment } = caller;
  const body = format({ environment, webhookId, id: ctx.newId(), at: ctx.now() });
  const signed = signaturesFor(key, endpoint, { id: ctx.newId(), at: ctx.now(), body });
  if (signed === secretUnreadable) return [unsignedFinding(explanationOf(signed, null))];
  const headers = { 'content-type': 'application/json', 'user-agent': 'Probity', ...signed };
  const examination = await ctx.outgoing.examine({ url, headers, body });
  return findingsOf({
    url: new URL(url),
    enabled,
    wantsEnvironment: environments.includes(environment),
    waitsForLiveKey: environment === 'live' && !liveConfirmed,
    failures,
    pausedUntil,
    examination,
    explanation: explanationOf,
    signatures: signaturesIn(examination, key, endpoint, ctx.now()),
    now: ctx.now(),
  });
}
