// The register of suppliers: outside sources without an interface, to which work on reports is sent out.
import { type Ctx, inTransaction } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { organisationKey } from '../directory/organisation-rules.ts';
import { readEntry, type SeenEntry, storeEntry } from '../registers/register-actions.ts';
import { findEntries } from '../registers/register-queries.ts';
import { isNamed, isSameSupplier, type KnownSupplier, matchLines, readSupplierFile } from './supplier-file-rules.ts';
import { hasAgreementEnded, readSupplier, type SupplierFacts, typedSupplier } from './supplier-rules.ts';
import { lockImports, type SupplierRow, supplierRegister } from './supplier-store.ts';

export interface Supplier extends KnownSupplier {
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
  /** What it was; undefined where it is new. */
  readonly before: SupplierFacts | undefined;
}

/**
 * Adds or changes the suppliers of a file, all or none; others stay as they are. Refuses with `invalid_fields` (file, also for
 * a line of a supplier that was changed or removed since the file was downloaded; name, if somebody changes one at this moment).
 * @param rows undefined if the file could not be read
 */
export async function importSuppliers(
  ctx: Ctx,
  by: Asker,
  rows: readonly (readonly string[])[] | undefined,
): Promise<ImportedSupplier[]> {
  demand(by, 'manage_suppliers');
  const lines = readSupplierFile(rows);
  return inTransaction(ctx, async (tx) => {
    await lockImports(tx.db);
    const known = await listSuppliers(tx, by);
    const found = matchLines(lines, known);
    if (known.length + found.filter(({ before }) => before === undefined).length > MOST_SUPPLIERS)
      throw new Refusal('invalid_fields', { file: [`has too many suppliers: the register shows ${MOST_SUPPLIERS}`] });
    const done: ImportedSupplier[] = [];
    for (const { facts: supplier, before } of found) {
      const isUnchanged = before !== undefined && isSameSupplier(before, supplier);
      if (!isUnchanged) await store(tx, by, supplier, { of: before, isListed: true });
      done.push({ supplier, before, done: isUnchanged ? 'unchanged' : before === undefined ? 'added' : 'changed' });
    }
    return done;
  });
}
