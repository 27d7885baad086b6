// What a check of `probity doctor` or `probity status` finds, and how findings are printed.
import type { Settings } from '../config.ts';
import { explainError } from './explain-error.ts';
import { tableOf } from './output.ts';

export interface Finding {
  readonly state: 'ok' | 'warning' | 'failed';
  /** What was found and, unless it is ok, what to do. */
  readonly message: string;
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string): Finding => ({ state: 'warning', message });
export const failed = (message: string): Finding => ({ state: 'failed', message });

export type Note = (name: string, finding: Finding) => void;

/** Runs one check; an error that it throws becomes a finding. */
export async function runCheck(settings: Settings, check: () => Finding | Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return failed(explainError(error, settings).trimEnd());
  }
}

/** Prints what `examine` notes, and returns the exit code: 1 if something failed. */
export async function printFindings(json: true | undefined, examine: (note: Note) => Promise<void>): Promise<number> {
  const rows: { readonly state: Finding['state']; readonly name: string; readonly message: string }[] = [];
  await examine((name, { state, message }) => void rows.push({ state, name, message }));
  process.stdout.write(json === true ? `${JSON.stringify(rows, null, 2)}\n` : tableOf(rows));
  return rows.some(({ state }) => state === 'failed') ? 1 : 0;
}
