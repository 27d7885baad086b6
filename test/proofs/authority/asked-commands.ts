// Compares the command line with the table: it acts as the program itself, which may do everything, and what it does has
// a page whose permission is in the table.
import { mayDo, othersMay, type Permission } from '../../../src/features/access/permissions.ts';
import { Refusal } from '../../../src/lib/refusal.ts';
import { commandPages, plainVerbs } from '../../support/command-pages.ts';
import { isPermission } from '../../support/served-routes.ts';
import type { AuthorityWorld, Compared } from './world.ts';

class TakenBack extends Error {}

/** Whether the command line is refused what it asks for. */
async function isRefused(
  { server: { ctx, account } }: AuthorityWorld,
  run: Awaited<ReturnType<typeof plainVerbs>>[0]['run'],
) {
  const attempt = ctx.db.transaction(async (db) => {
    await run({ ...ctx, db }, account.accountId, {});
    throw new TakenBack();
  });
  return attempt.catch((error: unknown) => error instanceof Refusal && error.reason === 'not_permitted');
}

export async function askCommands(world: AuthorityWorld): Promise<Compared> {
  const program = { permissions: othersMay.system };
  const differences: string[] = [];
  for (const [verb, page] of Object.entries(commandPages)) {
    const route = world.pages.find(({ method, url }) => `${method} ${url}` === page);
    const isHeld = isPermission(route?.access) && mayDo(program, route.access as Permission);
    if (!isHeld) differences.push(`${verb}: its page ${page} demands ${route?.access}`);
  }
  const verbs = (await plainVerbs()).filter(({ of }) => !of.startsWith('sanctions '));
  for (const { of, run } of verbs) {
    if (await isRefused(world, run)) differences.push(`${of}: refused`);
  }
  return { asked: Object.keys(commandPages).length + verbs.length, differences };
}
