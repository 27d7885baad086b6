// Which part of the service is at which external address: all at one, unless the operator gives some an address of their
// own, so that a fault of one part cannot reach the sessions of another; pure.
import { asHttpsOrigin, setting } from './setting-readers.ts';

const own = (part: string) =>
  `External address of ${part}, such as https://desk.example.com, without a path; by default PROBITY_BASE_URL.`;

export const originSettings = {
  deskUrl: setting({ name: 'PROBITY_DESK_URL', meaning: own('the desk'), read: asHttpsOrigin }),
  clientUrl: setting({ name: 'PROBITY_CLIENT_URL', meaning: own("the clients' portal"), read: asHttpsOrigin }),
  candidateUrl: setting({ name: 'PROBITY_CANDIDATE_URL', meaning: own("candidates' forms"), read: asHttpsOrigin }),
  refereeUrl: setting({ name: 'PROBITY_REFEREE_URL', meaning: own("referees' pages"), read: asHttpsOrigin }),
} as const;

/** The base is the address of the API. */
export type Part = 'base' | 'desk' | 'client' | 'candidate' | 'referee';

export type Origins = Readonly<Record<`${Part}Url`, string>>;

const parts: readonly Part[] = ['base', 'desk', 'client', 'candidate', 'referee'];

/** Each address once, with the settings that name it. */
export function everyOrigin(origins: Origins): ReadonlyMap<string, readonly Part[]> {
  return Map.groupBy(parts, (part) => new URL(origins[`${part}Url`]).origin);
}

export const areSeparate = (origins: Origins): boolean => everyOrigin(origins).size > 1;

const users: readonly Part[] = ['client', 'desk'];
const programs: readonly Part[] = ['base'];

/**
 * The parts that serve each path and what is below it. The longest path that matches counts. The base redirects to the
 * first part.
 */
const served = new Map<string, readonly Part[]>(
  Object.entries({
    desk: ['desk'],
    portal: ['client'],
    form: ['candidate'],
    start: ['candidate'],
    reference: ['referee'],
    // Programs read results with a key, users of both portals with a session.
    results: ['base', 'client', 'desk'],
    '': users,
    'sign-in': users,
    // Users of accounts only; providers know this address alone.
    'sign-in/organisation': ['client'],
    'sign-out': users,
    account: users,
    continue: users,
    drafts: users,
    inbox: users,
    privacy: users,
    accessibility: users,
    help: users,
    api: programs,
    v2: programs,
    vftapi: programs,
    'vft-staging': programs,
    providers: programs,
    assets: parts,
    docs: parts,
    openapi: parts,
    health: parts,
    'robots.txt': parts,
    '.well-known': parts,
  }),
);

/** The parts that serve a route; undefined if no entry names them. */
export function partsOf(route: string): readonly Part[] | undefined {
  const [, first = '', second = ''] = route.split(/[/?#]/);
  return served.get(`${first}/${second}`) ?? served.get(first);
}

const hostOf = (url: string) => new URL(url).host;

/** A host as in a header; the usual port may be written out. */
const isHost = (given: string, url: string) => URL.parse(`https://${given}`)?.host === hostOf(url);

/** The address that a request came to; the base for a host that is none of ours, such as that of a health check. */
export function addressOf(origins: Origins, host: string): string {
  const part = parts.find((one) => isHost(host, origins[`${one}Url`])) ?? 'base';
  return new URL(origins[`${part}Url`]).origin;
}

export const isAtPart = (origins: Origins, host: string, part: Part): boolean =>
  addressOf(origins, host) === new URL(origins[`${part}Url`]).origin;

/**
 * Where a request for a path belongs that came to `host`: here, at another address to which the base redirects (links in
 * mails that were sent earlier), or nowhere. @param route that the router found: it decodes the path before
 */
export function placeFor(
  origins: Origins,
  host: string,
  path: string,
  route = path,
): 'here' | 'nowhere' | { readonly url: string } {
  const at = partsOf(route) ?? programs;
  if (at.some((part) => isAtPart(origins, host, part))) return 'here';
  return isAtPart(origins, host, 'base') ? { url: `${new URL(origins[`${at[0]!}Url`]).origin}${path}` } : 'nowhere';
}
