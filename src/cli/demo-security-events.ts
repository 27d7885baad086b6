// Security events of the demo's last days: what an administrator or an auditor sees in a normal week, and one attempt.
import type { Ctx } from '../context.ts';
import type { BreachFacts } from '../features/breaches/breach.ts';
import { keepBreach } from '../features/breaches/breach-actions.ts';
import { recordSecurityEvent, type SecurityEvent } from '../features/security-events/security-event-actions.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import { createCountedBatches } from '../platform/db/counted-batches.ts';
import type { DemoAccount } from './demo-accounts.ts';

type DemoEvent = Pick<SecurityEvent, 'type' | 'detail'> & {
  readonly hoursAgo: number;
  /** Whether the client's user did it; by default nobody is identified. */
  readonly byUser?: true;
  readonly address: string;
  readonly times?: number;
};

const office = '192.0.2.10';
const stranger = '198.51.100.77';

const events: readonly DemoEvent[] = [
  { hoursAgo: 70, type: 'sign_in.succeeded', byUser: true, address: office },
  { hoursAgo: 47, type: 'records.exported', byUser: true, address: office, detail: { route: '/portal/charges/file' } },
  { hoursAgo: 30, type: 'key.refused', address: stranger, times: 14, detail: { route: '/vftapi/v2/applicants' } },
  { hoursAgo: 26, type: 'code.wrong', address: '203.0.113.5', times: 2 },
  { hoursAgo: 25, type: 'permission.refused', byUser: true, address: office, detail: { route: '/desk' } },
  { hoursAgo: 6, type: 'sign_in.failed', address: office, detail: { factor: 'password' } },
  { hoursAgo: 5, type: 'sign_in.succeeded', byUser: true, address: office },
];

/** @param past a context whose clock is the caller's */
export async function recordSecurityWeek(past: Ctx, { id: accountId, userId }: DemoAccount, now: Date): Promise<void> {
  for (const { hoursAgo, byUser, times = 1, ...event } of events) {
    const batches = createCountedBatches(past);
    const at = { ...past, batches, now: () => new Date(now.getTime() - hoursAgo * 3_600_000) };
    const actor = byUser === undefined ? {} : { actor: `user:${userId}` as const };
    for (let time = 0; time < times; time += 1) await recordSecurityEvent(at, { ...event, accountId, ...actor });
    await batches.write();
  }
}

const DAY_MS = 86_400_000;

/** A small breach that is closed, so that the register shows what it is for. */
export async function recordSmallBreach(ctx: Ctx, now: Date): Promise<void> {
  const at = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const facts: BreachFacts = {
    ...{ name: 'A result was mailed to the wrong manager of a client', cause: 'wrong_recipient' },
    ...{ knownAt: at(20), happenedFrom: ukDateOf(at(21)), happenedUntil: ukDateOf(at(20)), people: 1 },
    ...{ data: 'Name, and the result of a right to work check', effects: 'None are known.', measures: '' },
    ...{ risk: 'not_judged', reasons: '', toldCommissionerAt: null, commissionerReference: '' },
    ...{ toldClientsAt: null, toldPeopleAt: null, closedOn: null },
  };
  const id = await keepBreach({ ...ctx, now: () => at(20) }, 'system', facts);
  const judged: BreachFacts = {
    ...facts,
    measures: 'The manager deleted the mail and confirmed it. The address is typed twice from now on.',
    ...{ risk: 'unlikely', reasons: 'The manager works in the same team, and has confirmed that nobody else read it.' },
    ...{ toldClientsAt: at(19.5), closedOn: ukDateOf(at(18)) },
  };
  await keepBreach({ ...ctx, now: () => at(18) }, 'system', judged, { id, version: 1 });
}
