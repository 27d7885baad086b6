// The cleanup jobs of all features: delete expired rows, and files without a row.
import type { Ctx } from '../../context.ts';
import { type ReferencedFiles, sweepFiles } from '../../platform/files/file-sweep.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { pruneAccountExports, referencedExportFiles } from '../account-exports/account-export-actions.ts';
import { pruneSandboxWindows } from '../accounts/rate-limit-actions.ts';
import { pruneSignIns } from '../accounts/sign-in-actions.ts';
import { pruneApiRequests } from '../api-requests/api-request-actions.ts';
import { referencedAttachmentFiles, referencedQuarantinedFiles } from '../attachments/attachment-actions.ts';
import { referencedRequestFiles } from '../data-requests/request-file-actions.ts';
import { pruneDrafts } from '../drafts/draft-actions.ts';
import { referencedEarlierFiles } from '../earlier-cases/earlier-case-actions.ts';
import { pruneIdempotencyKeys } from '../idempotency/idempotency-actions.ts';
import { pruneLinkAccess } from '../mailed-links/access-actions.ts';
import { pruneLinkCandidates } from '../order-links/order-link-actions.ts';
import { pruneBulkOrders } from '../orders/bulk-order-actions.ts';
import { referencedPersonFiles } from '../person-files/person-file-actions.ts';
import { pruneExchanges } from '../provider-requests/exchange-actions.ts';
import { pruneQuotes } from '../quotes/quote-actions.ts';
import { pruneEvidenceBundles } from '../results/evidence-bundle-actions.ts';
import { pruneResultsLinks, referencedResultsFiles } from '../results/results-document-actions.ts';
import { pruneAlerts } from '../security-alerts/alert-actions.ts';
import { pruneSecurityEvents } from '../security-events/security-event-actions.ts';
import { pruneSentForms } from '../sent-forms/sent-form-actions.ts';
import { pruneDeletedWebhooks, pruneDeliveries } from '../webhooks/history-actions.ts';

/** Each deletes expired rows of its feature, and returns how many. */
const prunings = {
  idempotency_keys: pruneIdempotencyKeys,
  link_access: pruneLinkAccess,
  sign_ins: pruneSignIns,
  drafts: pruneDrafts,
  sent_forms: pruneSentForms,
  bulk_orders: pruneBulkOrders,
  order_link_candidates: pruneLinkCandidates,
  security_events: pruneSecurityEvents,
  security_alerts: pruneAlerts,
  api_requests: pruneApiRequests,
  sandbox_windows: pruneSandboxWindows,
  results_links: pruneResultsLinks,
  evidence_bundles: pruneEvidenceBundles,
  account_exports: pruneAccountExports,
  deleted_webhooks: pruneDeletedWebhooks,
  webhook_deliveries: pruneDeliveries,
  provider_exchanges: pruneExchanges,
  quotes: pruneQuotes,
} as const satisfies Readonly<Record<string, (ctx: Ctx) => Promise<number>>>;

/**
 * By table with a column of file names. A feature that stores files must add itself here; a test compares this with
 * the schema.
 */
export const filesReferencedBy: Readonly<Record<string, (ctx: Ctx) => ReferencedFiles>> = {
  account_export_parts: (ctx) => (names) => referencedExportFiles(ctx, names),
  attachments: (ctx) => (names) => referencedAttachmentFiles(ctx, names),
  data_request_files: (ctx) => (names) => referencedRequestFiles(ctx, names),
  earlier_cases: (ctx) => (names) => referencedEarlierFiles(ctx, names),
  person_files: (ctx) => (names) => referencedPersonFiles(ctx, names),
  quarantined_files: (ctx) => (names) => referencedQuarantinedFiles(ctx, names),
  results_documents: (ctx) => (names) => referencedResultsFiles(ctx, names),
};

/** Far longer than any upload takes between its file and its row. */
const ORPHANED_AFTER_MS = 3_600_000;

async function prune(ctx: Ctx): Promise<void> {
  for (const [name, pruning] of Object.entries(prunings)) {
    const count = await pruning(ctx);
    if (count > 0) ctx.log.info('pruned', { job: name, count });
  }
}

async function sweep(ctx: Ctx): Promise<void> {
  const olderThan = new Date(ctx.now().getTime() - ORPHANED_AFTER_MS);
  const referencedBy = Object.values(filesReferencedBy).map((referenced) => referenced(ctx));
  const { unfinished, orphans } = await sweepFiles(ctx.files, olderThan, referencedBy);
  if (unfinished + orphans > 0) ctx.log.info('files swept', { count: unfinished + orphans });
}

export const housekeepingCrontab = '17 * * * * prune\n37 * * * * sweep_files';

export const housekeepingJobs = (ctx: Ctx): Readonly<Record<'prune' | 'sweep_files', JobHandler>> => ({
  prune: () => prune(ctx),
  sweep_files: () => sweep(ctx),
});
