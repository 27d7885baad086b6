// The changes after which an older row, put back with its MAC, would let somebody in again; as data.
import type { Ctx } from '../../src/context.ts';
import { changeUser, revokeApiKey } from '../../src/features/accounts/account-actions.ts';
import { changeDeskUser, createSignIn, disableDeskUser } from '../../src/features/accounts/sign-in-actions.ts';
import { type Db, rawSql, sql } from '../../src/platform/db/database.ts';
import type { GuardedTableName } from '../../src/platform/db/guarded-rows.ts';
import type { TestAccount } from '../support/accounts.ts';

export interface Replay {
  readonly name: string;
  readonly table: GuardedTableName;
  keyOf(db: Db, account: TestAccount): Promise<string>;
  change(ctx: Ctx, account: TestAccount, key: string): Promise<void>;
}

const firstOf = async (db: Db, table: string, condition = sql`true`) =>
  (await db.row<{ id: string }>(
    sql`select id::text from ${rawSql(table)} where ${condition} order by created_at, id limit 1`,
  ))!.id;

const key = (db: Db, { userId }: TestAccount) => firstOf(db, 'api_keys', sql`user_id = ${userId}`);
const user = async (_db: Db, { userId }: TestAccount) => userId;
const screener = (db: Db) => firstOf(db, 'desk_users');
const password = 'another long enough password';

export const replays: readonly Replay[] = [
  {
    name: 'a revoked key',
    table: 'api_keys',
    keyOf: key,
    change: (ctx, { accountId }, id) => revokeApiKey(ctx, 'system', accountId, id),
  },
  {
    name: 'a disabled user',
    table: 'users',
    keyOf: user,
    change: (ctx, { accountId }, id) => changeUser(ctx, 'system', accountId, { id, disabled: true }),
  },
  {
    name: 'the role that a user had',
    table: 'users',
    keyOf: user,
    change: (ctx, { accountId }, id) => changeUser(ctx, 'system', accountId, { id, role: 'billing' }),
  },
  {
    name: 'the password that a user had',
    table: 'sign_in_credentials',
    keyOf: user,
    change: (ctx, { accountId }) => createSignIn(ctx, 'system', { email: `${accountId}@administrator.test`, password }),
  },
  {
    name: 'a disabled screener',
    table: 'desk_users',
    keyOf: screener,
    change: (ctx, _account, id) => disableDeskUser(ctx, 'system', id),
  },
  {
    name: 'the role that a screener had',
    table: 'desk_users',
    keyOf: screener,
    change: (ctx, _account, id) => changeDeskUser(ctx, 'system', id, { role: 'auditor' }),
  },
  {
    name: 'an account that a screener worked for',
    table: 'desk_user_accounts',
    keyOf: screener,
    change: (ctx, _account, id) => changeDeskUser(ctx, 'system', id, { accounts: [] }),
  },
];
