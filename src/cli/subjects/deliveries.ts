// `probity deliveries`: what the operator sees and does of notifications after an outage.
import type { Ctx } from '../../context.ts';
import { listLosses, resendLosses } from '../../features/webhooks/resend-actions.ts';
import type { Entry, Field } from '../fields.ts';
import { findAccountId, isoTime, type LookedAfter, refusalOf, textIn } from './subject.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const exhausted: Field = {
  name: 'exhausted',
  kind: 'flag',
  meaning: 'those that were given up, tests aside: the only kind there is',
};
const since: Field = { name: 'since', kind: 'time', meaning: 'those that became due then or later' };
const narrower: readonly Field[] = [
  { name: 'until', kind: 'time', meaning: 'and before this' },
  { name: 'webhook', kind: 'text', meaning: 'id of one webhook; all of them without' },
  { name: 'account', kind: 'text', meaning: 'name or id of one account; all of them without' },
];

async function askedIn(ctx: Ctx, entry: Entry) {
  const webhookId = textIn(entry, 'webhook') ?? undefined;
  if (webhookId !== undefined && !uuid.test(webhookId)) throw refusalOf('webhook', 'is not an id');
  const account = textIn(entry, 'account');
  const until = textIn(entry, 'until');
  return {
    webhookId,
    accountId: account === null ? undefined : await findAccountId(ctx, account),
    from: new Date(textIn(entry, 'since') ?? 0),
    to: until === null ? undefined : new Date(until),
  };
}

export const deliveries: LookedAfter = {
  section: 'deliveries',
  verbs: {
    list: {
      summary: 'list what was given up, the newest first, at most 1,000',
      ofAccount: false,
      fields: [exhausted, since, ...narrower],
      async run(ctx, _accountId, entry) {
        const losses = await listLosses(ctx, await askedIn(ctx, entry));
        return losses.map((loss) => ({
          id: loss.deliveryId,
          event: loss.eventId,
          type: loss.eventType,
          environment: loss.environment,
          dueAt: isoTime(loss.dueAt),
          givenUpAt: isoTime(loss.givenUpAt),
          attempts: loss.attempts,
          reason: loss.reason,
          webhook: loss.webhookId,
          url: loss.url,
          account: loss.accountId,
        }));
      },
    },
    resend: {
      summary: 'send again what was given up, each once, whatever its age',
      ofAccount: false,
      fields: [{ ...exhausted, required: true }, { ...since, required: true }, ...narrower],
      async run(ctx, _accountId, entry) {
        const resent = await resendLosses(ctx, await askedIn(ctx, entry));
        return resent.map(({ accountId, environment, webhookId, url, ...counts }) => ({
          webhook: webhookId,
          url,
          environment,
          account: accountId,
          ...counts,
        }));
      },
    },
  },
};
