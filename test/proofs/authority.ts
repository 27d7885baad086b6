// Proves that authority is one table: asks every route of the running server as every role and with every kind of key,
// runs the command line, and compares each answer with the table of permissions.
import { type Probity, runProbity } from '../support/probity.ts';
import { type Route, recordRoutes, type ServedRoutes } from '../support/served-routes.ts';
import { askCommands } from './authority/asked-commands.ts';
import { askOperations } from './authority/asked-operations.ts';
import { askPages } from './authority/asked-pages.ts';
import { authorityWorld, keyKinds, makeKeyHolders, signInEveryRole } from './authority/world.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'authority';
export const promise = 'Authority is one table (promise 28)';
export const expected = '0 differences between the table, the API, the portals and the command line';
export const size = keyKinds.length;
export const unit = 'kinds of keys';

/** @param weaken a route that demands less than its action, to show that the proof can fail */
export async function run(options: {
  readonly size: number;
  readonly weaken?: (route: Route) => Route;
}): Promise<ProofResult> {
  const closing: (() => Promise<void>)[] = [];
  const atTheEnd = (close: () => Promise<void>) => void closing.push(close);
  const served: ServedRoutes<Probity> = await recordRoutes(() => runProbity(), options.weaken);
  closing.push(served.server.stop);
  try {
    const world = await authorityWorld(served);
    const holders = await makeKeyHolders(served.server, keyKinds.slice(0, options.size));
    const people = await signInEveryRole(served.server, atTheEnd);
    const api = await askOperations(world, holders);
    const portals = await askPages(world, people);
    const commands = await askCommands(world);
    const differences = [api, portals, commands].flatMap((one) => one.differences);
    return {
      figure: `${inThousands(api.asked)} calls of the API, ${inThousands(portals.asked)} of pages and forms, ${commands.asked} commands: ${differences.length} differences`,
      ok: differences.length === 0 && world.operations.length > 100 && world.pages.length > 100,
      lines: [
        `${world.operations.length} operations with ${holders.length} kinds of keys, ${world.pages.length} pages and forms as ${people.length} roles`,
        ...differences,
      ],
    };
  } finally {
    for (const close of closing) await close();
  }
}
