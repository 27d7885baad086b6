// `probity deliveries`: what the operator sees and does of notifications after an outage.
import type { Ctx } from '../../context.ts';
import { failedKinds, listFailed, resendFailed } from '../../features/webhooks/resend-actions.ts';
import type { Entry, Field } from '../fields.ts';
import { findAccountId, isoTime, type LookedAfter, refusalOf, textIn } from './subject.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const kinds: readonly Field[] = [
  { name: 'exhausted', kind: 'flag', meaning: 'those that were given up, tests aside' },
  { name: 'waiting', kind: 'flag', meaning: 'those that failed at least once and wait for their next attempt' },
];
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
    kinds: failedKinds.filter((kind) => entry[kind] === true),
    accountId: account === null ? undefined : await findAccountId(ctx, account),
    from: new Date(textIn(entry, 'since') ?? 0),
    to: until === null ? undefined : new Date(until),
  };
}

export const deliveries: LookedAfter = {
  section: 'deliveries',
  verbs: {
    list: {
      summary: 'list what was given up unless --waiting is asked for, the newest first, at most 1,000',
      ofAccount: false,
      fields: [...kinds, since, ...narrower],
      async run(ctx, _accountId, entry) {
        const asked = await askedIn(ctx, entry);
        const failed = await listFailed(ctx, asked.kinds.length === 0 ? { ...asked, kinds: ['exhausted'] } : asked);
        return failed.map((one) => ({
          id: one.deliveryId,
          event: one.eventId,
          type: one.eventType,
          environment: one.environment,
          dueAt: isoTime(one.dueAt),
          givenUpAt: isoTime(one.givenUpAt),
          nextAttemptAt: isoTime(one.nextAttemptAt),
          attempts: one.attempts,
          reason: one.reason,
          webhook: one.webhookId,
          url: one.url,
          account: one.accountId,
        }));
      },
    },
    resend: {
      summary: 'send again now what was given up or waits, each once, whatever its age',
      ofAccount: false,
      fields: [...kinds, { ...since, required: true }, ...narrower],
      async run(ctx, _accountId, entry) {
        const asked = await askedIn(ctx, entry);
        if (asked.kinds.length === 0) throw refusalOf('exhausted', 'or waiting must be given, or both');
        const resent = await resendFailed(ctx, asked);
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
