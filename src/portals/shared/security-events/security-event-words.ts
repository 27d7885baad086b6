// Security events in plain words, and as lines of a CSV file.
import type { ListedSecurityEvent } from '../../../features/lists/security-event-list-actions.ts';
import { securityEventTypes } from '../../../features/security-events/security-event-types.ts';
import type { CsvColumns } from '../../../lib/csv.ts';
import { ranByCommand } from '../command-runner.ts';
import { orderNumber } from '../page-filters.ts';

type Words = (value: unknown, event: ListedSecurityEvent) => string;

const plain: Words = (value) => String(value).replaceAll('_', ' ');
const counted =
  (noun: string): Words =>
  (value) =>
    `${Number(value).toLocaleString('en-GB')} ${noun}`;

/** What of an event's detail a person reads; the CSV file has all of it. */
const detailWords: Readonly<Record<string, Words>> = {
  user_id: (id, { actor, subject_name: name }) => (actor === `user:${id}` || name === null ? '' : name),
  key_id: (_, { subject_key_label: label }) => (label === null || label === '' ? '' : `key ${label}`),
  before: (role) => `until then ${plain(role, {} as ListedSecurityEvent)}`,
  role: (role) => `now ${plain(role, {} as ListedSecurityEvent)}`,
  check_id: (_, { order_id: order }) => (order === null ? '' : `order ${orderNumber(order)}`),
  list: plain,
  network: String,
  factor: (factor) => `wrong ${plain(factor, {} as ListedSecurityEvent)}`,
  rule: plain,
  people: counted('people'),
  sessions: counted('sessions'),
  kept: counted('kept'),
  changed: counted('changed'),
  removed: counted('removed'),
  route: String,
  change: plain,
};

/** Whom and what it concerns, such as `Sam Sample, now reviewer`; empty if nothing more is known. */
export function subjectOf(event: ListedSecurityEvent): string {
  const parts = Object.entries(event.detail).map(([name, value]) => detailWords[name]?.(value, event) ?? '');
  return parts.filter((part) => part !== '').join(', ');
}

/** Such as `Changed what a user may do: Sam Sample, now reviewer`. */
export function sentenceOf(event: ListedSecurityEvent): string {
  const { sentence } = securityEventTypes[event.type];
  const words = subjectOf(event);
  const times = event.count === 1 ? '' : ` (${event.count} times)`;
  return `${sentence}${times}${words === '' ? '' : `: ${words}`}`;
}

const othersNames: Readonly<Record<string, string>> = { system: 'Probity', candidate: 'The candidate' };

export function actorOf({ actor, actor_name: name, on_behalf_of_name: other, detail }: ListedSecurityEvent): string {
  if (actor === null) return 'Nobody identified';
  const who = ranByCommand(actor, detail) ?? name ?? othersNames[actor] ?? actor;
  return other === null ? who : `${who} for ${other}`;
}

/** Of the file. */
export const eventColumns: CsvColumns<ListedSecurityEvent> = {
  at: (event) => event.occurred_at.toISOString(),
  type: (event) => event.type,
  means: (event) => securityEventTypes[event.type].sentence,
  count: (event) => String(event.count),
  account: (event) => event.account_name,
  environment: (event) => event.environment,
  actor: (event) => event.actor,
  actor_name: (event) => event.actor_name,
  on_behalf_of: (event) => event.on_behalf_of,
  key: (event) => event.key_id,
  session: (event) => event.session_id,
  address: (event) => event.address,
  detail: (event) => JSON.stringify(event.detail),
  id: (event) => event.id,
};
