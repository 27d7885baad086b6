// The types of error that reviewers choose from, which administrators keep.
import { type Ctx, inTransaction } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { readEntry, type SeenEntry, storeEntry } from '../registers/register-actions.ts';
import { findNewest } from '../registers/register-queries.ts';
import { type ErrorType, errorTypeKey, errorTypeProblems, type GivenErrorType } from './error-type-rules.ts';
import { type ErrorTypeRow, errorTypeRegister, lockErrorTypes } from './error-type-store.ts';

const typeOf = ({ id, version, code, name, meaning, severity, is_listed: isInUse }: ErrorTypeRow): ErrorType => ({
  ...{ id, version, code, name, meaning, severity, isInUse },
});

/** By name, also those that are not in use. */
export async function listErrorTypes(ctx: Pick<Ctx, 'db'>, by: Asker): Promise<ErrorType[]> {
  demand(by, 'read_reports', 'read_team', 'manage_quality');
  return (await findNewest<ErrorTypeRow>(ctx.db, errorTypeRegister)).map(typeOf);
}

export interface ErrorTypeVersion extends ErrorType {
  readonly savedAt: Date;
  /** null if it was nobody of the desk. */
  readonly savedBy: string | null;
}

/** Its versions, the newest first. Refuses with `not_found`. */
export async function readErrorType(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  id: string,
): Promise<readonly [ErrorTypeVersion, ...ErrorTypeVersion[]]> {
  const versionOf = (row: ErrorTypeRow) => ({ ...typeOf(row), savedAt: row.created_at, savedBy: row.author_name });
  const [newest, ...earlier] = await readEntry<ErrorTypeRow>(ctx, by, errorTypeRegister, 'manage_quality', id);
  return [versionOf(newest), ...earlier.map(versionOf)];
}

/**
 * Adds a type, or changes one; what was found before says its new name. Refuses with `invalid_fields` (`name`, `meaning`,
 * `severity`, `in_use`). @param of undefined for a new one
 */
export async function keepErrorType(ctx: Ctx, by: Asker, given: GivenErrorType, of?: SeenEntry): Promise<void> {
  demand(by, 'manage_quality');
  await inTransaction(ctx, async (tx) => {
    await lockErrorTypes(tx.db);
    const types = await listErrorTypes(tx, by);
    const others = types.filter(({ id }) => id !== of?.id);
    errorTypeProblems(given, others).refuse('invalid_fields');
    const { name, meaning, severity, isInUse: isListed } = given;
    await storeEntry(tx, by, errorTypeRegister, 'manage_quality', {
      ...{ name: name.trim(), nameKey: errorTypeKey(name), isListed, of },
      values: {
        // The code of a new type is new in every register; a type that is renamed keeps its code.
        code: types.find(({ id }) => id === of?.id)?.code ?? tx.newId(),
        ...{ meaning: meaning.trim(), severity },
      },
    });
  });
}
