// What an auditor asks for first: when the audit trail was verified, its signed heads, the last backup, keys, and the jobs that delete.
import type { Ctx } from '../../context.ts';
import { findLastBackup } from '../../platform/backup/last-backup.ts';
import { findRestoreTrial, type RestoreTrial } from '../../platform/backup/last-restore-trial.ts';
import { findSchedules, type ScheduledJob } from '../../platform/job-store.ts';
import { lastVerificationAt } from '../../platform/last-verification.ts';
import { programVersion } from '../../platform/program-version.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { headFileSize, readHeadLines } from './audit-head-store.ts';
import { parseHead } from './audit-heads.ts';
import { countChained, findKeyFacts, type KeyFacts } from './evidence-queries.ts';

/** Those by which data go, of the jobs that run by the clock. */
const deletingJobs = ['erase_due_people', 'delete_due_contents', 'prune', 'sweep_files'] as const;

interface SignedHeads {
  readonly count: number;
  readonly lastAt: Date | undefined;
  /** The number of the event that the last one signs. */
  readonly lastSeq: number | undefined;
}

export interface ControlEvidence {
  readonly version: string;
  /** When `probity audit verify` last found the audit trail valid. */
  readonly verifiedAt: Date | undefined;
  readonly chained: number;
  readonly heads: SignedHeads;
  /** Only of the embedded database: another one has backups of its own. */
  readonly backup: { readonly at: Date; readonly target: string } | undefined;
  /** The last that was recorded. */
  readonly restoreTrial: RestoreTrial | undefined;
  readonly hasOwnDatabase: boolean;
  readonly keys: KeyFacts;
  readonly deletions: readonly ScheduledJob[];
}

async function signedHeads(file: string): Promise<SignedHeads> {
  let [count, newest]: [number, ReturnType<typeof parseHead>] = [0, undefined];
  for await (const line of readHeadLines(file, await headFileSize(file))) {
    count += 1;
    newest = parseHead(line) ?? newest;
  }
  return { count, lastAt: newest && new Date(newest.at), lastSeq: newest?.seq };
}

/** Of this machine's data folder and of the database; names nobody. */
export async function readControlEvidence(ctx: Pick<Ctx, 'db' | 'settings'>, by: Asker): Promise<ControlEvidence> {
  demand(by, 'read_audit');
  const { dataDir, auditHeadFile, databaseUrl } = ctx.settings;
  const backup = findLastBackup(dataDir);
  const [chained, heads, keys, schedules] = await Promise.all([
    countChained(ctx.db),
    signedHeads(auditHeadFile),
    findKeyFacts(ctx.db),
    findSchedules(ctx.db),
  ]);
  return {
    ...{ version: programVersion(), verifiedAt: lastVerificationAt(dataDir), chained, heads, keys },
    backup: backup && { at: new Date(backup.at), target: backup.target },
    restoreTrial: findRestoreTrial(dataDir),
    hasOwnDatabase: databaseUrl !== undefined,
    deletions: deletingJobs.flatMap((name) => schedules.find(({ job }) => job === name) ?? []),
  };
}
