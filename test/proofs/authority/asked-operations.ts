// Asks every operation of the API without a key and with each kind of key, and compares the answers with the table.
import { v1Base } from '../../../src/api/v1/v1-path.ts';
import { v2Bases } from '../../../src/api/v2/bases.ts';
import { mayDo, type Permission } from '../../../src/features/access/permissions.ts';
import type { Answer } from '../../support/probity.ts';
import type { Route } from '../../support/served-routes.ts';
import type { AuthorityWorld, Compared, KeyHolder } from './world.ts';

const typeOf = ({ json }: Answer): string => {
  const body = json as { readonly type?: string; readonly error?: { readonly type: string } } | undefined;
  return body?.error?.type ?? body?.type ?? '';
};

/** Whether the answer is the one that the table demands. */
function isAsInTable(route: Route, holder: KeyHolder, answer: Answer): boolean {
  const mayUseApi = mayDo(holder, 'use_api');
  if (mayUseApi && mayDo(holder, route.access as Permission)) return ![401, 403].includes(answer.status);
  if (!route.url.startsWith(v1Base)) return answer.status === 401 && typeOf(answer) === 'user_authorization_error';
  const refusal = mayUseApi ? /not_permitted$/ : /read_only_user$/;
  return answer.status === (mayUseApi ? 403 : 401) && refusal.test(typeOf(answer));
}

export async function askOperations(world: AuthorityWorld, holders: readonly KeyHolder[]): Promise<Compared> {
  const differences: string[] = [];
  const ask = (route: Route, holder?: KeyHolder) =>
    world.server.fetch(world.pathOf(route), {
      method: route.method as 'GET',
      ...(holder && { key: holder.keys[route.url.startsWith(v2Bases.test) ? 'test' : 'live'] }),
    });
  for (const route of world.operations) {
    const of = `${route.method} ${route.url}`;
    const { status } = await ask(route);
    if (status !== 401) differences.push(`${of} without a key: ${status}`);
    await Promise.all(
      holders.map(async (holder) => {
        const answer = await ask(route, holder);
        if (!isAsInTable(route, holder, answer)) {
          differences.push(`${of} ${holder.name}: ${answer.status} ${typeOf(answer)}`);
        }
      }),
    );
  }
  return { asked: world.operations.length * (holders.length + 1), differences };
}
