// `probity deliveries`: what the operator does about notifications after an outage.
import { resendLosses } from '../../features/webhooks/resend-actions.ts';
import { findAccountId, type LookedAfter, refusalOf, textIn } from './subject.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const deliveries: LookedAfter = {
  section: 'deliveries',
  verbs: {
    resend: {
      summary: 'send again what was given up, each once, whatever its age',
      ofAccount: false,
      fields: [
        {
          name: 'exhausted',
          kind: 'flag',
          required: true,
          meaning: 'those that were given up: the only kind there is',
        },
        { name: 'since', kind: 'time', required: true, meaning: 'those that became due then or later' },
        { name: 'until', kind: 'time', meaning: 'and before this' },
        { name: 'webhook', kind: 'text', meaning: 'id of one webhook; all of them without' },
        { name: 'account', kind: 'text', meaning: 'name or id of one account; all of them without' },
      ],
      async run(ctx, _accountId, entry) {
        const webhookId = textIn(entry, 'webhook') ?? undefined;
        if (webhookId !== undefined && !uuid.test(webhookId)) throw refusalOf('webhook', 'is not an id');
        const account = textIn(entry, 'account');
        const until = textIn(entry, 'until');
        const resent = await resendLosses(ctx, {
          webhookId,
          accountId: account === null ? undefined : await findAccountId(ctx, account),
          from: new Date(String(entry.since)),
          to: until === null ? undefined : new Date(until),
        });
        return resent.map(({ accountId, environment, webhookId: webhook, url, ...counts }) => ({
          webhook,
          url,
          environment,
          account: accountId,
          ...counts,
        }));
      },
    },
  },
};
