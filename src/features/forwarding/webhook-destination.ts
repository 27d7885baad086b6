// Posts records to an https address of the operator's, signed as our webhooks are.
import type { Ctx } from '../../context.ts';
import type { Destination } from '../../platform/forwarding/destination.ts';
import { signingKey, standardHeaders } from '../webhooks/webhook-signatures.ts';

/** The address is checked as a webhook's is. @param secret `whsec_…` */
export function webhookDestination(
  { outgoing, now }: Pick<Ctx, 'outgoing' | 'now'>,
  url: string,
  secret: string,
): Destination {
  const key = signingKey(secret);
  return {
    async send(records) {
      const last = records.at(-1);
      if (last === undefined) return;
      const body = Buffer.from(`{"kind":"${last.kind}","records":[${records.map(({ line }) => line).join(',')}]}`);
      const headers = standardHeaders({ id: last.id, at: now(), body, key });
      const answer = await outgoing.post({ url, headers: { 'content-type': 'application/json', ...headers }, body });
      if (answer.outcome === 'failed') throw new Error(`the webhook was not reached: ${answer.reason}`);
      if (answer.status < 200 || answer.status > 299) throw new Error(`the webhook answered ${answer.status}`);
    },
  };
}
