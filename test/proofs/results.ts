// Stores the results of proofs, one line per run, and writes the table of docs/reliability.md from them.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { countsInWords, inThousands, type Proof, type ProofResult, promiseNumbers } from './proof.ts';

export interface KeptResult extends Pick<ProofResult, 'figure' | 'ok' | 'counts'> {
  readonly date: string;
  readonly size: number;
  readonly seconds: number;
  readonly machine: string;
}

const resultsFile = (name: string) => fileURLToPath(new URL(`results/${name}.jsonl`, import.meta.url));
const docsFile = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url));

export function keepResult(name: string, size: number, seconds: number, { figure, ok, counts }: ProofResult): void {
  const kept: KeptResult = {
    date: new Date().toISOString().slice(0, 19).concat('Z'),
    size,
    figure,
    ok,
    ...(counts === undefined ? {} : { counts }),
    seconds: Math.round(seconds),
    machine: `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`,
  };
  mkdirSync(fileURLToPath(new URL('results', import.meta.url)), { recursive: true });
  appendFileSync(resultsFile(name), `${JSON.stringify(kept)}\n`);
}

function keptResults(name: string): KeptResult[] {
  if (!existsSync(resultsFile(name))) return [];
  const lines = readFileSync(resultsFile(name), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as KeptResult);
}

type Amounts = Readonly<Record<string, number>>;

function sumOf(all: readonly Amounts[]): Amounts {
  const sum: Record<string, number> = {};
  for (const amounts of all) {
    for (const [word, amount] of Object.entries(amounts)) sum[word] = (sum[word] ?? 0) + amount;
  }
  return sum;
}

/** The amounts of a run by the words of its unit and counts. */
const amountsOf = ({ unit = '' }: Pick<Proof, 'unit'>, { size, counts }: KeptResult): Amounts => ({
  ...counts,
  [unit]: size,
});

/** The newest runs since the promise was last broken, as many as the promise needs. */
function addedUp(proof: Proof, kept: readonly KeptResult[], guaranteed: Amounts): KeptResult[] {
  const runs: KeptResult[] = [];
  const isEnough = (sum: Amounts) => Object.entries(guaranteed).every(([word, amount]) => (sum[word] ?? 0) >= amount);
  for (const run of kept.toReversed()) {
    const soFar = sumOf(runs.map((one) => amountsOf(proof, one)));
    if (isEnough(soFar) || !run.ok || run.counts === undefined) break;
    runs.push(run);
  }
  return runs;
}

/** The table's row for a proof; undefined if it was never run by hand. */
export function summaryOf(proof: Proof, kept: readonly KeptResult[]) {
  const last = kept.at(-1);
  if (last === undefined) return undefined;
  const { unit = '', guaranteed = { [unit]: proof.size } } = proof;
  const runs = addedUp(proof, kept, guaranteed);
  const added = runs.length > 1;
  const amounts = sumOf((added ? runs : [last]).map((run) => amountsOf(proof, run)));
  const sizes = Object.entries(guaranteed).map(([word, wanted]) => {
    const amount = amounts[word] ?? 0;
    const ofRuns = added && word === unit ? ` in ${runs.length} runs` : '';
    const tooFew = amount < wanted ? `, **smaller than the ${inThousands(wanted)} promised**` : '';
    return `${`${inThousands(amount)} ${word}`.trim()}${ofRuns}${tooFew}`;
  });
  return {
    size: sizes.join('; '),
    figure: added ? countsInWords(sumOf(runs.map(({ counts = {} }) => counts))) : last.figure,
    ok: last.ok,
    date: last.date.slice(0, 10),
    machine: last.machine,
  };
}

/** Promises about webhooks; the others follow in the table. */
const numbers = Array.from({ length: 13 }, (_, index) => index + 1);

function row(proof: Proof): string {
  const summary = summaryOf(proof, keptResults(proof.name));
  const promise = proof.promise.replace(/ \(promises? [^)]*\)/, '');
  const cells = [promiseNumbers(proof).join(', '), promise, `\`${proof.name}\``];
  if (summary === undefined) return `| ${[...cells, 'not run yet', '', proof.expected, '', '', ''].join(' | ')} |`;
  const { size, figure, ok, date, machine } = summary;
  return `| ${[...cells, size, figure, proof.expected, ok ? 'yes' : '**no**', date, machine].join(' | ')} |`;
}

export function writeDocs(proofs: readonly Proof[]): void {
  const first = (proof: Proof) => promiseNumbers(proof)[0] ?? Number.POSITIVE_INFINITY;
  const sorted = proofs.filter((proof) => promiseNumbers(proof).length > 0).toSorted((a, b) => first(a) - first(b));
  const unproved = numbers.filter((number) => !sorted.some((proof) => promiseNumbers(proof).includes(number)));
  const lines = [
    '# Reliability',
    '',
    'Our promises, with the result of the last full run of each proof. Written by `npm run prove -- --write-docs` from',
    '`test/proofs/results/`, one line per run; do not edit. `npm run prove -- NAME` repeats a proof on your machine. The test',
    'suite runs each proof at a smaller size, and planted faults show that the proofs can fail.',
    '',
    '| # | Promise | Proof | Size | Figure | Expected | Held | Date | Machine |',
    '|---|---|---|---|---|---|---|---|---|',
    ...sorted.map(row),
    ...(unproved.length === 0 ? [] : ['', `No proof yet: promises ${unproved.join(', ')}.`]),
  ];
  writeFileSync(docsFile, `${lines.join('\n')}\n`);
}
