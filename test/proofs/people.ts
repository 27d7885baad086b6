// Proves that people are who they say: runs the journeys of signing in and every test by which a requirement of chapters
// 6 and 7 of the ASVS holds, and prints the requirements row by row.
import { readFileSync } from 'node:fs';
import { run as runTests } from 'node:test';
import { fileURLToPath } from 'node:url';
import { problemsOf, type Requirement, readRequirements } from './people/requirements.ts';
import { inThousands, type ProofResult } from './proof.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const document = readFileSync(`${root}docs/asvs.md`, 'utf8');

/** What must be among the tests that pass. */
export const journeys: Readonly<Record<string, RegExp>> = {
  'invitation and passkey': /an invited screener .* adds a passkey, and signs in with it alone/,
  'TOTP and recovery codes': /an app and recovery codes work .* each code once/,
  'lost second factors': /somebody who lost every second factor proves who they are as at first/,
  'sessions ended by administrators': /administrators end the sessions of the users that they manage/,
  'forgotten password': /a forgotten password is replaced by a mailed link/,
  'single sign-on': /signs in at their organisation, which vouches for invited users/,
  'step-up': /a secret is shown after a fresh proof/,
  'stolen cookie': /a cookie that was copied before signing out opens nothing/,
  'stolen token of the database': /a token read from the database is useless/,
  'disabled user': /a disabled user is out at once/,
  'lock-out turned on others': /guesses from however many networks lock nobody out/,
};

export const name = 'people';
export const promise = 'People are who they say (promise 26)';
export const expected = 'every journey passes; 0 requirements missing, and each with a test that is in the run';
export const size = readRequirements(document).length;
export const unit = 'requirements of ASVS 5.0, chapters 6 and 7';

interface Ran {
  readonly passed: ReadonlySet<string>;
  readonly failed: readonly string[];
}

/** Runs test files, each in a process of its own. */
async function runFiles(files: readonly string[]): Promise<Ran> {
  const passed = new Set<string>();
  const failed: string[] = [];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const tests = runTests({ files: files.map((file) => `${root}${file}`), concurrency: 2, cwd: root, env });
  tests.on('test:pass', (test) => void passed.add(`${test.file?.replace(root, '')}: ${test.name}`));
  tests.on('test:fail', (test) => void failed.push(`failed: ${test.file?.replace(root, '')}: ${test.name}`));
  for await (const _ of tests);
  return { passed, failed };
}

/** Journeys without a passing test, and files without one. */
export function notInRun({ passed, failed }: Ran, files: readonly string[]): string[] {
  const names = [...passed];
  return [
    ...failed,
    ...files.filter((file) => !names.some((one) => one.startsWith(`${file}: `))).map((file) => `nothing ran: ${file}`),
    ...Object.entries(journeys)
      .filter(([, title]) => !names.some((one) => title.test(one)))
      .map(([journey]) => `no passing test: ${journey}`),
  ];
}

const shown = ({ number, state, reason }: Requirement) => `${number} ${state}: ${reason}`;

/** @param text replaces the document, to show that the proof can fail */
export async function run(options: { readonly size: number; readonly text?: string }): Promise<ProofResult> {
  const requirements = readRequirements(options.text ?? document).slice(0, options.size);
  const files = [...new Set(requirements.flatMap(({ tests }) => tests))];
  const missing = problemsOf(requirements);
  const ran = missing.length > 0 ? { passed: new Set<string>(), failed: [] } : await runFiles(files);
  const problems = missing.length > 0 ? missing : notInRun(ran, files);
  const count = (state: string) => requirements.filter((one) => one.state === state).length;
  return {
    figure: `${count('holds')} requirements hold, ${count('in part')} in part, ${count('not applicable')} do not apply, ${count('missing')} missing; ${Object.keys(journeys).length} journeys and ${inThousands(ran.passed.size)} tests in ${files.length} files, ${problems.length} problems`,
    ok: problems.length === 0,
    lines: [...problems, ...requirements.map(shown)],
  };
}
