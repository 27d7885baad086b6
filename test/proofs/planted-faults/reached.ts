// Plants a fault and notes when it is reached: in this process, or in the program by the environment that it is started
// with.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faults, type PlantedFault } from './faults.ts';
import type { PlantedOptions, Planting } from './planting.ts';

const faultVariable = 'PLANTED_FAULT';
const reachedVariable = 'PLANTED_FAULT_REACHED';

/** @param file is written when the fault is reached */
function plant(fault: PlantedFault, file: string): Planting {
  let isNoted = false;
  return fault.plant(() => {
    if (!isNoted) writeFileSync(file, '');
    isNoted = true;
  });
}

/** The options that plant the fault in a proof, and in the programs that it starts. */
export const plantedOptions = (fault: PlantedFault, file: string): PlantedOptions => ({
  planted: plant(fault, file),
  program: [
    ...['env', `${faultVariable}=${fault.name}`, `${reachedVariable}=${file}`],
    ...[process.execPath, fileURLToPath(new URL('./program-process.ts', import.meta.url))],
  ],
});

/** The fault of this program. */
export function plantedHere(): Planting {
  const name = process.env[faultVariable];
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no planted fault named ${name}`);
  return plant(fault, process.env[reachedVariable]!);
}
