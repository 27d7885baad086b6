// Keeps what was measured, one line a run, and writes the table of docs/benchmarks.md from the last of each.
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Figure } from './benchmark.ts';

export interface Result {
  readonly date: string;
  readonly cores: number;
  readonly node: string;
  readonly postgres: string;
  readonly rounds: number;
  readonly figures: readonly Figure[];
}

const resultsFile = (name: string) => fileURLToPath(new URL(`results/${name}.jsonl`, import.meta.url));
const docsFile = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));

export function keepResult(name: string, measured: Pick<Result, 'postgres' | 'rounds' | 'figures'>): void {
  const result: Result = {
    date: new Date().toISOString().slice(0, 19).concat('Z'),
    cores: availableParallelism(),
    node: process.versions.node,
    ...measured,
  };
  mkdirSync(fileURLToPath(new URL('results', import.meta.url)), { recursive: true });
  appendFileSync(resultsFile(name), `${JSON.stringify(result)}\n`);
}

function lastResult(name: string): Result | undefined {
  if (!existsSync(resultsFile(name))) return undefined;
  const last = readFileSync(resultsFile(name), 'utf8').trimEnd().split('\n').at(-1);
  return last === undefined || last === '' ? undefined : (JSON.parse(last) as Result);
}

/** Three significant digits, whole numbers whole. */
export const inWords = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

export function figureLine(figure: Figure): string {
  const unit = figure.unit === 'per second' ? '/s' : ` ${figure.unit}`;
  const numbers = `ours ${inWords(figure.ours)}${unit}, limit ${inWords(figure.limit)}${unit}`;
  return `${figure.what}: ${numbers}, ratio ${figure.ratio.toFixed(2)} (goal ${figure.goal}${figure.met ? '' : ', MISSED'})`;
}

function section(name: string, { id, work, limit, remark }: Benchmark): string[] {
  const result = lastResult(name);
  const lines = [`## ${id}: ${work}`, '', `Limit: ${limit}. Command: \`npm run bench -- ${name}\`.`, ''];
  if (result === undefined) return [...lines, 'Not measured yet.', ''];
  lines.push('| What | Ours | Limit | Ratio | Goal | Met |', '|---|---|---|---|---|---|');
  for (const { what, unit, ours, limit: bound, ratio, goal, met } of result.figures) {
    const cells = [what, `${inWords(ours)} ${unit}`, `${inWords(bound)} ${unit}`, ratio.toFixed(2), goal];
    lines.push(`| ${[...cells, met ? 'yes' : '**no**'].join(' | ')} |`);
  }
  const where = `${result.cores} cores, Node ${result.node}, PostgreSQL ${result.postgres}`;
  lines.push('', `Measured ${result.date.slice(0, 10)} on ${where}; medians of ${result.rounds} rounds.`, '');
  const missed = result.figures.some((figure) => !figure.met);
  return missed && remark !== undefined ? [...lines, remark, ''] : lines;
}

export function writeDocs(benchmarks: ReadonlyMap<string, Benchmark>): void {
  const head = [
    '# Benchmarks',
    '',
    'Written by `npm run bench -- --write-docs` from the last line of each file in `bench/results/`; do not edit.',
    'Machines are noisy, so every figure is a ratio against a limit measured in the same run, in turns with ours.',
    '',
  ];
  const sections = [...benchmarks].flatMap(([name, benchmark]) => section(name, benchmark));
  writeFileSync(docsFile, `${[...head, ...sections].join('\n').trimEnd()}\n`);
}
