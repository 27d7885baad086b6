// `probity audit verify`: verifies the hash chain of events, and compares it with the signed heads stored outside the
// database.
import type { Command } from 'commander';
import type { Settings } from '../config.ts';
import { verifyAudit } from '../features/events/audit-actions.ts';
import { signedHeads } from '../features/events/sealer.ts';
import { runs, withProbity } from './command.ts';

async function verify(settings: Settings, { json }: { json?: true }): Promise<number> {
  const report = await withProbity(settings, ({ ctx, database }) =>
    verifyAudit(database, ctx.integrity, signedHeads(settings)),
  );
  const { ok, events, unsealed, heads, problems } = report;
  if (json === true) {
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } else {
    const counted = `${events} events, ${heads} signed heads, ${unsealed} not yet sealed`;
    process.stdout.write(ok ? `The audit trail is valid: ${counted}.\n` : `The audit trail was changed: ${counted}.\n`);
    for (const { kind, ...where } of problems) {
      const places = Object.entries(where).filter(([, value]) => value !== null && value !== undefined);
      const at = places.map(([name, value]) => `${name} ${String(value)}`).join(', ');
      process.stdout.write(`  ${kind.replaceAll('_', ' ')}${at === '' ? '' : `: ${at}`}\n`);
    }
  }
  return ok ? 0 : 1;
}

export function describe(command: Command): void {
  command
    .command('verify')
    .description(
      'Verify that no event was changed, removed, added or moved since it was sealed, by the chain in the database and by the signed heads in the file of PROBITY_AUDIT_HEAD_FILE. Exit code 1 if something is wrong.',
    )
    .option('--json', 'print JSON')
    .action(runs(verify));
}
