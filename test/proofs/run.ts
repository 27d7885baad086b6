// `npm run prove` lists the proofs, `npm run prove -- NAME…` runs some, `all` runs all; `--size N` changes the size.
// Runs of the full size are stored for docs/reliability.md, smaller ones with `--keep`; `--write-docs` writes the
// document.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inThousands, type Proof, type ProofResult } from './proof.ts';
import { keepResult, writeDocs } from './results.ts';

const folder = new URL('./', import.meta.url);

/** Every other file of the folder that exports a proof. */
async function findProofs(): Promise<Proof[]> {
  const files = readdirSync(folder).filter((file) => /^(?!run\b)[\w-]+\.ts$/.test(file));
  const modules = await Promise.all(
    files.sort().map((file) => import(new URL(file, folder).href) as Promise<Partial<Proof>>),
  );
  return modules.filter((module): module is Proof => module.run !== undefined);
}

async function prove(proof: Proof, size: number, keep: boolean): Promise<boolean> {
  console.log(`\n${proof.name}: ${proof.promise}\n  size      ${inThousands(size)} ${proof.unit ?? ''}`);
  const startedAt = performance.now();
  const result = await proof.run({ size }).catch(
    (error: unknown): ProofResult => ({
      figure: 'none: the run came to no end',
      ok: false,
      lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }),
  );
  const { figure, ok, lines } = result;
  const seconds = (performance.now() - startedAt) / 1000;
  const verdict = `${ok ? 'held' : 'BROKEN'} in ${seconds.toFixed(1)} s`;
  console.log(`  figure    ${figure}\n  expected  ${proof.expected}\n  ${verdict}`);
  if (keep) keepResult(proof.name, size, seconds, result);
  for (const line of lines) console.log(`  ${line}`);
  return ok;
}

const usage = 'npm run prove -- NAME… [--size N] [--keep] [--write-docs]';

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        size: { type: 'string' },
        keep: { type: 'boolean', default: false },
        'write-docs': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n${usage}`);
    return process.exit(2);
  }
}

const { values, positionals } = readArguments();
const isSize = (text: string | undefined) => text === undefined || (/^\d+$/.test(text) && Number(text) > 0);
if (!isSize(values.size)) {
  console.error('--size must be a whole number of 1 or more.');
  process.exit(2);
}
const proofs = await findProofs();
const asked = positionals.includes('all') ? proofs : proofs.filter(({ name }) => positionals.includes(name));
const unknown = positionals.filter((name) => name !== 'all' && !proofs.some((proof) => proof.name === name));

if (unknown.length > 0 || (asked.length === 0 && !values['write-docs'])) {
  if (unknown.length > 0) console.error(`There is no proof named ${unknown.join(', ')}.`);
  console.log(`${usage}\n`);
  for (const proof of proofs)
    console.log(
      `  ${proof.name.padEnd(17)} ${proof.promise} (${`${inThousands(proof.size)} ${proof.unit ?? ''}`.trimEnd()})`,
    );
  process.exitCode = unknown.length > 0 ? 2 : 0;
}
let kept = values['write-docs'];
for (const proof of asked) {
  const size = values.size === undefined ? proof.size : Number(values.size);
  const keep = values.keep || size >= proof.size;
  if (!(await prove(proof, size, keep))) process.exitCode = 1;
  kept ||= keep;
}
if (kept) writeDocs(proofs);
