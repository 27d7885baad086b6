// Rows of the types of error, a register of the desk.
import { type Db, sql } from '../../platform/db/database.ts';
import type { EntryRow, Register } from '../registers/register-queries.ts';
import type { Severity } from './error-type-rules.ts';

export interface ErrorTypeRow extends EntryRow {
  readonly code: string;
  readonly meaning: string;
  readonly severity: Severity;
}

export const errorTypeRegister: Register = {
  table: 'error_type_versions',
  columns: sql`o.code, o.meaning, o.severity`,
};

/** Until the end of the transaction nobody else changes a type: of two names, or of the last two in use, each sees the other. */
export async function lockErrorTypes(db: Db): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('error_type_versions'))`);
}
