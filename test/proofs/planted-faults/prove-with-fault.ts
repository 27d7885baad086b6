// Runs a proof over the shipped program with a planted fault, in a process of its own.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProofResult } from '../proof.ts';
import type { PlantedFault } from './faults.ts';
import { faultVariable, reachedVariable } from './reached.ts';

const proofProcess = fileURLToPath(new URL('./proof-process.ts', import.meta.url));

/**
 * @param signal ends everything at once
 * Throws if the proof did not finish, and if it never ran the faulty function: then its result says nothing about the fault.
 */
export async function proveWith({ name, proof }: PlantedFault, signal: AbortSignal): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-fault-'));
  const reachedFile = join(folder, 'reached');
  try {
    const result = await runProof({ [faultVariable]: name, [reachedVariable]: reachedFile }, signal);
    if (!existsSync(reachedFile)) throw new Error(`${proof} never ran the planted fault: ${name}`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runProof(variables: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ProofResult> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = fork(proofProcess, {
    env: { ...env, ...variables },
    // In a process group of its own, so that everything that it starts ends with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const end = () => process.kill(-child.pid!, 'SIGKILL');
  signal.addEventListener('abort', end);
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let result: ProofResult | undefined;
  child.on('message', (message: ProofResult) => {
    result = message;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', end);
  if (result === undefined) throw new Error(`the proof did not finish (${code}): ${errors.slice(-4000)}`);
  return result;
}
