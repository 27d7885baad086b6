// Runs one proof in a process of its own, and tells whoever started it what it found: `run-alone.ts NAME OPTIONS`.
import type { Proof } from './proof.ts';

// Whoever started it is gone, or knows all: whatever is still there of its group ends with it.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
const [name, options = '{}'] = process.argv.slice(2);
const { run } = (await import(new URL(`./${name}.ts`, import.meta.url).href)) as Proof;
const result = await run(JSON.parse(options));
process.send!(result, () => process.disconnect());
