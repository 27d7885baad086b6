// The register of breaches of personal data (UK GDPR Art. 33(5)): kept in versions, so that an auditor sees what was known when.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { readEntry, type SeenEntry, storeEntry } from '../registers/register-actions.ts';
import { findEntries } from '../registers/register-queries.ts';
import type { BreachFacts } from './breach.ts';
import { readBreach, typedBreach } from './breach-rules.ts';
import { type BreachRow, breachRegister } from './breach-store.ts';

export interface Breach extends BreachFacts {
  readonly id: string;
  readonly version: number;
  readonly savedAt: Date;
  /** null if it was nobody of the desk. */
  readonly savedBy: string | null;
}

const breachOf = (row: BreachRow): Breach => ({
  ...{ id: row.id, version: row.version, savedAt: row.created_at, savedBy: row.author_name },
  ...{ name: row.name, cause: row.cause, knownAt: row.known_at, happenedFrom: row.happened_from },
  ...{ happenedUntil: row.happened_until, people: row.people, data: row.data, effects: row.effects },
  ...{ measures: row.measures, risk: row.risk, reasons: row.reasons, closedOn: row.closed_on },
  toldCommissionerAt: row.told_commissioner_at,
  commissionerReference: row.commissioner_reference,
  ...{ toldClientsAt: row.told_clients_at, toldPeopleAt: row.told_people_at },
});

/** A register of one firm: the page shows it whole. */
const MOST_BREACHES = 2000;

/** Those that became known last come first. */
export async function listBreaches(ctx: Pick<Ctx, 'db'>, by: Asker): Promise<Breach[]> {
  demand(by, 'read_audit', 'record_breaches');
  const page = { key: undefined, offset: 0, limit: MOST_BREACHES };
  const rows = await findEntries<BreachRow>(ctx.db, breachRegister, page);
  return rows.map(breachOf).sort((one, other) => other.knownAt.getTime() - one.knownAt.getTime());
}

/** Its versions, the newest first. Refuses with `not_found`. */
export async function readBreachVersions(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  id: string,
): Promise<readonly [Breach, ...Breach[]]> {
  const [newest, ...earlier] = await readEntry<BreachRow>(ctx, by, breachRegister, 'read_audit', id);
  return [breachOf(newest), ...earlier.map(breachOf)];
}

/**
 * Records a breach, or what became known of it. Returns its id. Refuses with `invalid_fields`, by the names of the inputs:
 * also what somebody else changed meanwhile. Nothing of the register is ever removed.
 */
export function keepBreach(ctx: Ctx, by: Asker, given: BreachFacts, of?: SeenEntry): Promise<string> {
  demand(by, 'record_breaches');
  const { facts, problems } = readBreach(typedBreach(given), ctx.now());
  problems.refuse('invalid_fields');
  return storeEntry(ctx, by, breachRegister, 'record_breaches', {
    ...{ name: facts.name, nameKey: facts.name.toLowerCase(), of, isListed: true },
    values: {
      ...{ cause: facts.cause, known_at: facts.knownAt, happened_from: facts.happenedFrom },
      ...{ happened_until: facts.happenedUntil, people: facts.people, data: facts.data, effects: facts.effects },
      ...{ measures: facts.measures, risk: facts.risk, reasons: facts.reasons, closed_on: facts.closedOn },
      told_commissioner_at: facts.toldCommissionerAt,
      commissioner_reference: facts.commissionerReference,
      ...{ told_clients_at: facts.toldClientsAt, told_people_at: facts.toldPeopleAt },
    },
  });
}
