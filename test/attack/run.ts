// `npm run attack`: public attack tools (Debian's sqlmap, wapiti, testssl.sh and slowhttptest) against the program on loopback.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programFolder } from '../support/program.ts';
import { type Attack, attacks } from './tools.ts';

/** Runs only those whose name begins with an argument, such as `testssl`. */
const chosen = process.argv.slice(2);

function output({ command, args, withinS }: Attack): Promise<string> {
  // Installed tools only: nothing is downloaded.
  const child = spawn('timeout', [String(withinS), command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => child.on('error', reject).on('close', () => resolve(said)));
}

/** A tool that tried nothing has shown nothing. */
function readOutput(
  { tried, found }: Attack,
  said: string,
): { readonly tried: number; readonly found: readonly string[] } {
  try {
    const count = tried(said);
    if (count > 0) return { tried: count, found: found(said) };
  } catch {
    // It wrote no report.
  }
  return { tried: 0, found: [`it tried nothing, and ended with: ${said.trim().split('\n').slice(-3).join(' ')}`] };
}

const folder = programFolder();
const program = await folder.start({ PROBITY_RATE_LIMIT: '10000000', PROBITY_EMAIL_DOMAIN_CHECK: 'off' });
const own = join(folder.dataDir, 'attack');
mkdirSync(own);
let open = 0;
try {
  const target = { program, folder: own, caFile: join(folder.dataDir, 'tls', 'authority.pem') };
  for (const attack of attacks(target)) {
    if (chosen.length > 0 && !chosen.some((name) => attack.name.startsWith(name))) continue;
    if (spawnSync('which', [attack.command]).status !== 0) {
      process.stdout.write(`${attack.name}: ${attack.command} is not installed\n`);
      continue;
    }
    const said = await output(attack);
    const { tried, found } = readOutput(attack, said);
    open += found.length;
    process.stdout.write(`${attack.name}: ${tried} ${attack.unit}, ${found.length} open\n`);
    for (const line of found) process.stdout.write(`  ${line.trim()}\n`);
  }
  const faults = program
    .log()
    .split('\n')
    .filter((line) => line.includes('unexpected error'));
  process.stdout.write(`unexpected errors in the program's log: ${faults.length}\n`);
  for (const line of faults.slice(0, 5)) process.stdout.write(`  ${line}\n`);
  open += faults.length;
} finally {
  await program.stop();
  folder.remove();
}
process.exitCode = open === 0 ? 0 : 1;
