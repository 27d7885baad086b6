// By how much a process grows while something is done to it, as the kernel counts.
import { readFileSync, writeFileSync } from 'node:fs';

/** In MB. */
function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const [, kB = ''] = new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1000;
}

/** From what it has now to the most that it has meanwhile, in MB. */
export async function growthWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid, 'VmRSS');
  // From now on VmHWM is the most since now.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return memoryOf(pid, 'VmHWM') - before;
}
