// Measures the memory growth of a process by the kernel's counters.
import { readFileSync, writeFileSync } from 'node:fs';

/** In MB. */
function memoryOf(pid: number, line: 'VmRSS' | 'VmHWM'): number {
  const [, kB = ''] = new RegExp(`^${line}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kB) / 1000;
}

/** From the current memory to the peak during the work, in MB. */
export async function growthWhile(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid, 'VmRSS');
  // Resets VmHWM, the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  await work();
  return memoryOf(pid, 'VmHWM') - before;
}
