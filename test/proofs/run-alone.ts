// Runs one proof in a process of its own, and tells whoever started it what it found: `run-alone.ts NAME OPTIONS`.
import type { Proof } from './proof.ts';

const [name, options = '{}'] = process.argv.slice(2);
const { run } = (await import(new URL(`./${name}.ts`, import.meta.url).href)) as Proof;
process.send!(await run(JSON.parse(options)));
process.disconnect();
