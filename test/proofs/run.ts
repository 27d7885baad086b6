// `npm run prove` lists the proofs, `npm run prove -- NAME…` runs some; `--size N` instead of the full size, `all` for all of them.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inThousands, type Proof, type ProofResult } from './proof.ts';

const folder = new URL('./', import.meta.url);

/** Every other file of the folder that exports a proof. */
async function findProofs(): Promise<Proof[]> {
  const files = readdirSync(folder).filter((file) => /^(?!run\b)[\w-]+\.ts$/.test(file));
  const modules = await Promise.all(
    files.sort().map((file) => import(new URL(file, folder).href) as Promise<Partial<Proof>>),
  );
  return modules.filter((module): module is Proof => module.run !== undefined);
}

async function prove(proof: Proof, size: number): Promise<boolean> {
  console.log(`\n${proof.name}: ${proof.promise}\n  size      ${inThousands(size)}`);
  const startedAt = performance.now();
  const { figure, ok, lines } = await proof.run({ size }).catch(
    (error: unknown): ProofResult => ({
      figure: 'none: the run came to no end',
      ok: false,
      lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`  figure    ${figure}\n  expected  ${proof.expected}\n  ${ok ? 'held' : 'BROKEN'} in ${seconds} s`);
  for (const line of lines) console.log(`  ${line}`);
  return ok;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { size: { type: 'string' } } });
const proofs = await findProofs();
const asked = positionals.includes('all') ? proofs : proofs.filter(({ name }) => positionals.includes(name));
const unknown = positionals.filter((name) => name !== 'all' && !proofs.some((proof) => proof.name === name));

if (unknown.length > 0 || asked.length === 0) {
  if (unknown.length > 0) console.error(`There is no proof named ${unknown.join(', ')}.`);
  console.log('npm run prove -- NAME… [--size N]\n');
  for (const proof of proofs) console.log(`  ${proof.name.padEnd(12)} ${proof.promise} (${inThousands(proof.size)})`);
  process.exitCode = unknown.length > 0 ? 2 : 0;
}
for (const proof of asked) {
  const size = values.size === undefined ? proof.size : Number(values.size);
  if (!(await prove(proof, size))) process.exitCode = 1;
}
