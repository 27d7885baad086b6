// Proves that people on a sanctions list are found however their names are spelt, and how often somebody else is: variants of
// invented names, and other people of the same traditions, are searched in a list as large as those in force together.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobs } from '../../src/platform/jobs.ts';
import { importSanctionsList } from '../../src/providers/sanctions/import-actions.ts';
import { hitScore, matchingAlgorithm } from '../../src/providers/sanctions/name-matching-rules.ts';
import { searchSanctions } from '../../src/providers/sanctions/search-actions.ts';
import { openTestDatabase } from '../support/database.ts';
import { entryAt, writeInventedList } from '../support/invented-list.ts';
import { type InventedPerson, inventPerson, spellingVariants, type Vary } from '../support/invented-people.ts';
import { type Random, seededRandom } from '../support/random.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'sanctions-matching';
export const promise = 'A person on a sanctions list is found however the name is spelt, and others seldom';
export const expected = 'recall ≥ 97 %, a hit for ≤ 5 % of other people whose date of birth is known';
export const size = 10_000;
export const unit = 'spelling variants';

/** People listed for each variant: the lists in force together have some twenty thousand. */
const listedPerVariant = 2;
/** The same series each time: figures of two versions can be compared. */
const seed = 20_261_122;

interface Found {
  readonly entry: string;
  readonly score: number;
}

type Search = (names: readonly string[], born: string | undefined) => Promise<readonly Found[]>;

/** Searches in a list of these people; gives the entries that were hits. */
async function inListOf<T>(people: readonly InventedPerson[], work: (search: Search) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-sanctions-'));
  const { database, drop } = await openTestDatabase(2);
  try {
    const path = join(folder, 'list.csv');
    await writeInventedList(path, people);
    const ctx = { db: database, now: () => new Date(), newId: randomUUID, jobs };
    await importSanctionsList(ctx, { list: 'uk', path });
    await database.pool.query('vacuum analyze sanctions_names');
    return await work(async (names, born) => {
      const { hits } = await searchSanctions(ctx, { names: [names.join(' ')], born });
      return hits;
    });
  } finally {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One search: the best score of the person that was meant, and the scores of everybody else; 0 for none. */
interface Searched {
  readonly kind: string;
  readonly right: number;
  readonly wrong: readonly number[];
}

const triesAtMost = 100;

/** A person of the list at random whose name this changes: who has no middle name cannot leave it out. */
function someVariant(people: readonly InventedPerson[], vary: Vary, random: Random) {
  for (let tried = 0; tried < triesAtMost; tried += 1) {
    const at = random.below(people.length);
    const { names, born } = people[at]!;
    const varied = vary(random, names);
    if (varied.join(' ') !== names.join(' ')) return { at, names: varied, born };
  }
  throw new Error('a kind of variant changes no name');
}

/** Each kind of variant as often. */
async function searchVariants(search: Search, people: readonly InventedPerson[], count: number, random: Random) {
  const kinds = Object.entries(spellingVariants);
  const searched: Searched[] = [];
  for (let index = 0; index < count; index += 1) {
    const [kind, vary] = kinds[index % kinds.length]!;
    const { at, names, born } = someVariant(people, vary, random);
    const found = await search(names, born);
    const isRight = ({ entry }: Found) => entry === entryAt(at);
    const wrong = found.filter((hit) => !isRight(hit)).map(({ score }) => score);
    searched.push({ kind, right: found.find(isRight)?.score ?? 0, wrong });
  }
  return searched;
}

/** People who are not on the list. */
async function searchOthers(search: Search, count: number, knowsBirth: boolean, random: Random) {
  const searched: Searched[] = [];
  for (let index = 0; index < count; index += 1) {
    const { names, born } = inventPerson(random);
    const found = await search(names, knowsBirth ? born : undefined);
    searched.push({ kind: 'others', right: 0, wrong: found.map(({ score }) => score) });
  }
  return searched;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** Of these searches the share that found the person, or somebody else, with at least this score. */
const recall = (searched: readonly Searched[], least: number) =>
  searched.filter(({ right }) => right >= least).length / searched.length;
const falsePositives = (searched: readonly Searched[], least: number) =>
  searched.filter(({ wrong }) => wrong.some((score) => score >= least)).length / searched.length;

/** What another limit than ours would find. */
const scores = [hitScore, 0.9, 0.92, 0.94, 0.96];

export async function run(options: { readonly size: number }): Promise<ProofResult> {
  const random = seededRandom(seed);
  const people = Array.from({ length: options.size * listedPerVariant }, () => inventPerson(random));
  return inListOf(people, async (search) => {
    const variants = await searchVariants(search, people, options.size, random);
    const known = await searchOthers(search, options.size, true, random);
    const unknown = await searchOthers(search, Math.ceil(options.size / 10), false, random);
    const found = recall(variants, hitScore);
    const falseRate = falsePositives(known, hitScore);
    const kinds = Map.groupBy(variants, ({ kind }) => kind);
    return {
      figure: `recall ${percent(found)} at ${percent(falseRate)} false positives`,
      ok: found >= 0.97 && falseRate <= 0.05,
      lines: [
        `${inThousands(options.size)} variants and as many other people in a list of ${inThousands(people.length)}; ${matchingAlgorithm}, hits from ${hitScore}; seed ${seed}`,
        'score | recall | other people with a hit: date of birth known | unknown',
        ...scores.map((score) =>
          [
            score.toFixed(2),
            percent(recall(variants, score)),
            percent(falsePositives(known, score)),
            percent(falsePositives(unknown, score)),
          ].join(' | '),
        ),
        ...[...kinds].map(([kind, searched]) => `${kind}: recall ${percent(recall(searched, hitScore))}`),
      ],
    };
  });
}
