// Notices of planned maintenance: announced and taken back here, read by every process again and again, ended by their time.
import type { Ctx } from '../../context.ts';
import type { Maintenance } from '../../lib/maintenance.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { worksForEveryClient } from '../accounts/house-standard-actions.ts';
import { storeEntry } from '../registers/register-actions.ts';
import { findNewest } from '../registers/register-queries.ts';
import { readMaintenance, standingOf, type TypedMaintenance } from './maintenance-rules.ts';
import { type MaintenanceRow, maintenanceRegister } from './maintenance-store.ts';

export interface Notice extends Maintenance {
  readonly id: string;
  readonly version: number;
  readonly isListed: boolean;
  /** null if it was nobody of the desk. */
  readonly by: string | null;
  readonly at: Date;
}

const noticeOf = (row: MaintenanceRow): Notice => ({
  ...{ id: row.id, version: row.version, words: row.name, welsh: row.welsh, from: row.starts_at, to: row.ends_at },
  ...{ isListed: row.is_listed, by: row.author_name, at: row.created_at },
});

const read = async (db: Db) => (await findNewest<MaintenanceRow>(db, maintenanceRegister)).map(noticeOf);

/** What `Ctx` has of them: read now, and again whenever `readMaintenance` is called; while the database is away, as read last. */
export async function openMaintenance(db: Db, now: () => Date): Promise<Pick<Ctx, 'maintenance' | 'readMaintenance'>> {
  const listed = async () => (await read(db)).filter(({ isListed }) => isListed);
  let current = await listed();
  return {
    maintenance: () => standingOf(current, now()),
    async readMaintenance() {
      current = await listed();
    },
  };
}

/** All of them, the last ones first. */
export async function listMaintenance(ctx: Pick<Ctx, 'db'>, by: Asker): Promise<Notice[]> {
  demand(by, 'manage_notices');
  return (await read(ctx.db)).toSorted((one, other) => other.from.getTime() - one.from.getTime());
}

/** It stands on the pages of every client. */
export function mayAnnounce(ctx: Ctx, by: Asker): Promise<boolean> {
  demand(by, 'manage_notices');
  return worksForEveryClient(ctx, by);
}

async function store(ctx: Ctx, by: Asker, notice: Maintenance, of: Notice | undefined): Promise<string> {
  if (!(await mayAnnounce(ctx, by))) throw new Refusal('not_permitted');
  const { words, welsh, from, to } = notice;
  const id = await storeEntry(ctx, by, maintenanceRegister, 'manage_notices', {
    ...{ name: words, nameKey: words.toLowerCase(), isListed: of === undefined, of },
    values: { welsh, starts_at: from, ends_at: to },
  });
  await ctx.readMaintenance();
  return id;
}

/**
 * Returns its id. Refuses with `invalid_fields` (words, welsh, from, to), and with `not_permitted` who does not work for
 * every client.
 */
export async function announceMaintenance(ctx: Ctx, by: Asker, typed: TypedMaintenance): Promise<string> {
  const { notice, problems } = readMaintenance(typed, ctx.now());
  problems.refuse('invalid_fields');
  return store(ctx, by, notice, undefined);
}

/** It is not to be, or is over early. Refuses as `announceMaintenance`, and with `not_found` what does not stand. */
export async function takeBackMaintenance(ctx: Ctx, by: Asker, id: string): Promise<void> {
  const found = (await listMaintenance(ctx, by)).find((one) => one.id === id && one.isListed && one.to > ctx.now());
  if (found === undefined) throw new Refusal('not_found');
  await store(ctx, by, found, found);
}
