// The columns of an event that its writer sets, and the text of them that its MAC covers; pure.
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { EventName } from './event-types.ts';

/** The events that decide what is shown of a check and its reports; an index of the table lists the same. */
export const decidingEvents = [
  'report.awaiting_approval',
  'report.outcome_changed',
  'report.reopened',
  'report.changed',
  'report.completed',
  'report.contents_deleted',
  'report.withdrawn',
  'report.cancelled',
  'check.reopened',
  'check.completed',
  'check.withdrawn',
  'check.cancelled',
] as const satisfies readonly EventName[];

export interface EventColumns {
  readonly account_id: string;
  readonly environment: string;
  readonly id: string;
  readonly type: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly status: string | null;
  readonly applicant_id: string | null;
  readonly check_id: string | null;
  readonly report_id: string | null;
  readonly actor: string;
  readonly key_id: string | null;
  readonly on_behalf_of: string | null;
  /** ISO 8601 in UTC with microseconds, which PostgreSQL stores. */
  readonly occurred_at: string;
  readonly detail: unknown;
  readonly notifies: boolean;
}

const uuidColumns = ['account_id', 'id', 'applicant_id', 'check_id', 'report_id', 'key_id', 'on_behalf_of'] as const;

/** The id of an event's MAC: what kind of row it covers. */
export const eventMac = 'event';

/** Leaves out what is null, so that a column that is added later does not change the text of older events. */
export function contentOfEvent(event: EventColumns): string {
  const ids = Object.fromEntries(uuidColumns.map((name) => [name, event[name]?.toLowerCase()]));
  const stated = Object.entries({ ...event, ...ids }).filter(([, value]) => value !== null && value !== undefined);
  return canonicalJson(Object.fromEntries(stated));
}

export const eventTime = (time: Date): string => time.toISOString().replace('Z', '000Z');
