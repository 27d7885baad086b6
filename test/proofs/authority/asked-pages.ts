// Asks for every page and form of the portals as nobody and as a user of each role, and compares the answers with the
// table.
import { mayDo, type Permission } from '../../../src/features/access/permissions.ts';
import { fronts } from '../../../src/portals/shared/shell.ts';
import type { Route } from '../../support/served-routes.ts';
import type { AuthorityWorld, Compared, SignedIn } from './world.ts';

/** Users of one portal get 404 for every address of the other. */
const portals = { client: '/portal', desk: '/desk' } as const;
export const isOfOther = (kind: SignedIn['kind'], url: string) =>
  url.startsWith(portals[kind === 'client' ? 'desk' : 'client']);

/** Who may not read the front of a portal is led to their own first page. */
const isLedOn = ({ method, url }: Route) => method === 'GET' && fronts.includes(url);

/** A form without a valid token is refused before the sender is identified. */
async function strangersHeaders({ server }: AuthorityWorld): Promise<Record<string, string>> {
  const stranger = await server.fetch('/sign-in');
  const cookies = [stranger.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
  const formToken = /name="form_token" value="([^"]+)"/.exec(stranger.text)![1]!;
  return { cookie: cookies.join('; '), 'x-form-token': formToken, 'x-asker': 'nobody' };
}

export async function askPages(world: AuthorityWorld, people: readonly SignedIn[]): Promise<Compared> {
  const differences: string[] = [];
  const ask = (route: Route, headers: Record<string, string>) =>
    world.server.fetch(world.pathOf(route), {
      method: route.method as 'GET',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
      ...(route.method === 'POST' && { form: new URLSearchParams({ of: 'nothing' }) }),
    });
  const strangers = await strangersHeaders(world);
  for (const route of world.pages) {
    const of = `${route.method} ${route.url}`;
    const unknown = await ask(route, strangers);
    const isSentToSignIn = unknown.status === 303 && String(unknown.headers.location).startsWith('/sign-in');
    if (!isSentToSignIn && unknown.status !== 401) differences.push(`${of} nobody: ${unknown.status}`);
    await Promise.all(
      people.map(async (one) => {
        const { name, kind, cookie, formToken } = one;
        const { status } = await ask(route, { cookie, 'x-form-token': formToken, 'x-asker': name });
        const wasHandled = world.handled.has(`${of} ${name}`);
        const isRight = isOfOther(kind, route.url)
          ? status === 404 && !wasHandled
          : mayDo(one, route.access as Permission)
            ? wasHandled && ![401, 403].includes(status)
            : status === 403 || (isLedOn(route) && status === 303 && !wasHandled);
        if (!isRight) differences.push(`${of} ${name}: ${status}${wasHandled ? '' : ', not handled'}`);
      }),
    );
  }
  return { asked: world.pages.length * (people.length + 1), differences };
}
