// The register of suppliers: outside sources without an interface, to which work on reports is sent out.
import type { Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { organisationKey } from '../directory/organisation-rules.ts';
import { readEntry, type SeenEntry, storeEntry } from '../registers/register-actions.ts';
import { findEntries } from '../registers/register-queries.ts';
import { hasAgreementEnded, readSupplier, type SupplierFacts, typedSupplier } from './supplier-rules.ts';
import { type SupplierRow, supplierRegister } from './supplier-store.ts';

export interface Supplier extends SupplierFacts {
  readonly id: string;
  readonly version: number;
  readonly isListed: boolean;
  readonly savedAt: Date;
  /** null if it was nobody of the desk. */
  readonly savedBy: string | null;
  readonly hasAgreementEnded: boolean;
}

function supplierOf(row: SupplierRow, today: IsoDate): Supplier {
  const facts: SupplierFacts = {
    ...{ name: row.name, kind: row.kind, countries: row.countries, types: row.types },
    ...{ orderBy: row.order_by, orderAt: row.order_at, workingDays: row.working_days, costPence: row.cost_pence },
    ...{ dataRole: row.data_role, agreementUntil: row.agreement_until, country: row.country },
    ...{ safeguard: row.safeguard, remarks: row.remarks },
  };
  return {
    ...facts,
    ...{ id: row.id, version: row.version, isListed: row.is_listed, savedAt: row.created_at, savedBy: row.author_name },
    hasAgreementEnded: hasAgreementEnded(facts, today),
  };
}

/** A register of one firm: the pages show it whole. */
const MOST_SUPPLIERS = 1000;

/** Those that are in the register, by name. */
export async function listSuppliers(ctx: Pick<Ctx, 'db' | 'now'>, by: Asker): Promise<Supplier[]> {
  demand(by, 'read_suppliers', 'send_out');
  const page = { key: undefined, offset: 0, limit: MOST_SUPPLIERS };
  const rows = await findEntries<SupplierRow>(ctx.db, supplierRegister, page);
  return rows.map((row) => supplierOf(row, ukDateOf(ctx.now())));
}

/** Its versions, the newest first. Refuses with `not_found`. */
export async function readSupplierVersions(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  id: string,
): Promise<readonly [Supplier, ...Supplier[]]> {
  const today = ukDateOf(ctx.now());
  const [newest, ...earlier] = await readEntry<SupplierRow>(ctx, by, supplierRegister, 'read_suppliers', id);
  return [supplierOf(newest, today), ...earlier.map((row) => supplierOf(row, today))];
}

function store(
  ctx: Ctx,
  by: Asker,
  facts: SupplierFacts,
  also: { readonly of: SeenEntry | undefined; readonly isListed: boolean },
): Promise<string> {
  const { name, kind, countries, types, country, safeguard, remarks } = facts;
  return storeEntry(ctx, by, supplierRegister, 'manage_suppliers', {
    ...{ name, nameKey: organisationKey(name), ...also },
    values: {
      ...{ kind, countries, types, order_by: facts.orderBy, order_at: facts.orderAt },
      ...{ working_days: facts.workingDays, cost_pence: facts.costPence, data_role: facts.dataRole },
      ...{ agreement_until: facts.agreementUntil, country, safeguard, remarks },
    },
  });
}

const isNamed = (name: string) => (one: Supplier) => one.name.toLowerCase() === name.toLowerCase();

/**
 * Adds a supplier, or changes one. Returns its id. Refuses with `invalid_fields`, by the names of the inputs: also a name
 * that another supplier has, and what somebody else changed meanwhile.
 */
export async function keepSupplier(ctx: Ctx, by: Asker, given: SupplierFacts, of?: SeenEntry): Promise<string> {
  demand(by, 'manage_suppliers');
  const { facts, problems } = readSupplier(typedSupplier(given));
  const known = await listSuppliers(ctx, by);
  if (known.some((one) => isNamed(facts.name)(one) && one.id !== of?.id))
    problems.add('name', 'Another supplier has this name');
  problems.refuse('invalid_fields');
  return store(ctx, by, facts, { of, isListed: true });
}

/** Takes a supplier out of the register; its versions and what was sent to it stay. Refuses with `not_found`. */
export async function removeSupplier(ctx: Ctx, by: Asker, id: string): Promise<void> {
  demand(by, 'manage_suppliers');
  const [newest] = await readSupplierVersions(ctx, by, id);
  if (newest.isListed) await store(ctx, by, newest, { of: newest, isListed: false });
}

export interface ImportedSupplier {
  readonly supplier: SupplierFacts;
  readonly done: 'added' | 'changed' | 'unchanged';
}

const isSame = (one: SupplierFacts, other: SupplierFacts): boolean =>
  JSON.stringify(typedSupplier(one)) === JSON.stringify(typedSupplier(other));

/** Adds or changes suppliers by their names; others stay as they are. Run it in a transaction. */
export async function importSuppliers(
  ctx: Ctx,
  by: Asker,
  suppliers: readonly SupplierFacts[],
): Promise<ImportedSupplier[]> {
  demand(by, 'manage_suppliers');
  const names = suppliers.map(({ name }) => name.toLowerCase());
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new Refusal('invalid_fields', { file: [`names ${twice} twice`] });
  const known = await listSuppliers(ctx, by);
  const done: ImportedSupplier[] = [];
  for (const supplier of suppliers) {
    const earlier = known.find(isNamed(supplier.name));
    if (earlier !== undefined && isSame(earlier, supplier)) {
      done.push({ supplier, done: 'unchanged' });
      continue;
    }
    await keepSupplier(ctx, by, supplier, earlier);
    done.push({ supplier, done: earlier === undefined ? 'added' : 'changed' });
  }
  return done;
}
