// `probity audit verify`: verifies the hash chain of events, and compares it with the signed heads stored outside the
// database.
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { verifyRows } from '../features/accounts/row-check-jobs.ts';
import { type AuditReport, type HeadsElsewhere, verifyAudit } from '../features/events/audit-actions.ts';
import { lineOfName } from '../features/events/audit-heads.ts';
import { signedHeads } from '../features/events/sealer.ts';
import { bucketOptions } from '../features/forwarding/destinations.ts';
import { verifyAllOutcomes } from '../features/results/outcome-check-actions.ts';
import { now } from '../main.ts';
import { type ForwardingTarget, readTarget } from '../platform/forwarding/forwarding-target.ts';
import { recordVerification } from '../platform/last-verification.ts';
import { runs, withProbity } from './command.ts';

const counted = ({ events, heads, unsealed }: AuditReport) =>
  `${events} events, ${heads} signed heads, ${unsealed} not yet sealed`;

function lineOf({ kind, ...where }: { readonly kind: string }): string {
  const places = Object.entries(where).filter(([, value]) => value !== null && value !== undefined);
  const at = places.map(([name, value]) => `${name} ${String(value)}`).join(', ');
  return `  ${kind.replaceAll('_', ' ')}${at === '' ? '' : `: ${at}`}\n`;
}

type ReadableTarget = Extract<ForwardingTarget, { kind: 'file' | 'bucket' }>;

function targetOf(given: string): ReadableTarget {
  const target = readTarget(given.startsWith('s3://') ? given : resolve(given), 'file', 'bucket');
  if (target === undefined) throw new Error(`${given} is neither a file nor s3://bucket/prefix`);
  return target;
}

async function* linesOf(settings: Settings, target: ReadableTarget): AsyncGenerator<string> {
  if (target.kind === 'file') {
    yield* (await open(target.path)).readLines();
    return;
  }
  const { readBucket } = await import('../platform/forwarding/bucket-destination.ts');
  for await (const name of readBucket(bucketOptions(settings, target))) yield lineOfName(name);
}

/** Those of the option, else those of the setting that can be read from here. */
function headsElsewhere(settings: Settings, given: string | undefined): HeadsElsewhere[] {
  const readable = settings.auditHeadsTo.filter(({ kind }) => kind === 'file' || kind === 'bucket');
  const targets = given === undefined ? (readable as ReadableTarget[]) : [targetOf(given)];
  const { publicKeys } = signedHeads(settings);
  return targets.map((target) => ({ lines: linesOf(settings, target), publicKeys, until: now() }));
}

interface VerifyOptions {
  readonly json?: true;
  readonly heads?: string;
}

async function verify(settings: Settings, { json, heads }: VerifyOptions): Promise<number> {
  const { trail, outcomes, rows } = await withProbity(settings, async ({ ctx, database }) => ({
    trail: await verifyAudit(database, ctx.integrity, signedHeads(settings), headsElsewhere(settings, heads)),
    outcomes: await verifyAllOutcomes(database, ctx.integrity),
    rows: await verifyRows(database, ctx.integrity),
  }));
  const problems = [...trail.problems, ...outcomes, ...rows];
  const ok = problems.length === 0;
  if (ok) recordVerification(settings.dataDir, now());
  if (json === true) {
    process.stdout.write(`${JSON.stringify({ ...trail, ok, problems }, null, 2)}\n`);
  } else {
    const found = ok ? 'The audit trail is valid' : 'The audit trail was changed';
    process.stdout.write(`${found}: ${counted(trail)}.\n${problems.map(lineOf).join('')}`);
  }
  return ok ? 0 : 1;
}

export function describe(command: Command): void {
  command
    .command('verify')
    .description(
      'Verify that no event was changed, removed, added or moved since it was sealed, by the chain in the database and by the signed heads in the file of PROBITY_AUDIT_HEAD_FILE; that every outcome is the one that was decided; and that no API key, credential or grant was inserted, changed or put back by hand. Exit code 1 if something is wrong.',
    )
    .option(
      '--heads <place>',
      'compare with the heads kept in this file or s3://bucket/prefix too; by default with those of PROBITY_AUDIT_HEADS_TO that can be read',
    )
    .option('--json', 'print JSON')
    .action(runs(verify));
}
