// Finds the fault that this process is to have, by the environment that it was started with, and notes when it is reached.
import { writeFileSync } from 'node:fs';
import { faults, type PlantedFault, unreachedFault } from './faults.ts';

/** Names of variables of the environment: the fault's name, and the file that is written when the fault is reached. */
export const faultVariable = 'PLANTED_FAULT';
export const reachedVariable = 'PLANTED_FAULT_REACHED';

/** The fault of this process, planted. */
export function plantedFault() {
  const name = process.env[faultVariable];
  const file = process.env[reachedVariable]!;
  const fault = [...faults, unreachedFault].find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no planted fault named ${name}`);
  let isNoted = false;
  const planted = fault.plant(() => {
    if (!isNoted) writeFileSync(file, '');
    isNoted = true;
  });
  return { fault, planted } satisfies { fault: PlantedFault; planted: unknown };
}
