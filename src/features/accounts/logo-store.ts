// Rows of logos: one for each account that has a logo.
import { type Db, sql } from '../../platform/db/database.ts';
import type { Logo } from './logo-rules.ts';

export function findLogo(db: Db, accountId: string): Promise<Logo | undefined> {
  return db.row<Logo>(sql`
    select type, content, width, height from account_logos where account_id = ${accountId}`);
}

export async function replaceLogo(db: Db, accountId: string, logo: Logo | undefined): Promise<void> {
  if (logo === undefined) {
    await db.run(sql`delete from account_logos where account_id = ${accountId}`);
    return;
  }
  await db.run(sql`
    insert into account_logos (account_id, type, content, width, height)
    values (${accountId}, ${logo.type}, ${logo.content}, ${logo.width}, ${logo.height})
    on conflict (account_id) do update
    set type = excluded.type, content = excluded.content, width = excluded.width, height = excluded.height`);
}
