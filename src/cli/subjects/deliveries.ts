// `probity deliveries`: lets the operator see and resend notifications after an outage.
import type { Ctx } from '../../context.ts';
import { listAccounts } from '../../features/accounts/account-actions.ts';
import type { ListedAttempt } from '../../features/webhooks/attempt-actions.ts';
import { explainAttempt } from '../../features/webhooks/attempt-explanations.ts';
import {
  failedKinds,
  listFailed,
  type OperatorDelivery,
  readDelivery,
  resendFailed,
} from '../../features/webhooks/resend-actions.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { Entry, Field } from '../fields.ts';
import type { Row } from '../output.ts';
import { describing } from '../subject-command.ts';
import { findAccountId, isoTime, known, type LookedAfter, refusalOf, textIn } from './subject.ts';

const kinds: readonly Field[] = [
  { name: 'exhausted', kind: 'flag', meaning: 'deliveries given up, without tests' },
  { name: 'waiting', kind: 'flag', meaning: 'deliveries that failed at least once and wait for their next attempt' },
];
const since: Field = { name: 'since', kind: 'time', meaning: 'deliveries that became due at this time or later' };
const narrower: readonly Field[] = [
  { name: 'until', kind: 'time', meaning: 'and before this time' },
  { name: 'webhook', kind: 'text', meaning: 'id of one webhook; without it, all of them' },
  { name: 'account', kind: 'text', meaning: 'name or id of one account; without it, all of them' },
];

function idIn(entry: Entry, name: string): string | undefined {
  const id = textIn(entry, name);
  if (id !== null && !isUuid(id)) throw refusalOf(name, 'is not an id');
  return id ?? undefined;
}

async function askedIn(ctx: Ctx, entry: Entry) {
  const account = textIn(entry, 'account');
  const until = textIn(entry, 'until');
  return {
    webhookId: idIn(entry, 'webhook'),
    kinds: failedKinds.filter((kind) => entry[kind] === true),
    accountId: account === null ? undefined : await findAccountId(ctx, account),
    from: new Date(textIn(entry, 'since') ?? 0),
    to: until === null ? undefined : new Date(until),
  };
}

/** A function that names an account if there are several. */
async function accountNamer(ctx: Ctx): Promise<(id: string) => { account: string | null; accountId: string }> {
  const names = new Map((await listAccounts(ctx, 'system')).map(({ id, name }) => [id, name]));
  return (id) => ({ account: names.size > 1 ? (names.get(id) ?? id) : null, accountId: id });
}

const rowOf = (one: OperatorDelivery) => ({
  id: one.deliveryId,
  event: one.eventId,
  type: one.eventType,
  environment: one.environment,
  dueAt: isoTime(one.dueAt),
  givenUpAt: one.status === 'exhausted' ? isoTime(one.finishedAt) : null,
  nextAttemptAt: isoTime(one.nextAttemptAt),
  attempts: one.attempts,
  lastAnswer: one.lastAnswer,
  reason: one.reason,
  webhook: one.webhookId,
  url: one.url,
});

const attemptRow = ({ number, startedAt, manual, status, reason, ...attempt }: ListedAttempt) => ({
  number,
  startedAt: isoTime(startedAt),
  byHand: manual,
  status,
  reason,
  dnsMs: attempt.dnsMs,
  connectMs: attempt.connectMs,
  tlsMs: attempt.tlsMs,
  firstByteMs: attempt.firstByteMs,
  totalMs: attempt.totalMs,
  answer: attempt.answer,
  means: explainAttempt(reason, status),
});

export const deliveries: LookedAfter = {
  section: 'deliveries',
  elsewhere: `Clients see the same, and send it again, in their portal under Webhooks and with GET /webhooks/{webhook_id}/attempts.
The doctor on a webhook's page there looks at its receiver; docs/metrics.md lists what to watch.`,
  verbs: {
    list: {
      summary: 'list deliveries that wait for another attempt or were given up; newest first, at most 1,000',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['event', 'webhook', 'accountId'],
      fields: [...kinds, since, ...narrower],
      async run(ctx, _accountId, entry) {
        const asked = await askedIn(ctx, entry);
        const failed = await listFailed(ctx, asked.kinds.length === 0 ? { ...asked, kinds: failedKinds } : asked);
        const accountOf = await accountNamer(ctx);
        return failed.map((one) => ({ ...rowOf(one), ...accountOf(one.accountId) }));
      },
    },
    show: {
      summary: 'show one in any state, with its attempts; with --json also their times and answers',
      ofAccount: false,
      onlyReads: true,
      onlyInJson: ['accountId', 'dnsMs', 'connectMs', 'tlsMs', 'firstByteMs', 'answer'],
      fields: [{ name: 'id', kind: 'text', required: true, meaning: 'as listed' }],
      async run(ctx, _accountId, entry) {
        const { delivery, attempts } = known(await readDelivery(ctx, idIn(entry, 'id')!), 'id');
        const accountOf = await accountNamer(ctx);
        const deliveredAt = delivery.status === 'delivered' ? isoTime(delivery.finishedAt) : null;
        return new Map<string, readonly Row[]>([
          ['deliveries', [{ ...rowOf(delivery), deliveredAt, ...accountOf(delivery.accountId) }]],
          ['attempts', attempts.map(attemptRow)],
        ]);
      },
    },
    resend: {
      summary: 'send again now, once each and at any age, those that were given up or wait',
      ofAccount: false,
      onlyInJson: ['accountId'],
      fields: [...kinds, { ...since, required: true }, ...narrower],
      async run(ctx, _accountId, entry) {
        const asked = await askedIn(ctx, entry);
        if (asked.kinds.length === 0) throw refusalOf('exhausted', 'or --waiting must be given, or both');
        const resent = await resendFailed(ctx, asked);
        const accountOf = await accountNamer(ctx);
        return resent.map(({ accountId, environment, webhookId, url, ...counts }) => ({
          webhook: webhookId,
          url,
          environment,
          ...accountOf(accountId),
          ...counts,
        }));
      },
    },
  },
};

export const describe = describing(deliveries);
