// Lets the processes of a run do once what need not be repeated in each.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const asked = new Set<string>();
const folder = process.env.TEST_RUN_FOLDER;

/** Whether no process of this run has asked for it before. @param key fit for the name of a file */
export function isFirstInRun(key: string): boolean {
  if (asked.has(key)) return false;
  asked.add(key);
  if (folder === undefined) return true;
  try {
    // Only one process succeeds in making the file.
    writeFileSync(join(folder, key), '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
