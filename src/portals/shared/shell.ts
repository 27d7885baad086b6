// Guards the pages behind sign-in: who may open each page, and the menu of the pages that the reader may open.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Environment } from '../../context.ts';
import { mayDo, type Permission } from '../../features/access/permissions.ts';
import type { SignedIn, SignedInUser, SignInSessions } from '../../features/accounts/sign-in-sessions.ts';
import { type SubsidiaryWords, usualWords } from '../../features/accounts/subsidiary-words.ts';
import { Refusal } from '../../lib/refusal.ts';
import { servingAccount } from '../../platform/db/served-account.ts';
import { addLogFields } from '../../platform/http/request-record.ts';
import { isAtPart, type Origins } from '../../platform/origins.ts';
import { withOrigin } from '../../platform/request-origin.ts';
import type { StepUp, StepUpFor } from './account/step-up.ts';
import { nameDraftAuthor } from './drafts/drafts.ts';
import type { KeepForm } from './kept-form/kept-forms.ts';
import { cookieAttributes, cookieNames } from './portal-cookies.ts';
import { answerSentForm } from './sent-forms.ts';

export type UserOf<Kind extends SignedInUser['kind']> = Extract<SignedInUser, { kind: Kind }>;

/** The headings of the menu, in their order. What people do all day stands on top without one. */
const menuHeadings = {
  work: undefined,
  programs: 'Programs',
  money: 'Money',
  desk: 'Desk',
  clients: 'Clients',
  management: 'Management',
  records: 'Records',
  own: 'You',
} as const;
type MenuGroup = keyof typeof menuHeadings;
const menuGroups = Object.keys(menuHeadings) as MenuGroup[];

export interface PageOptions {
  readonly permission: Permission;
  /** Its entry in the menu of every user who may open it. */
  readonly menu?: string;
  /** Who has its entry; by default all who may open it. The others reach it from a page of theirs. */
  readonly menuFor?: Permission;
  /** By which the menu is ordered and divided; `work` by default. */
  readonly menuGroup?: MenuGroup;
  /** The user must have proved lately who they are, for this reason. */
  readonly stepUp?: StepUpFor | undefined;
  /** The page lists live or test data, by the parameter `environment` of its address. */
  readonly byEnvironment?: true | undefined;
  /** Users who see some subsidiaries only have no such page. */
  readonly ofWholeAccount?: true | undefined;
  /** A form that is sent twice is meant twice, or the page itself answers it. */
  readonly isRepeatable?: true | undefined;
}

type AddPage<User> = <Request extends FastifyRequest = FastifyRequest>(
  url: string,
  options: PageOptions,
  handle: (request: Request, reply: FastifyReply, user: User, session: SignedIn['session']) => Promise<unknown>,
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
  /** Stands above it. */
  readonly heading: string | undefined;
}

interface EnvironmentChoice {
  readonly text: string;
  readonly href: string;
  readonly active: boolean;
}

/** The layout's frame around a page: the menu, the signed-in user, and whether they look at live or test data. */
export interface Frame {
  readonly menu: readonly MenuItem[];
  readonly userId: string;
  readonly signedInAs: string;
  /** The client of the user; undefined at the desk. */
  readonly signedInFor: string | undefined;
  /** What the reader calls subsidiaries. */
  readonly units: SubsidiaryWords;
  readonly homeUrl: string;
  readonly environment: Environment;
  /** The switch between live and test data; empty on a page that does not divide them. */
  readonly environments: readonly EnvironmentChoice[];
}

export interface Shell {
  /**
   * Registers pages for users of these kinds on `app`, a scope that `portalPlugin` has prepared; other users get 404.
   */
  pagesOf<Kind extends SignedInUser['kind']>(app: FastifyInstance, ...kinds: readonly Kind[]): Pages<Kind>;
  /** Identifies the user for a page outside the guarded ones, so that they keep their menu. Never rejects. */
  recognise(request: FastifyRequest): Promise<SignedInUser | undefined>;
  /** The first page of the user's menu. */
  homeOf(user: SignedInUser): string;
}

export const SIGN_IN_PATH = '/sign-in';

/** People type these, and may not read the list that is there: the first page of their menu stands for it. */
export const fronts: readonly string[] = ['/portal', '/desk'];

/** Adds complete cookie lines from a library to the cookies that the page sets. */
export function addCookieLines(reply: FastifyReply, lines: readonly string[]): void {
  for (const line of lines) reply.header('set-cookie', line);
}

const frames = new WeakMap<FastifyRequest, (environment: Environment) => Frame>();

const environmentIn = ({ query }: FastifyRequest): Environment =>
  (query as { readonly environment?: unknown }).environment === 'test' ? 'test' : 'live';

/**
 * Undefined if nobody is signed in, or the user was not identified. @param environment of the data that the page shows;
 * by default the one that its address names
 */
export const frameOf = (request: FastifyRequest, environment = environmentIn(request)): Frame | undefined =>
  frames.get(request)?.(environment);

interface MenuEntry extends Pick<PageOptions, 'permission' | 'menuFor' | 'byEnvironment' | 'ofWholeAccount'> {
  readonly text: string;
  readonly href: string;
  readonly group: MenuGroup;
  readonly kinds: readonly SignedInUser['kind'][];
}

const isForScopeOf = (user: SignedInUser, { ofWholeAccount }: Pick<PageOptions, 'ofWholeAccount'>): boolean =>
  !ofWholeAccount || user.kind === 'desk' || user.subsidiaryIds === null;

const isAtOrBelow = (path: string, href: string) => path === href || path.startsWith(`${href}/`);

/** Live is the default environment of an address. */
const hrefIn = (environment: Environment, { href, byEnvironment }: MenuEntry) =>
  environment === 'test' && byEnvironment ? `${href}?environment=test` : href;

/** @param keepForm for a form that is sent without a session */
export function createShell(sessions: SignInSessions, stepUps: StepUp, keepForm: KeepForm, origins: Origins): Shell {
  const entries: MenuEntry[] = [];
  const openedBy = (user: SignedInUser) =>
    entries
      .filter(
        ({ kinds, permission, ...entry }) =>
          kinds.includes(user.kind) && mayDo(user, permission) && isForScopeOf(user, entry),
      )
      .toSorted((one, other) => menuGroups.indexOf(one.group) - menuGroups.indexOf(other.group));
  const menuOf = (user: SignedInUser) =>
    openedBy(user).filter(({ permission, menuFor = permission }) => mayDo(user, menuFor));
  const homeOf = (user: SignedInUser) => menuOf(user)[0]?.href ?? '/';

  const frame = (request: FastifyRequest, user: SignedInUser) => {
    const [path = ''] = request.url.split('?');
    const entriesOfUser = menuOf(user);
    const [here] = openedBy(user)
      .filter(({ href }) => isAtOrBelow(path, href))
      .toSorted((one, other) => other.href.length - one.href.length);
    const active = here?.href === path ? ('page' as const) : ('true' as const);
    // A page of the menu that shows both together, or neither, has no switch.
    const switched = here === undefined ? entriesOfUser.find(({ byEnvironment }) => byEnvironment) : here;
    frames.set(request, (environment) => ({
      menu: entriesOfUser.map((entry, at) => ({
        text: entry.text,
        href: hrefIn(environment, entry),
        active: entry === here ? active : undefined,
        heading: entry.group === entriesOfUser[at - 1]?.group ? undefined : menuHeadings[entry.group],
      })),
      userId: user.userId,
      signedInAs: user.name,
      signedInFor: user.kind === 'client' ? user.accountName : undefined,
      units: user.kind === 'client' ? user.units : usualWords,
      homeUrl: homeOf(user),
      environment,
      environments:
        switched?.byEnvironment === undefined
          ? []
          : (['live', 'test'] as const).map((value) => ({
              text: value === 'live' ? 'Live' : 'Test',
              href: hrefIn(value, switched),
              active: value === environment,
            })),
    }));
  };

  /** @param kept the address of what was typed, which waits there */
  const signInPathFor = ({ method, url }: FastifyRequest, kept: string | undefined, owesSecondStep: boolean) => {
    const next = method === 'GET' ? url : kept;
    const query = [next === undefined ? [] : `next=${encodeURIComponent(next)}`, owesSecondStep ? 'second-step' : []];
    return [SIGN_IN_PATH, query.flat().join('&')].filter((part) => part !== '').join('?');
  };

  const asking = new WeakMap<FastifyRequest, SignedIn>();

  const guard =
    ({ kinds, permission, stepUp, isRepeatable, ofWholeAccount }: Pick<MenuEntry, 'kinds'> & PageOptions) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const signedIn = await sessions.signedInUser(request.headers.cookie);
      if (signedIn === undefined) {
        const owesSecondStep = (await sessions.halfSignedIn(request.headers.cookie)) !== undefined;
        if (request.cookies[cookieNames.user] !== undefined) reply.clearCookie(cookieNames.user, cookieAttributes);
        const kept = request.method === 'POST' ? await keepForm(request) : undefined;
        return reply.redirect(signInPathFor(request, kept, owesSecondStep), 303);
      }
      const { user, cookieLines } = signedIn;
      addCookieLines(reply, cookieLines);
      addLogFields(request, { userId: user.userId });
      frame(request, user);
      if (!kinds.includes(user.kind) || !isAtPart(origins, request.host, user.kind)) throw new Refusal('not_found');
      if (!mayDo(user, permission) || !isForScopeOf(user, { ofWholeAccount })) {
        if (request.method === 'GET' && fronts.includes(request.url)) return reply.redirect(homeOf(user), 303);
        throw new Refusal('not_permitted');
      }
      const answered = isRepeatable ? undefined : await answerSentForm(request, reply);
      if (answered !== undefined) return answered;
      asking.set(request, signedIn);
      const asked = stepUp && (await stepUps.require(stepUp, request, reply, signedIn));
      // A form that waits for the proof is not sent yet.
      if (asked === undefined)
        nameDraftAuthor(request, { author: `user:${user.userId}`, base: '', userId: user.userId });
      return asked;
    };

  return {
    homeOf,
    async recognise(request) {
      const signedIn = await sessions.signedInUser(request.headers.cookie).catch(() => undefined);
      if (signedIn !== undefined) frame(request, signedIn.user);
      return signedIn?.user;
    },
    pagesOf<Kind extends SignedInUser['kind']>(app: FastifyInstance, ...kinds: readonly Kind[]): Pages<Kind> {
      const adds =
        (method: 'GET' | 'POST'): AddPage<UserOf<Kind>> =>
        (url, options, handle) => {
          const { permission, menu, menuFor, menuGroup: group = 'work', byEnvironment, ofWholeAccount } = options;
          if (menu !== undefined)
            entries.push({
              text: menu,
              href: url,
              group,
              permission,
              ...(menuFor && { menuFor }),
              byEnvironment,
              ofWholeAccount,
              kinds,
            });
          app.route({
            method,
            url,
            config: { access: permission },
            preHandler: guard({ kinds, ...options }),
            handler(request, reply) {
              const { user, session } = asking.get(request)!;
              const answer = () =>
                withOrigin({ address: request.ip, sessionId: session.id }, () =>
                  handle(request as Parameters<typeof handle>[0], reply, user as UserOf<Kind>, session),
                );
              return user.kind === 'client' ? servingAccount(user.accountId, answer) : answer();
            },
          });
        };
      return { get: adds('GET'), post: adds('POST') };
    },
  };
}
