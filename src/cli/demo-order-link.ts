// A link of the demo's client, by which candidates gave their names and wait for an order.
import type { Ctx } from '../context.ts';
import { roles } from '../features/access/permissions.ts';
import { giveName, openNamingLink } from '../features/order-links/naming-actions.ts';
import { createOrderLink, orderLinkUri } from '../features/order-links/order-link-actions.ts';
import { namedType } from '../features/report-types/report-type-rules.ts';
import { addDays } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import type { DemoAccount } from './demo-accounts.ts';

const volunteers = [
  { firstName: 'Lou', lastName: 'Volunteer', dob: '2001-05-19', email: 'lou@candidate.example' },
  { firstName: 'Max', lastName: 'Volunteer', dob: '1968-11-02', email: 'max@candidate.example' },
] as const;

export async function makeOrderLink(ctx: Ctx, { id: accountId, userId }: DemoAccount, now: Date): Promise<void> {
  const caller = {
    ...{ accountId, userId, environment: 'live' as const, subsidiaryIds: null, clockOffsetSeconds: 0 },
    actor: `user:${userId}` as const,
    permissions: roles.client.administrator,
  };
  const types = ['identity', 'right_to_work'].map((name) => {
    const found = namedType(name);
    if (!('type' in found)) throw new Error(`the catalogue has no ${name}`);
    return String(found.type.id);
  });
  const id = await createOrderLink(ctx, caller, {
    ...{ name: 'Volunteers of the summer festival', lastDay: addDays(ukDateOf(now), 30), most: '50' },
    inputs: { what: ['reports'], types, position: ['Volunteer'] },
  });
  const token = new URL(await orderLinkUri(ctx, caller, id)).pathname.split('/').at(-1)!;
  for (const person of volunteers) await giveName(ctx, await openNamingLink(ctx, token), person);
}
