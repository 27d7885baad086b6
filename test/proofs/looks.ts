// Proves that every look is recorded: requests every route of the running server as everybody who may read a person's
// data, and looks for whoever got some in the register of looks.
import type { Ctx, Environment } from '../../src/context.ts';
import { roles } from '../../src/features/access/permissions.ts';
import { createDeskUser } from '../../src/features/accounts/sign-in-actions.ts';
import { listLooks, showLooksAtPerson } from '../../src/features/results/look-register-actions.ts';
import type { RegisteredLook } from '../../src/features/results/look-register-rules.ts';
import { plainVerbs } from '../support/command-pages.ts';
import { upTo, within } from '../support/limited-loops.ts';
import { type Answer, type Probity, runProbity } from '../support/probity.ts';
import { type Route, recordRoutes, type ServedRoutes } from '../support/served-routes.ts';
import { makePerson, type Person, type Place } from './looks/person.ts';
import { isFor, keyReader, type Reader, refereeReader, userReader } from './looks/readers.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'looks';
export const promise = 'Every look at a person is recorded (promise 29)';
export const expected = 'every answer with a person’s data in the register within 1 s, with who, and on what ground';
export const size = 2000;
export const unit = 'answers with a person’s data';

const withinMs = 1000;
const lookEveryMs = 100;
/** At once, each with a database of its own: a reader waits for the register most of the time. */
const servers = 4;

/** Queries of routes without which they answer nothing; `{name}` is a value of the place. */
const queries: Readonly<Record<string, string>> = {
  '/api/v1/attachments': 'orderId={order_id}',
  '/api/v1/attachments/download': 'fileToken={file_token}',
  '/desk/search': 'order=VF{order_id}',
};

const valuesOf = (place: Place, key: string, { url }: Route, person: Person): readonly string[] => {
  if (key === 'id') return place[url.startsWith('/inbox') ? 'email_id' : 'order_id']!;
  if (key === 'token') return [person.refereeToken];
  return place[key] ?? ['none'];
};

function pathsOf(route: Route, person: Person): string[] {
  const query = queries[route.url] ?? 'environment={environment}';
  const pattern = `${route.url}?${query}`.replace(/:(\w+)/g, '{$1}');
  const paths = person.places.flatMap((place) =>
    [...pattern.matchAll(/\{(\w+)\}/g)].reduce<readonly string[]>(
      (sofar, [found, key]) =>
        sofar.flatMap((path) => valuesOf(place, key!, route, person).map((value) => path.replace(found, value))),
      [pattern],
    ),
  );
  return [...new Set(paths)];
}

interface Reading {
  readonly of: string;
  /** What the register says of it; undefined if nothing in time. */
  readonly look: RegisteredLook | undefined;
  readonly afterMs: number;
}

interface World {
  readonly probity: Probity;
  readonly routes: readonly Route[];
  readonly people: readonly Person[];
  readonly readers: readonly Reader[];
  /** Writes what waits instead of leaving it to the clock, and reads each way once, not at every check. */
  readonly isHurried: boolean;
}

const register = ({ probity }: World, environment: Environment): Promise<RegisteredLook[]> => {
  const reader = { userId: '', accounts: [probity.account.accountId], permissions: ['read_audit'] } as const;
  return listLooks(probity.ctx, reader, { environment, limit: 50 });
};

const files = /^(?:application\/(?:pdf|zip|octet-stream)|image\/)/;

/** Shows what the reader themselves typed. */
const searchField = /<input[^>]* name="find"[^>]*>/g;

/** The answer says something of the person, or is a file. */
const saysOf = ({ headers, text }: Answer, { word }: Person): boolean =>
  files.test(String(headers['content-type'])) ||
  text.replace(searchField, '').toLowerCase().includes(word.toLowerCase());

/** Waits for a look of the reader since `since`. */
async function lookOf(world: World, reader: Reader, { environment }: Person, since: Date) {
  // A look that comes late is told from one that never comes; what is written at once is there at the first reading.
  const until = performance.now() + (world.isHurried ? 1 : 10) * withinMs;
  for await (const _ of within(60_000, 'the time is over', lookEveryMs)) {
    if (world.isHurried) await world.probity.ctx.batches.write();
    const looks = await register(world, environment);
    const look = looks.find(({ at, who, ground }) => at >= since && who === reader.who && ground !== '');
    if (look !== undefined || performance.now() > until) return look;
  }
  return undefined;
}

async function read(reader: Reader, person: Person, method: string, path: string) {
  const answer = await reader.send(method, path, { find: person.word });
  const { location } = answer.headers;
  if (answer.status === 303 && String(location).startsWith('/')) return reader.send('GET', String(location), {});
  return answer;
}

async function tryPath(world: World, reader: Reader, person: Person, { method, url }: Route, path: string) {
  // A look that waits to be written would take in this one.
  await world.probity.ctx.batches.write();
  const since = world.probity.ctx.now();
  const answer = await read(reader, person, method, path);
  if (!saysOf(answer, person)) return undefined;
  const answeredAt = performance.now();
  const look = reader.signIn ?? (await lookOf(world, reader, person, since));
  const of = `${reader.kind}, ${person.environment}: ${method} ${url} (${answer.status})`;
  return { of, look, afterMs: performance.now() - answeredAt } satisfies Reading;
}

/** Where a reader goes by a route: with each person that they may read, in each of the person’s places. */
function* waysBy(world: World, reader: Reader, route: Route): Generator<readonly [Person, string]> {
  for (const person of world.people.filter(({ environment }) => reader.environments.includes(environment))) {
    const paths = pathsOf(route, person);
    // Forms that change something are the larger part, and answer with a page of their own or nothing.
    for (const path of world.isHurried && route.method !== 'GET' ? paths.slice(0, 1) : paths) yield [person, path];
  }
}

/** Forms after pages, because some change what they are about. */
async function* readings(world: World): AsyncGenerator<Reading> {
  const isPage = ({ method }: Route) => method === 'GET';
  const inOrder = [...world.routes.filter(isPage), ...world.routes.filter((route) => !isPage(route))];
  for (const route of inOrder.filter(({ method }) => method !== 'DELETE')) {
    for (const reader of world.readers.filter((one) => isFor(one, route))) {
      for (const [person, path] of waysBy(world, reader, route)) {
        const reading = await tryPath(world, reader, person, route, path);
        if (reading === undefined) continue;
        yield reading;
        if (world.isHurried) break;
      }
    }
  }
}

/** A command of the operator that prints something of the person. */
async function tellingCommands({ probity, people }: World): Promise<string[]> {
  const told: string[] = [];
  for (const { of, run: print } of (await plainVerbs()).filter(({ onlyReads }) => onlyReads)) {
    const printed = await print(probity.ctx, probity.account.accountId, {});
    const text = JSON.stringify([...printed]).toLowerCase();
    if (people.some(({ word }) => text.includes(word.toLowerCase()))) told.push(of);
  }
  return told;
}

/** The looks of the register that are missing where the person’s own looks are listed. */
async function missingAtPerson({ probity, people }: World, looks: readonly RegisteredLook[]): Promise<string[]> {
  const { ctx, account } = probity;
  const listed = new Set<string>();
  for (const { environment, checks } of people) {
    const caller = account.caller(environment);
    for (const check of checks) {
      for (const { id } of (await showLooksAtPerson(ctx, caller, check)).looks) listed.add(id);
    }
  }
  return [...new Set(looks.filter(({ id }) => !listed.has(id)).map(({ who, what }) => `${who}: ${what}`))];
}

/** Routes whose readings the proof must have seen: a proof that opens none of them proves nothing. */
const mustBeSeen = ['/desk/reports/:reportId', '/portal/checks/:check_id', '/results/:file', '/desk/search', '/inbox'];

async function makeWorld(
  probity: Probity,
  routes: readonly Route[],
  round: number,
  isHurried: boolean,
): Promise<World> {
  const { ctx, account } = probity;
  const email = `screener-${round}@desk.test`;
  const screener = {
    userId: await createDeskUser(ctx, 'system', { name: 'Sam', email, role: 'screener', accounts: 'all' }),
    accounts: 'all' as const,
    permissions: roles.desk.screener,
  };
  const letters = String.fromCodePoint(97 + (round % 26), 97 + Math.floor(round / 26));
  const people: Person[] = [];
  for (const environment of ['live', 'test'] as const) {
    const word = `Quill${environment === 'live' ? 'feather' : 'penner'}${letters}`;
    people.push(await makePerson(ctx, { account, screener, environment, word }));
  }
  return { probity, routes, people, readers: [], isHurried };
}

interface Found {
  readonly readings: Reading[];
  readonly problems: string[];
  /** Of all rounds: a list shows those of earlier ones too. */
  readonly people: Person[];
}

async function tryRound(world: World, into: Found): Promise<void> {
  into.people.push(...world.people);
  const seen = new Set<string>();
  for await (const reading of readings(world)) {
    into.readings.push(reading);
    seen.add(reading.of);
  }
  const unseen = mustBeSeen.filter((url) => ![...seen].some((of) => of.includes(` ${url} `)));
  into.problems.push(...unseen.map((url) => `never read: ${url}`));
  into.problems.push(...(await tellingCommands(world)).map((of) => `a command tells of a person: ${of}`));
  const looks = into.readings.flatMap(({ look }) => (look === undefined ? [] : [look]));
  const missing = await missingAtPerson({ ...world, people: into.people }, looks);
  into.problems.push(...missing.map((what) => `not among the looks at the person: ${what}`));
}

function verdictOf(all: readonly Reading[], problems: readonly string[], isHurried: boolean): ProofResult {
  const unrecorded = all.filter(({ look }) => look === undefined);
  const slowest = Math.max(0, ...all.map(({ afterMs }) => afterMs));
  // A machine that does much else may take longer; the time is measured at full size only.
  const isLate = ({ look, afterMs }: Reading) => look !== undefined && afterMs > withinMs + lookEveryMs;
  const late = isHurried ? [] : all.filter(isLate);
  const faults = [
    ...new Set(unrecorded.map(({ of }) => `not in the register: ${of}`)),
    ...late.map(({ of, afterMs }) => `in the register after ${afterMs.toFixed(0)} ms: ${of}`),
    ...new Set(problems),
  ];
  const kinds = new Set(all.map(({ of }) => of)).size;
  const time = isHurried ? '' : `, ${late.length} later than 1 s, the last after ${slowest.toFixed(0)} ms`;
  return {
    figure: `${inThousands(all.length)} answers with a person’s data in ${kinds} ways, ${inThousands(unrecorded.length)} not in the register${time}`,
    ok: faults.length === 0,
    lines: faults,
  };
}

interface Options {
  readonly size: number;
  /** Reads each way once. */
  readonly isHurried?: boolean;
  /** Only some routes, to plant a fault by `change`. */
  readonly only?: RegExp;
  readonly change?: (ctx: Ctx) => Ctx;
}

/** With workers, because a request for a document waits until a job has made it. */
function startServer({ isHurried = false, change }: Options): Promise<ServedRoutes<Probity>> {
  // The page that asks for a proof again shows what was sent, which is no look.
  const settings = { PROBITY_STEP_UP_MINUTES: '240' };
  const options = { settings, workers: !isHurried, ...(change === undefined ? {} : { change }) };
  return recordRoutes(() => runProbity(options));
}

/** Reads as everybody, with new persons each round, until there are enough answers. */
async function readAll(served: ServedRoutes<Probity>, enough: number, options: Options): Promise<Found> {
  const { isHurried = false, only = /^/ } = options;
  const { server: probity, routes } = served;
  const closing: (() => Promise<void>)[] = [];
  const atTheEnd = (close: () => Promise<void>) => void closing.push(close);
  const asked = routes.filter(({ url }) => only.test(url));
  const found: Found = { readings: [], problems: [], people: [] };
  try {
    const users = [await userReader(probity, 'client', atTheEnd), await userReader(probity, 'desk', atTheEnd)];
    const keys = [keyReader(probity, 'live'), keyReader(probity, 'test')];
    for (const round of upTo(26 * 26, 'the last answer')) {
      const world = await makeWorld(probity, asked, round, isHurried);
      const since = probity.ctx.now();
      const referee = await refereeReader(probity, world.people[0]!, atTheEnd);
      const signIn = await lookOf(world, referee, world.people[0]!, since);
      if (signIn === undefined) found.problems.push('the sign-in of a referee is not in the register');
      await tryRound({ ...world, readers: [...users, ...keys, { ...referee, signIn }] }, found);
      if (found.problems.length > 0 || found.readings.length >= enough) return found;
    }
    return found;
  } finally {
    for (const close of closing) await close();
  }
}

export async function run(options: Options): Promise<ProofResult> {
  const { size: answers, isHurried = false } = options;
  const served: ServedRoutes<Probity>[] = [];
  try {
    // One after the other: the routes of two that start at once could not be told apart.
    for (const _ of Array(isHurried ? 1 : servers)) served.push(await startServer(options));
    const found = await Promise.all(served.map((one) => readAll(one, answers / served.length, options)));
    const all = found.flatMap(({ readings }) => readings);
    const problems = found.flatMap((one) => one.problems);
    return verdictOf(all, problems, isHurried);
  } finally {
    for (const { server } of served) await server.stop();
  }
}
