// Rows of the types of error, a register of the desk.
import { sql } from '../../platform/db/database.ts';
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
