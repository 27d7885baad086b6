// What a scrape of the metrics asks of the features and the providers; loaded at the first scrape, which no start waits for.
import type { Ctx } from './context.ts';
import { findExpiries } from './features/housekeeping/expiry-actions.ts';
import { findOperatorFigures } from './features/housekeeping/operator-queries.ts';
import type { Operations } from './platform/operation-metrics.ts';
import { listsInForce } from './providers/sanctions/import-actions.ts';

const DAY_MS = 86_400_000;

export async function readOperations(ctx: Ctx): Promise<Operations> {
  const figures = await findOperatorFigures(ctx.db, new Date(ctx.now().getTime() - DAY_MS));
  return {
    // A gauge keeps what is set last: the first to end of each kind.
    ends: (await findExpiries(ctx)).toSorted((a, b) => b.at.getTime() - a.at.getTime()),
    lists: (await listsInForce(ctx)).map(({ list, imported_at: importedAt }) => ({ list, importedAt })),
    pausedProviders: figures.pausedProviders.length,
    failedMails: figures.failedEmails,
  };
}
