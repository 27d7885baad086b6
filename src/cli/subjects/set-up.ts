// Sets things up in one transaction: everything that is wrong is collected with its path, and then nothing is kept.
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { checkedEntry, type Entry, type Field, pathTo } from '../fields.ts';
import type { Row } from '../output.ts';

export interface SetUp {
  /** Its database is the one transaction. */
  readonly ctx: Ctx;
  readonly problems: Problems;
  /** What was made, by section. */
  readonly made: Map<string, Row[]>;
}

export interface Creation {
  /** What a file and the output call these things, e.g. `jobRoles`. */
  readonly section: string;
  readonly fields: readonly Field[];
  /** Of the things inside of an entry, by the field that lists them. */
  readonly inside?: Readonly<Record<string, Pick<Creation, 'fields' | 'inside'>>>;
  /** What we call a field that the action refuses under a name of its own. */
  readonly ownNameOf?: (refused: string) => string;
  /** @param accountId undefined for what belongs to no account */
  create(setUp: SetUp, accountId: string | undefined, entry: Entry, path: string): Promise<void>;
}

export function note(setUp: SetUp, section: string, row: Row): void {
  const rows = setUp.made.get(section);
  if (rows === undefined) setUp.made.set(section, [row]);
  else rows.push(row);
}

/** Goes on after a refusal, so that all problems come out at once; what depends on the refused thing is not tried. */
async function attempt(
  { problems }: SetUp,
  { ownNameOf = (refused) => refused }: Pick<Creation, 'ownNameOf'>,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    for (const [field, messages] of Object.entries(error.fields)) {
      for (const message of messages) problems.add(pathTo(path, ownNameOf(field)), message);
    }
  }
}

/** Of an entry and all inside of it: what is inside of a refused one must not be found wrong only afterwards. */
function checkForm(
  { fields, inside = {} }: Pick<Creation, 'fields' | 'inside'>,
  given: unknown,
  path: string,
  problems: Problems,
): void {
  checkedEntry(fields, given, path, problems);
  for (const [field, creation] of Object.entries(inside)) {
    const things = (given as Entry | null)?.[field];
    if (!Array.isArray(things)) continue;
    for (const [index, thing] of things.entries())
      checkForm(creation, thing, `${pathTo(path, field)}[${index}]`, problems);
  }
}

async function createOne(
  creation: Creation,
  setUp: SetUp,
  accountId: string | undefined,
  given: unknown,
  path: string,
) {
  const entry = checkedEntry(creation.fields, given, path, setUp.problems);
  if (entry !== undefined) await attempt(setUp, creation, path, () => creation.create(setUp, accountId, entry, path));
}

/** @param given a list of entries, as a file has it */
export async function createEach(
  creation: Creation,
  setUp: SetUp,
  accountId: string | undefined,
  given: unknown,
  path: string,
): Promise<void> {
  for (const [index, entry] of (given as readonly unknown[]).entries()) {
    await createOne(creation, setUp, accountId, entry, `${path}[${index}]`);
  }
}

/** @param given one entry or a list of them. Refuses with `invalid_fields` and every path, and keeps nothing then. */
export function runSetUp(
  ctx: Ctx,
  creation: Creation,
  accountId: string | undefined,
  given: unknown,
): Promise<SetUp['made']> {
  return inTransaction(ctx, async (tx) => {
    const setUp: SetUp = { ctx: tx, problems: new Problems(), made: new Map() };
    const entries = Array.isArray(given) ? given.map((entry, index) => [`[${index}]`, entry]) : [['', given]];
    for (const [path, entry] of entries) checkForm(creation, entry, path, setUp.problems);
    if (Array.isArray(given)) await createEach(creation, setUp, accountId, given, '');
    else await createOne(creation, setUp, accountId, given, '');
    setUp.problems.refuse('invalid_fields');
    return setUp.made;
  });
}
