// The evidence bundle of a check: its results as PDF and JSON with all files, in one ZIP with a signed manifest. A job
// makes it, and every copy that is given out is recorded.
import { createHash, sign } from 'node:crypto';
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { loadSigningKey, pemOf, type SigningKey } from '../../platform/encryption/signing-key.ts';
import { type ZipEntry, zipOf } from '../../platform/files/zip-archive.ts';
import { inBatches } from '../../platform/jobs.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import { readAttachmentContent } from '../attachments/attachment-actions.ts';
import { readCheck } from '../checks/check-actions.ts';
import { readDecisions } from '../client-decisions/client-decision-actions.ts';
import { decisionJson, followUpJson, hearingJson } from '../client-decisions/decision-json-rules.ts';
import { readFollowUps } from '../client-decisions/follow-up-actions.ts';
import { readHearings } from '../client-decisions/hearing-actions.ts';
import { readEventsOfCheck } from '../events/audit-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { EventColumns } from '../events/event-row-rules.ts';
import { type EventName, eventTypes } from '../events/event-types.ts';
import { listReferences } from '../references/reference-actions.ts';
import { recordSecurityEvent } from '../security-events/security-event-actions.ts';
import {
  attachmentPath,
  bundlePaths,
  type ManifestFile,
  manifestOf,
  readmeText,
  resultsJson,
} from './evidence-bundle-rules.ts';
import { type ClientHandling, decisionText } from './evidence-decision-rules.ts';
import { refuseChangedOutcomes } from './outcome-check-actions.ts';
import { renderReportDocument } from './report-document.ts';
import { readResults, revisionOf } from './results-actions.ts';
import { lookAtFile, type ResultsDocument } from './results-document-actions.ts';
import { documentOf } from './results-document-rules.ts';
import { deleteBundlesMadeBefore } from './results-document-store.ts';
import { type CurrentResults, makeResultsFile, openResultsFile } from './results-file-actions.ts';

/** The operator's key that signs bundles, made at the first use, in `evidence-key.pem` of the data folder. */
export const evidenceKey = ({ dataDir }: Pick<Ctx['settings'], 'dataDir'>): SigningKey =>
  loadSigningKey(dataDir, 'evidence-key');

interface BundledResults extends CurrentResults {
  readonly events: readonly EventColumns[];
  readonly handling: ClientHandling;
}

const isLook = ({ type }: EventColumns) => 'look' in (eventTypes[type as EventName] ?? {});

/** A look alone makes no new bundle: the one that is stored says when it was made. */
async function current(ctx: Ctx, by: Asker, tenant: Tenant, checkId: string): Promise<BundledResults> {
  const results = await readResults(ctx, by, tenant, checkId);
  const { accountId, environment } = results.check.tenant;
  const events = await readEventsOfCheck(ctx, { accountId, environment, id: checkId });
  const newest = events.findLast((event) => !isLook(event))?.id ?? '';
  const system: Caller = { ...results.check.tenant, actor: 'system', clockOffsetSeconds: 0 };
  const decisions = await readDecisions(ctx, system, results.check);
  const handling = {
    decisions,
    hearings: await readHearings(ctx, system, results.check),
    followUps: await readFollowUps(ctx, system, results.check),
  };
  return {
    results,
    events,
    handling,
    revision: createHash('sha256').update(revisionOf(results)).update(newest).digest(),
  };
}

/** The references on which outcomes rest that the client may see. */
async function referencesOf(ctx: Ctx, { check }: CurrentResults['results']) {
  const shown = check.reports.filter(({ status }) => status === 'complete');
  const all = await Promise.all(shown.map(({ id }) => listReferences(ctx, check.tenant, id)));
  return all.flat().filter(({ takenOverAt, awaitsOutcome }) => takenOverAt !== null && !awaitsOutcome);
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Every file, and then the manifest of what was really written. */
async function* entriesOf(ctx: Ctx, { results, events, handling }: BundledResults): AsyncGenerator<ZipEntry> {
  const written: ManifestFile[] = [];
  async function* hashed(path: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    written.push({ path, size, sha256: hash.digest('hex') });
  }
  const listed = (path: string, content: AsyncIterable<Uint8Array>): ZipEntry => ({
    path,
    content: hashed(path, content),
  });
  const nameOf = await readActorNames(ctx.db, results.check.tenant.accountId, [
    ...events.map(({ actor }) => actor),
    ...results.versions.flatMap(({ author, released }) => [author, released.by]),
  ]);
  yield listed(bundlePaths.readme, once(Buffer.from(readmeText)));
  yield listed(bundlePaths.pdf, once(await renderReportDocument(documentOf(results))));
  const references = await referencesOf(ctx, results);
  const decided = {
    decisions: handling.decisions.map(decisionJson),
    hearings: handling.hearings.map(hearingJson),
    follow_ups: handling.followUps.map(followUpJson),
  };
  const json = JSON.stringify({ ...resultsJson(results, references, events, nameOf), ...decided }, null, 2);
  yield listed(bundlePaths.json, once(Buffer.from(json)));
  yield listed(bundlePaths.decision, once(Buffer.from(decisionText(results, handling))));
  for (const [at, file] of results.files.entries()) {
    yield listed(attachmentPath(file, at), await readAttachmentContent(ctx, results.check.tenant, file.fileToken));
  }
  const manifest = Buffer.from(JSON.stringify(manifestOf(results, written), null, 2));
  const { privateKey, publicKey } = evidenceKey(ctx.settings);
  yield { path: bundlePaths.manifest, content: once(manifest) };
  yield { path: bundlePaths.signature, content: once(sign(null, manifest, privateKey)) };
  yield { path: bundlePaths.publicKey, content: once(Buffer.from(pemOf(publicKey))) };
}

/** Makes the bundle for the job; does nothing if the stored one is up to date. */
export async function makeEvidenceBundle(ctx: Ctx, tenant: Tenant, checkId: string): Promise<void> {
  await refuseChangedOutcomes(ctx, tenant, checkId);
  const bundled = await current(ctx, 'system', tenant, checkId);
  await makeResultsFile(ctx, 'bundle', bundled, () => zipOf(entriesOf(ctx, bundled), bundled.results.preparedAt));
}

/**
 * The bundle as a ZIP. Records the look at the results, and the export, before the first byte is sent. Refuses as
 * `readResultsDocument` does. @param waitMs how long it may take, if not as usual
 */
export async function readEvidenceBundle(
  ctx: Ctx,
  reader: Caller,
  checkId: string,
  waitMs?: number,
): Promise<ResultsDocument> {
  demand(reader, 'read_results');
  const { id } = await readCheck(ctx, reader, checkId);
  await refuseChangedOutcomes(ctx, reader, id);
  const { results, content } = await openResultsFile(ctx, 'bundle', () => current(ctx, reader, reader, id), waitMs);
  await storeEvents(ctx, reader, [lookAtFile(results, 'bundle')]);
  const { accountId, environment, actor, keyId, onBehalfOf } = reader;
  const who = { accountId, environment, actor, keyId, onBehalfOf };
  await recordSecurityEvent(ctx, { type: 'records.exported', ...who, detail: { check_id: id } });
  return { orderId: results.check.orderId, content };
}

/** A bundle is made again whenever somebody asks: it is kept for the second download, not for ever. */
const keptMs = 24 * 3_600_000;

/** For the pruning job. Returns how many were deleted. */
export const pruneEvidenceBundles = (ctx: Pick<Ctx, 'db' | 'now'>): Promise<number> =>
  inBatches((limit) => deleteBundlesMadeBefore(ctx.db, new Date(ctx.now().getTime() - keptMs), limit));
