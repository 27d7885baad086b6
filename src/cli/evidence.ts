// `probity evidence`: verifies an evidence bundle without a database, and prints the public key of its signature.
import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { evidenceKey } from '../features/results/evidence-bundle-actions.ts';
import { type BundleProblem, verifyEvidenceBundle } from '../features/results/evidence-verification.ts';
import { pemOf, publicKeyFileOf, publicKeysIn } from '../platform/encryption/signing-key.ts';
import { runs } from './command.ts';
import { requireInstallation } from './installation.ts';

const sentences: Readonly<Record<BundleProblem['kind'], string>> = {
  not_a_bundle: 'The file is no evidence bundle that can be read',
  signature_wrong: 'The manifest is not the one that was signed',
  other_key: 'The bundle was signed with another key',
  file_missing: 'A file is missing',
  file_changed: 'A file was changed',
  file_not_listed: 'A file was added',
  file_twice: 'Two files have the same name',
};

interface Given {
  readonly key?: string;
  readonly json?: true;
}

/** The keys of the file that is given, else those of this installation, if it has made one. */
function trustedKeys({ dataDir }: Settings, { key }: Given): KeyObject[] {
  const own = publicKeyFileOf(dataDir, 'evidence-key');
  const file = key ?? (existsSync(own) ? own : undefined);
  if (file === undefined) return [];
  const keys = publicKeysIn(readFileSync(file, 'utf8'));
  if (keys.length === 0) throw new Error(`${file} has no public key in PEM.`);
  return keys;
}

async function verify(settings: Settings, file: string, given: Given): Promise<number> {
  if (!existsSync(file)) {
    process.stderr.write(`There is no file ${file}.\n`);
    return 1;
  }
  const trusted = trustedKeys(settings, given);
  const { problems, manifest, fingerprint } = await verifyEvidenceBundle(file, trusted);
  const ok = problems.length === 0;
  if (given.json === true) {
    const origin = trusted.length === 0 ? 'unknown' : 'trusted';
    process.stdout.write(`${JSON.stringify({ ok, origin, fingerprint, problems, manifest }, null, 2)}\n`);
    return ok ? 0 : 1;
  }
  const lines = problems.map(({ kind, path }) => `  ${sentences[kind]}${path === null ? '' : `: ${path}`}.\n`);
  const what =
    manifest === null ? 'The bundle' : `The bundle of ${manifest.order}, prepared at ${manifest.prepared_at},`;
  process.stdout.write(`${what} ${ok ? 'is valid' : 'is not valid'}.\n${lines.join('')}`);
  if (ok && trusted.length === 0) {
    process.stdout.write(
      `No key of the operator was given: the signature is of the key inside the bundle, with the SHA-256 ${fingerprint}. Compare it with the operator's.\n`,
    );
  }
  return ok ? 0 : 1;
}

async function printPublicKey(settings: Settings): Promise<void> {
  await requireInstallation(settings);
  process.stdout.write(evidenceKey(settings).publicKeys.map(pemOf).join(''));
}

export function describe(command: Command): void {
  command
    .command('verify')
    .description(
      'Verify an evidence bundle: that its manifest was signed with the key, and that no file was changed, removed or added. Needs no database. Exit code 1 if something is wrong.',
    )
    .argument('<file>', 'the bundle, a ZIP file')
    .option('--key <file>', "the operator's public key; by default the one of this installation")
    .option('--json', 'print JSON')
    .action(runs(verify));
  command
    .command('public-key')
    .description('Print the public key by which others verify the evidence bundles of this installation.')
    .action(runs(printPublicKey));
}
