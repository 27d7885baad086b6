// Finds the pages of all portals: follows every link from where a person begins, as that person.
import type { Probity } from '../support/probity.ts';
import type { Visitor } from './portal-under-test.ts';

export interface Person {
  readonly name: string;
  readonly visitor: Visitor;
  /** The addresses that they open first. */
  readonly starts: readonly string[];
  /** Of the addresses that they follow further. */
  readonly follows: RegExp;
}

interface WalkedPage {
  readonly route: string;
  readonly path: string;
  readonly body: string;
}

/** Links to follow of one route: its pages differ by what they are about. */
const MOST_OF_A_ROUTE = 14;
/** Pages of one route that look different. */
const MOST_SHAPES = 2;

/** Fixed words of a path come before parameters, as the server prefers them. */
const byWords = (one: string, other: string) => (one.replaceAll(':', '~') < other.replaceAll(':', '~') ? -1 : 1);

export function routeFinder(routes: readonly string[]): (path: string) => string | undefined {
  const known = routes
    .toSorted(byWords)
    .map((route) => ({ route, at: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`) }));
  return (path) => known.find(({ at }) => at.test(path.split('?')[0]!))?.route;
}

/** Two pages with the same headings and forms look alike. */
function shapeOf(body: string, routeOf: (path: string) => string | undefined): string {
  const headings = [...body.matchAll(/<h2[^>]*>([\s\S]*?)<\/h2>/g)].map(([, text]) => text!.trim());
  const forms = [...body.matchAll(/<form[^>]* action="([^"]+)"/g)].map(([, action]) => routeOf(action!));
  return [...new Set([...headings, ...forms])].join();
}

const hrefsOf = (body: string) =>
  [...body.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));

/** The different pages that the person reaches, and every route that answered, as a page or as a file. */
export async function walk(
  { fetch }: Probity,
  { visitor, starts, follows }: Person,
  routeOf: (path: string) => string | undefined,
) {
  const waiting = new Set(starts);
  const asked = new Map<string, number>();
  const shapes = new Map<string, Set<string>>();
  const pages: WalkedPage[] = [];
  const reached = new Set<string>();
  for (const path of waiting) {
    const route = routeOf(path);
    const times = asked.get(route ?? '') ?? 0;
    if (route === undefined || times >= MOST_OF_A_ROUTE) continue;
    asked.set(route, times + 1);
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { status, headers, text: body } = await fetch(path, { headers: { cookie } });
    if (status < 400) reached.add(route);
    if (status === 303) waiting.add(String(headers.location).split('#')[0]!);
    if (status !== 200 || !String(headers['content-type']).startsWith('text/html')) continue;
    for (const href of hrefsOf(body)) if (follows.test(href)) waiting.add(href);
    const known = shapes.get(route) ?? new Set();
    const shape = shapeOf(body, routeOf);
    if (known.size >= MOST_SHAPES || known.has(shape)) continue;
    shapes.set(route, known.add(shape));
    pages.push({ route, path, body });
  }
  return { pages, reached: [...reached] };
}
