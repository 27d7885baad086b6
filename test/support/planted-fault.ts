// A proof over shipped source that has a fault planted in it: in a process of its own, with all that it starts.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ProofResult } from '../proofs/proof.ts';

export interface Fault {
  /** From the repository's root: `src/…`. */
  readonly file: string;
  /** What stands there exactly once. */
  readonly find: string;
  readonly replace: string;
}

const planting = new URL('./plant-fault.ts', import.meta.url).href;
const proving = fileURLToPath(new URL('../proofs/run-alone.ts', import.meta.url));

/**
 * @param proof a file of the proofs, without its ending
 * @param signal ends everything at once
 * Throws where the proof came to no end: a program that does not run at all shows nothing.
 */
export async function proveWith(
  fault: Fault,
  proof: string,
  options: { readonly size: number },
  signal: AbortSignal,
): Promise<ProofResult> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = fork(proving, [proof, JSON.stringify(options)], {
    env: { ...env, NODE_OPTIONS: `--import=${planting}`, PLANTED_FAULT: JSON.stringify(fault) },
    // A group: what it has started ends with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const end = () => process.kill(-child.pid!, 'SIGKILL');
  signal.addEventListener('abort', end);
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  let result: ProofResult | undefined;
  child.on('message', (message: ProofResult) => {
    result = message;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', end);
  if (result === undefined) throw new Error(`${proof} came to no end (${code}): ${said.slice(-4000)}`);
  return result;
}
