// The table of versions of notices of planned maintenance.
import { sql } from '../../platform/db/database.ts';
import type { EntryRow, Register } from '../registers/register-queries.ts';

export interface MaintenanceRow extends EntryRow {
  readonly welsh: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

export const maintenanceRegister: Register = {
  table: 'maintenance_versions',
  columns: sql`o.welsh, o.starts_at, o.ends_at`,
};
