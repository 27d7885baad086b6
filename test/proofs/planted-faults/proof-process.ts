// Runs the proof of the planted fault of its environment, and sends the result to the parent process.
import { fileURLToPath } from 'node:url';
import type { Proof } from '../proof.ts';
import type { PlantedOptions } from './planting.ts';
import { plantedFault } from './reached.ts';

// When the parent has the result, or has ended, everything that this process group still runs must end too.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
const { fault, planted } = plantedFault();
const program = [process.execPath, fileURLToPath(new URL('./program-process.ts', import.meta.url))];
const { run } = (await import(new URL(`../${fault.proof}.ts`, import.meta.url).href)) as Proof;
const options: { readonly size: number } & PlantedOptions = { ...fault.options, planted, program };
const result = await run(options);
process.send!(result, () => process.disconnect());
