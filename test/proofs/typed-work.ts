// Proves that what is typed in any form survives: the test of typed work, on every page of each kind of person.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ProofResult } from './proof.ts';

export const name = 'typed-work';
export const promise = 'What is typed in any form survives a closed tab, an ended session and a killed server';
export const expected = '0 forms that lose what is typed';
/** More than any kind of person has. */
export const size = 100;
export const unit = 'pages of each kind of person at most';

const root = fileURLToPath(new URL('../../', import.meta.url));

export async function run({ size: pages }: { readonly size: number }): Promise<ProofResult> {
  const child = spawn(process.execPath, ['test/support/run-tests.ts', 'test/portals/typed-work.test.ts'], {
    cwd: root,
    env: { ...process.env, PAGES_OF_EACH_TYPIST: String(pages) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const count = (word: string) => Number(new RegExp(`^ℹ ${word} (\\d+)`, 'm').exec(output)?.[1] ?? 0);
  return {
    figure: `${count('pass')} of ${count('tests')} tests of every form hold`,
    ok: code === 0,
    lines: code === 0 ? [] : output.split('\n').filter((line) => /✖|Error|: /.test(line)),
  };
}
