// The table of versions of breaches.
import type { IsoDate } from '../../lib/dates.ts';
import { sql } from '../../platform/db/database.ts';
import type { EntryRow, Register } from '../registers/register-queries.ts';
import type { BreachCause, BreachRisk } from './breach.ts';

export interface BreachRow extends EntryRow {
  readonly cause: BreachCause;
  readonly known_at: Date;
  readonly happened_from: IsoDate;
  readonly happened_until: IsoDate | null;
  readonly people: number | null;
  readonly data: string;
  readonly effects: string;
  readonly measures: string;
  readonly risk: BreachRisk;
  readonly reasons: string;
  readonly told_commissioner_at: Date | null;
  readonly commissioner_reference: string;
  readonly told_clients_at: Date | null;
  readonly told_people_at: Date | null;
  readonly closed_on: IsoDate | null;
}

export const breachRegister: Register = {
  table: 'breach_versions',
  columns: sql`o.cause, o.known_at, o.happened_from, o.happened_until, o.people, o.data, o.effects, o.measures, o.risk,
    o.reasons, o.told_commissioner_at, o.commissioner_reference, o.told_clients_at, o.told_people_at, o.closed_on`,
};
