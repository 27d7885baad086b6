// The job that fetches the lists whose addresses are set, and imports those that have changed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import type { Outgoing } from '../../platform/outgoing-http/outgoing.ts';
import { importSanctionsList } from './import-actions.ts';
import type { ListName } from './list-title-rules.ts';

/** The largest list has some hundred megabytes. */
const largestBytes = 1024 * 1024 * 1024;
const timeoutMs = 20 * 60_000;

/** @returns why nothing was imported; undefined on success */
async function fetchInto(
  ctx: Ctx,
  outgoing: Outgoing,
  { list, url, path }: { readonly list: ListName; readonly url: string; readonly path: string },
): Promise<string | undefined> {
  const result = await outgoing.download({ url, path, largestBytes, timeoutMs });
  if (result.outcome === 'failed') return result.reason;
  if (result.status !== 200) return `answered ${result.status}`;
  try {
    const { row, changed } = await importSanctionsList(ctx, { list, path });
    ctx.log.info('sanctions list in force', { reason: changed ? 'new version' : 'unchanged', list, count: row.people });
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return Object.values(error.fields).flat().join('; ');
    throw error;
  }
}

/** Logs a list that fails, and imports the others. */
async function importFromAddresses(ctx: Ctx, outgoing: Outgoing): Promise<void> {
  for (const [list, url] of ctx.settings.sanctionsLists) {
    const folder = await mkdtemp(join(tmpdir(), 'probity-sanctions-'));
    try {
      const problem = await fetchInto(ctx, outgoing, { list, url, path: join(folder, 'list') });
      if (problem !== undefined) ctx.log.error('sanctions list not imported', { list, reason: problem });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Four times a day, off the full hour, when other systems make requests. */
export const sanctionsCrontab = '23 1,7,13,19 * * * import_sanctions_lists';

/** @param outgoing outgoing HTTP for data providers */
export const sanctionsJobs = (
  ctx: Ctx,
  outgoing: Outgoing,
): Readonly<Record<'import_sanctions_lists', JobHandler>> => ({
  import_sanctions_lists: () => importFromAddresses(ctx, outgoing),
});
