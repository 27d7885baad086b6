// Adds versions to registers of the desk, so that of two who save at once one is told.
import type { Actor, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import { type Asker, demand, type Permission } from '../access/permissions.ts';
import { type EntryRow, findEntryVersions, type Register } from './register-queries.ts';
import { insertVersion } from './register-store.ts';

/** The version that a page showed. */
export interface SeenEntry {
  readonly id: string;
  readonly version: number;
}

const authorOf = (by: Asker): Actor => (by === 'system' ? 'system' : by.actor);

export interface EntryToStore {
  readonly name: string;
  readonly nameKey: string;
  readonly isListed: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  /** Undefined for a new entry. */
  readonly of: SeenEntry | undefined;
}

/** Returns the entry's id. Refuses with `invalid_fields` (`name`) an entry that was changed since it was seen. */
export async function storeEntry(
  ctx: Ctx,
  by: Asker,
  { table }: Register,
  permission: Permission,
  { of, ...entry }: EntryToStore,
): Promise<string> {
  demand(by, permission);
  const id = of?.id ?? ctx.newId();
  const version = { ...entry, id, version: (of?.version ?? 0) + 1, author: authorOf(by), createdAt: ctx.now() };
  if (!(await insertVersion(ctx.db, table, version)))
    throw new Refusal('invalid_fields', {
      name: ['Somebody changed this entry meanwhile: look at it, then save again'],
    });
  return id;
}

/** Its versions, the newest first. Refuses with `not_found`. */
export async function readEntry<Row extends EntryRow>(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  register: Register,
  permission: Permission,
  id: string,
): Promise<readonly [Row, ...Row[]]> {
  demand(by, permission);
  const [newest, ...earlier] = isUuid(id) ? await findEntryVersions<Row>(ctx.db, register, id) : [];
  if (newest === undefined) throw new Refusal('not_found');
  return [newest, ...earlier];
}
