// The changes after which an older row, put back with its MAC, would let somebody in again; as data.
import type { Ctx } from '../../src/context.ts';
import { changeUser, revokeApiKey } from '../../src/features/accounts/account-actions.ts';
import {
  makeRecoveryCodes,
  proveByCode,
  removeFactor,
  resetSecondFactors,
} from '../../src/features/accounts/second-factor-actions.ts';
import { signUsersOut } from '../../src/features/accounts/session-end-actions.ts';
import { changeDeskUser, createSignIn, disableDeskUser } from '../../src/features/accounts/sign-in-actions.ts';
import { inviteToSignIn, setPasswordByLink } from '../../src/features/accounts/sign-in-link-actions.ts';
import { type Db, rawSql, sql } from '../../src/platform/db/database.ts';
import type { GuardedTableName } from '../../src/platform/db/guarded-rows.ts';
import type { TestAccount } from '../support/accounts.ts';

export interface Replay {
  readonly name: string;
  readonly table: GuardedTableName;
  /** Called before the change. */
  keyOf(ctx: Ctx, account: TestAccount): Promise<string>;
  change(ctx: Ctx, account: TestAccount, key: string): Promise<unknown>;
}

const firstOf = async (db: Db, table: string, condition = sql`true`) =>
  (await db.row<{ id: string }>(
    sql`select id::text from ${rawSql(table)} where ${condition} order by created_at, id limit 1`,
  ))!.id;

const key = ({ db }: Ctx, { userId }: TestAccount) => firstOf(db, 'api_keys', sql`user_id = ${userId}`);
const user = async (_ctx: Ctx, { userId }: TestAccount) => userId;
const screener = ({ db }: Ctx) => firstOf(db, 'desk_users');
const session = ({ db }: Ctx, { userId }: TestAccount) => firstOf(db, 'sign_in_sessions', sql`user_id = ${userId}`);
const password = 'another long enough password';
const emailOf = ({ accountId }: TestAccount) => `${accountId}@administrator.test`;
const setPassword = (ctx: Ctx, account: TestAccount) =>
  createSignIn(ctx, 'system', { email: emailOf(account), password });
const reset = (ctx: Ctx, account: TestAccount) => resetSecondFactors(ctx, 'system', emailOf(account));

/** By user: a code that `change` uses. */
const recoveryCodes = new Map<string, string>();

async function userWithCodes(ctx: Ctx, { userId }: TestAccount): Promise<string> {
  recoveryCodes.set(userId, (await makeRecoveryCodes(ctx, userId))[0]!);
  return userId;
}

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
    change: setPassword,
  },
  { name: 'the password of somebody who signs in anew', table: 'sign_in_credentials', keyOf: user, change: reset },
  { name: 'the second factors of somebody who signs in anew', table: 'sign_in_factors', keyOf: user, change: reset },
  {
    name: 'a second factor that was removed',
    table: 'sign_in_factors',
    keyOf: user,
    change: async (ctx, { userId }) =>
      removeFactor(ctx, userId, await firstOf(ctx.db, 'sign_in_factors', sql`user_id = ${userId}`)),
  },
  {
    name: 'the second factor that a screener replaced',
    table: 'sign_in_factors',
    keyOf: screener,
    change: (ctx) => resetSecondFactors(ctx, 'system', 'screener@desk.test'),
  },
  {
    name: 'a recovery code that was used',
    table: 'sign_in_recovery_codes',
    keyOf: userWithCodes,
    change: (ctx, _account, id) => proveByCode(ctx, id, recoveryCodes.get(id)!),
  },
  {
    name: 'recovery codes that were replaced',
    table: 'sign_in_recovery_codes',
    keyOf: user,
    change: (ctx, _account, id) => makeRecoveryCodes(ctx, id),
  },
  {
    name: 'a session that was ended',
    table: 'sign_in_sessions',
    keyOf: session,
    change: (ctx, { userId }) => signUsersOut(ctx, 'system', [userId]),
  },
  { name: 'a session of an earlier password', table: 'sign_in_sessions', keyOf: session, change: setPassword },
  {
    name: 'a link that was used',
    table: 'sign_in_links',
    keyOf: user,
    async change(ctx, account) {
      const link = await inviteToSignIn(ctx, 'system', emailOf(account));
      await setPasswordByLink(ctx, link!.split('/').at(-1)!, 'seven quiet herons wade', '192.0.2.1');
    },
  },
  { name: 'a link of an earlier password', table: 'sign_in_links', keyOf: user, change: setPassword },
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
