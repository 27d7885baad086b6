// Accounts for tests: each with users, keys, job roles, a group and prices, like the demo's.
import type { Caller, Ctx, Environment, OrderScope } from '../../src/context.ts';
import { type ClientRole, type Permitted, roles } from '../../src/features/access/permissions.ts';
import { createAccount, createApiKey, createUser } from '../../src/features/accounts/account-actions.ts';
import { createGroup, createJobRole } from '../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../src/features/report-types/availability-actions.ts';

export interface TestAccount {
  readonly accountId: string;
  /** The id of an administrator; `readOnlyKeys` belong to a read-only user. */
  readonly userId: string;
  readonly keys: Readonly<Record<Environment, string>>;
  readonly readOnlyKeys: Readonly<Record<Environment, string>>;
  readonly jobRoles: { readonly standard: number; readonly enhanced: number };
  /** `New employee`: identity, right to work and a basic criminal record. */
  readonly groupId: number;
  /** For calling actions without a server. */
  caller(environment: Environment): Caller & OrderScope & Permitted;
}

const newEmployee = [{ name: 'identity' }, { name: 'right_to_work' }, { name: 'criminal_history', variant: 'basic' }];

const prices = [
  { name: 'identity', pricePence: 500 },
  { name: 'right_to_work', pricePence: 900 },
  { name: 'criminal_history', variant: 'basic', pricePence: 2850 },
];

export function makeAccount(ctx: Ctx, name = 'Sample Care'): Promise<TestAccount> {
  return ctx.db.transaction(async (db) => {
    const tx = { ...ctx, db };
    const { id: accountId } = await createAccount(tx, 'system', { name, template: 'everything' });
    const user = async (role: ClientRole) => {
      // An email address must be unique in the database.
      const email = `${accountId}@${role.replace('_', '-')}.test`;
      return (await createUser(tx, 'system', accountId, { name: role, email, role })).id;
    };
    const key = async (userId: string, environment: Environment) =>
      (await createApiKey(tx, 'system', accountId, { userId, environment })).key;
    const keys = async (userId: string) => ({ live: await key(userId, 'live'), test: await key(userId, 'test') });
    const userId = await user('administrator');
    const jobRole = (roleCheckType: 'standard' | 'enhanced') =>
      createJobRole(tx, 'system', accountId, {
        roleTitle: `Sample role, ${roleCheckType}`,
        roleCheckType,
        workingWithChildren: true,
        workingWithVulnerableAdults: true,
      });
    await switchOnTypes(tx, 'system', accountId, prices);
    return {
      accountId,
      userId,
      keys: await keys(userId),
      readOnlyKeys: await keys(await user('read_only')),
      jobRoles: { standard: await jobRole('standard'), enhanced: await jobRole('enhanced') },
      groupId: await createGroup(tx, 'system', accountId, { name: 'New employee', reports: newEmployee }),
      caller: (environment) => ({
        permissions: roles.client.administrator,
        accountId,
        environment,
        subsidiaryIds: null,
        actor: `user:${userId}`,
        clockOffsetSeconds: 0,
      }),
    };
  });
}
