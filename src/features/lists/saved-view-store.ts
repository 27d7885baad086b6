// Rows of the views of the queue that desk users saved.
import { type Db, sql } from '../../platform/db/database.ts';

export interface SavedView {
  readonly name: string;
  /** The query of its address, without `?`. */
  readonly address: string;
}

export function findSavedViews(db: Db, deskUserId: string): Promise<SavedView[]> {
  return db.rows<SavedView>(sql`
    select name, address from desk_views where desk_user_id = ${deskUserId} order by lower(name), name`);
}

/** A view of the same name is replaced. */
export async function storeSavedView(db: Db, deskUserId: string, view: SavedView, at: Date): Promise<void> {
  await db.run(sql`
    insert into desk_views (desk_user_id, name, address, created_at)
    values (${deskUserId}, ${view.name}, ${view.address}, ${at})
    on conflict (desk_user_id, name) do update set address = excluded.address`);
}

/** Returns 0 if there is no such view, or if there is one of the new name. */
export function renameSavedView(db: Db, deskUserId: string, name: string, newName: string): Promise<number> {
  return db.run(sql`
    update desk_views set name = ${newName}
    where desk_user_id = ${deskUserId} and name = ${name}
      and not exists (select from desk_views where desk_user_id = ${deskUserId} and name = ${newName})`);
}

export function deleteSavedView(db: Db, deskUserId: string, name: string): Promise<number> {
  return db.run(sql`delete from desk_views where desk_user_id = ${deskUserId} and name = ${name}`);
}
