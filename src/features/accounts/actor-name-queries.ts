// The names of those who acted, as documents and registers print them.
import { type Db, sql } from '../../platform/db/database.ts';

export interface NamedActor {
  readonly name: string;
  readonly kind: 'client' | 'desk' | 'candidate' | 'referee' | 'provider' | 'program';
}

/** @param actor in the form of `events.actor` */
export type NameActor = (actor: string) => NamedActor;

const uuid = /^user:([0-9a-f-]{36})$/;
const idOf = (actor: string) => uuid.exec(actor)?.[1];

const wordsOf = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** Of what nobody did, but our own program. */
export const programName = 'Probity';

const others: Readonly<Record<string, NamedActor>> = {
  candidate: { name: 'The candidate', kind: 'candidate' },
  system: { name: programName, kind: 'program' },
};

/** Knows the users of the account, and screeners, who belong to no account. */
export async function readActorNames(db: Db, accountId: string, actors: readonly string[]): Promise<NameActor> {
  const ids = [...new Set(actors.flatMap((actor) => idOf(actor) ?? []))];
  const rows =
    ids.length === 0
      ? []
      : await db.rows<NamedActor & { readonly id: string }>(sql`
          select id, name, 'client' as kind from users where account_id = ${accountId} and id = any (${ids}::uuid[])
          union all
          select id, name, 'desk' as kind from desk_users where id = any (${ids}::uuid[])`);
  const users = new Map(rows.map(({ id, name, kind }) => [`user:${id}`, { name, kind }]));
  return (actor) => {
    const [kind, name = ''] = actor.split(':');
    if (kind === 'provider') return { name: wordsOf(name), kind };
    if (kind === 'referee') return { name: 'A referee', kind };
    return users.get(actor) ?? others[actor] ?? { name: 'Unknown user', kind: 'client' };
  };
}

/** The accounts that somebody of the desk may see. */
type DeskAccounts = 'all' | readonly string[];

export interface NamedUser {
  readonly id: string;
  readonly name: string;
}

/** A user of these accounts, or of the desk if that is asked for too. @param by the id or the email address */
export function findUserOf(
  db: Db,
  accounts: DeskAccounts,
  by: { readonly id: string } | { readonly email: string },
  { isDeskToo }: { readonly isDeskToo: boolean },
): Promise<NamedUser | undefined> {
  const condition = 'id' in by ? sql`id = ${by.id}` : sql`email = ${by.email}`;
  const within = accounts === 'all' ? sql`true` : sql`account_id = any (${accounts}::uuid[])`;
  return db.row<NamedUser>(sql`
    select id, name from users where ${condition} and ${within}
    union all select id, name from desk_users where ${condition} and ${isDeskToo}`);
}
