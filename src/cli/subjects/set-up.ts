// Sets things up in one transaction: collects every problem with its path, and keeps nothing if there is one.
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { checkedEntry, type Entry, type Field, pathTo } from '../fields.ts';
import type { Row } from '../output.ts';

export interface SetUp {
  /** The context of the transaction. */
  readonly ctx: Ctx;
  readonly problems: Problems;
  /** The created rows, by section. */
  readonly made: Map<string, Row[]>;
}

export interface Creation {
  /** The name of the section in files and in the output, such as `jobRoles`. */
  readonly section: string;
  readonly fields: readonly Field[];
  /** The kinds of things inside an entry, by the field that lists them. */
  readonly inside?: Readonly<Record<string, Pick<Creation, 'fields' | 'inside'>>>;
  /** Translates the name of a field in the action's refusal to the command's name. */
  readonly ownNameOf?: (refused: string) => string;
  /** @param accountId undefined if the thing belongs to no account */
  create(setUp: SetUp, accountId: string | undefined, entry: Entry, path: string): Promise<void>;
}

export function note(setUp: SetUp, section: string, row: Row): void {
  const rows = setUp.made.get(section);
  if (rows === undefined) setUp.made.set(section, [row]);
  else rows.push(row);
}

/**
 * Continues after a refusal, so that all problems are reported at once; things that depend on the refused one are
 * skipped.
 */
export async function attempt(
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

/**
 * Checks an entry and everything inside it before anything is created, so that problems inside a refused entry are
 * reported too.
 */
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

/** @param given a list of entries, as in a file */
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

/** Refuses with `invalid_fields` and every path, and then keeps nothing. @param given one entry or a list of entries */
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
