// `npm run bench`: all benchmarks, or those named (`-- P3`, `-- p3-list`); `-- --write-docs` writes docs/benchmarks.md.
import { parseArgs } from 'node:util';
import { postgresVersion } from './bench-database.ts';
import type { Benchmark } from './benchmark.ts';
import { benchmark as createCheck } from './p1-create-check.ts';
import { benchmark as getReport } from './p2-get-report.ts';
import { benchmark as list } from './p3-list.ts';
import { benchmark as deliver } from './p4-deliver.ts';
import { benchmark as upload } from './p5-upload.ts';
import { benchmark as start } from './p6-start.ts';
import { benchmark as pages } from './p8-pages.ts';
import { benchmark as resultsDocument } from './p9-results-document.ts';
import { benchmark as sanctions } from './p11-sanctions.ts';
import { benchmark as queue } from './p12-queue.ts';
import { benchmark as bulkOrder } from './p13-bulk-order.ts';
import { figureLine, keepResult, writeDocs } from './results.ts';

const benchmarks: ReadonlyMap<string, Benchmark> = new Map([
  ['p1-create-check', createCheck],
  ['p2-get-report', getReport],
  ['p3-list', list],
  ['p5-upload', upload],
  ['p4-deliver', deliver],
  ['p6-start', start],
  ['p8-pages', pages],
  ['p9-results-document', resultsDocument],
  ['p11-sanctions', sanctions],
  ['p12-queue', queue],
  ['p13-bulk-order', bulkOrder],
]);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'write-docs': { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
});

function chosen(): [string, Benchmark][] {
  if (positionals.length === 0) return values['write-docs'] ? [] : [...benchmarks];
  return positionals.map((asked) => {
    const wanted = asked.toLowerCase();
    const found = [...benchmarks].find(([name, { id }]) => name === wanted || id.toLowerCase() === wanted);
    if (found === undefined) throw new Error(`There is no benchmark ${asked}; there are ${[...benchmarks.keys()]}.`);
    return found;
  });
}

const rounds = Math.max(5, Number(values.rounds));
for (const [name, benchmark] of chosen()) {
  const say = (line: string) => process.stdout.write(`  ${line}\n`);
  process.stdout.write(`${benchmark.id} ${benchmark.work}\n`);
  const figures = await benchmark.run(rounds, say);
  for (const figure of figures) say(figureLine(figure));
  keepResult(name, { postgres: postgresVersion(), rounds, figures });
}
if (values['write-docs']) writeDocs(benchmarks);
