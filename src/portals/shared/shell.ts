// Guards the pages behind sign-in: who may open each page, and the menu of the pages that the reader may open.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayDo, type Permission } from '../../features/access/permissions.ts';
import type { SignedInUser, SignInSessions } from '../../features/accounts/sign-in-sessions.ts';
import { Refusal } from '../../lib/refusal.ts';
import { addLogFields } from '../../platform/http/request-record.ts';
import { cookieAttributes, cookieNames } from './portal-cookies.ts';

export type UserOf<Kind extends SignedInUser['kind']> = Extract<SignedInUser, { kind: Kind }>;

export interface PageOptions {
  readonly permission: Permission;
  /** Its entry in the menu of every user who may open it. */
  readonly menu?: string;
}

type AddPage<User> = <Request extends FastifyRequest = FastifyRequest>(
  url: string,
  options: PageOptions,
  handle: (request: Request, reply: FastifyReply, user: User) => Promise<unknown>,
) => void;

export interface Pages<Kind extends SignedInUser['kind']> {
  readonly get: AddPage<UserOf<Kind>>;
  readonly post: AddPage<UserOf<Kind>>;
}

interface MenuItem {
  readonly text: string;
  readonly href: string;
  /** The value of `aria-current`: `page` for this page, `true` for a page below it. */
  readonly active: 'page' | 'true' | undefined;
}

/** The layout's frame around a page: the menu and the signed-in user. */
export interface Frame {
  readonly menu: readonly MenuItem[];
  readonly signedInAs: string;
  readonly homeUrl: string;
}

export interface Shell {
  /**
   * Registers pages for users of these kinds on `app`, a scope that `portalPlugin` has prepared; other users get 404.
   */
  pagesOf<Kind extends SignedInUser['kind']>(app: FastifyInstance, ...kinds: readonly Kind[]): Pages<Kind>;
  /** Identifies the user for an error page outside the guarded pages, so that they keep their menu. Never rejects. */
  recognise(request: FastifyRequest): Promise<void>;
  /** The first page of the user's menu. */
  homeOf(user: SignedInUser): string;
}

export const SIGN_IN_PATH = '/sign-in';

/** Adds complete cookie lines from a library to the cookies that the page sets. */
export function addCookieLines(reply: FastifyReply, lines: readonly string[]): void {
  for (const line of lines) reply.header('set-cookie', line);
}

const frames = new WeakMap<FastifyRequest, Frame>();

/** Undefined if nobody is signed in, or the user was not identified. */
export const frameOf = (request: FastifyRequest): Frame | undefined => frames.get(request);

interface MenuEntry {
  readonly text: string;
  readonly href: string;
  readonly permission: Permission;
  readonly kinds: readonly SignedInUser['kind'][];
}

const isAtOrBelow = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

export function createShell(sessions: SignInSessions): Shell {
  const entries: MenuEntry[] = [];
  const menuOf = (user: SignedInUser) =>
    entries.filter(({ kinds, permission }) => kinds.includes(user.kind) && mayDo(user, permission));
  const homeOf = (user: SignedInUser) => menuOf(user)[0]?.href ?? '/';

  const frame = (request: FastifyRequest, user: SignedInUser) => {
    const [path = ''] = request.url.split('?');
    const entriesOfUser = menuOf(user);
    const [here] = entriesOfUser
      .filter(({ href }) => isAtOrBelow(path, href))
      .toSorted((one, other) => other.href.length - one.href.length);
    const active = here?.href === path ? ('page' as const) : ('true' as const);
    const menu = entriesOfUser.map(({ text, href }) => ({
      text,
      href,
      active: href === here?.href ? active : undefined,
    }));
    frames.set(request, { menu, signedInAs: user.name, homeUrl: homeOf(user) });
  };

  const signInPathFor = ({ method, url }: FastifyRequest) =>
    method === 'GET' ? `${SIGN_IN_PATH}?next=${encodeURIComponent(url)}` : SIGN_IN_PATH;

  const users = new WeakMap<FastifyRequest, SignedInUser>();

  const guard =
    ({ kinds, permission }: Pick<MenuEntry, 'kinds' | 'permission'>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const signedIn = await sessions.signedInUser(request.headers.cookie);
      if (signedIn === undefined) {
        if (request.cookies[cookieNames.user] !== undefined) reply.clearCookie(cookieNames.user, cookieAttributes);
        return reply.redirect(signInPathFor(request), 303);
      }
      const { user, cookieLines } = signedIn;
      addCookieLines(reply, cookieLines);
      addLogFields(request, { userId: user.userId });
      frame(request, user);
      if (!kinds.includes(user.kind)) throw new Refusal('not_found');
      if (!mayDo(user, permission)) throw new Refusal('not_permitted');
      users.set(request, user);
      return undefined;
    };

  return {
    homeOf,
    async recognise(request) {
      const signedIn = await sessions.signedInUser(request.headers.cookie).catch(() => undefined);
      if (signedIn !== undefined) frame(request, signedIn.user);
    },
    pagesOf<Kind extends SignedInUser['kind']>(app: FastifyInstance, ...kinds: readonly Kind[]): Pages<Kind> {
      const adds =
        (method: 'GET' | 'POST'): AddPage<UserOf<Kind>> =>
        (url, { permission, menu }, handle) => {
          if (menu !== undefined) entries.push({ text: menu, href: url, permission, kinds });
          app.route({
            method,
            url,
            config: { access: permission },
            preHandler: guard({ kinds, permission }),
            handler: (request, reply) =>
              handle(request as Parameters<typeof handle>[0], reply, users.get(request) as UserOf<Kind>),
          });
        };
      return { get: adds('GET'), post: adds('POST') };
    },
  };
}
