// Rows of the register of suppliers, a register of the desk.
import type { IsoDate } from '../../lib/dates.ts';
import type { DataRole, OrderWay, Safeguard, SupplierKind } from '../../messages/en-suppliers.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { EntryRow, Register } from '../registers/register-queries.ts';

export interface SupplierRow extends EntryRow {
  readonly kind: SupplierKind;
  readonly countries: readonly string[];
  readonly types: readonly string[];
  readonly order_by: OrderWay;
  readonly order_at: string;
  readonly working_days: number | null;
  readonly cost_pence: number | null;
  readonly data_role: DataRole;
  readonly agreement_until: IsoDate | null;
  readonly country: string;
  readonly safeguard: Safeguard;
  readonly remarks: string;
}

export const supplierRegister: Register = {
  table: 'supplier_versions',
  columns: sql`
    o.kind, o.countries, o.types, o.order_by, o.order_at, o.working_days, o.cost_pence, o.data_role, o.agreement_until,
    o.country, o.safeguard, o.remarks`,
};

/** Two files that are imported at once would both add a supplier that is new. */
export async function lockImports(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('supplier_imports'))`);
}
