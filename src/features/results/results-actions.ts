// Reads everything that the results of a check say: for the PDF and for the evidence bundle.
import { createHash } from 'node:crypto';
import { type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { type Asker, demand, seesRestricted } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type NameActor, readActorNames } from '../accounts/actor-name-queries.ts';
import { readLogo } from '../accounts/logo-actions.ts';
import type { Logo } from '../accounts/logo-rules.ts';
import { readSubsidiaryName } from '../accounts/subsidiary-actions.ts';
import type { Attachment } from '../attachments/attachment.ts';
import { listPublishedAttachments } from '../attachments/attachment-actions.ts';
import type { GivenConsent } from '../candidate-form/consent.ts';
import { readConsents } from '../candidate-form/consent-actions.ts';
import { findTakenAnswers, type TakenAnswers } from '../candidate-form/taken-answer-queries.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { findDisputes } from '../checks/dispute-queries.ts';
import { type Disputed, disputesIn } from '../checks/dispute-rules.ts';
import { readDecidingEvents } from '../events/audit-actions.ts';
import type { Reference } from '../references/reference.ts';
import { listReferences } from '../references/reference-actions.ts';
import { readAgreedJobRole } from '../report-types/report-type-actions.ts';
import { workforceOfRole } from '../report-types/role-level-rules.ts';
import type { Workforce } from '../report-types/role-levels.ts';
import { factsForClient } from '../report-types/shown-history-rules.ts';
import { type ExpectedDates, readExpectedDates } from '../reports/expected-date-actions.ts';
import { type Note, readNotes } from '../reports/note-actions.ts';
import { openFindings } from '../reports/report-actions.ts';
import { isPublished, published } from '../reports/report-rules.ts';
import { readSheet } from '../verifications/sheet-actions.ts';
import type { Sheet } from '../verifications/sheet-rules.ts';
import { type RiskedStart, readRiskedStart } from '../work-starts/start-risk-actions.ts';
import { findGivenBefore, findOutcomeVersions, findReopenings } from './outcome-version-queries.ts';
import {
  type GivenDocument,
  type ReleasedOutcome,
  releasedOutcomes,
  type ShownOutcomes,
  shownOutcomes,
} from './outcome-version-rules.ts';
import { readEvidencedReports } from './report-evidence-actions.ts';
import { findSupplierAnswers, type SupplierAnswer } from './report-evidence-queries.ts';
import { recordedSources } from './source-words-rules.ts';

export interface Results {
  /** With its reports as their client may see them. */
  readonly check: Check;
  readonly account: {
    readonly name: string;
    readonly brandColour: string;
    /** The screening company, if it is named. */
    readonly screenedBy?: string | undefined;
    /** The name of the one that the order is for. */
    readonly subsidiary: string | undefined;
  };
  readonly logo: Logo | undefined;
  /** The applicant's. */
  readonly key: DataKey;
  readonly versions: readonly ReleasedOutcome[];
  readonly shown: ShownOutcomes;
  /** The newest document that somebody was given and that showed other outcomes. */
  readonly given: GivenDocument | undefined;
  /** Those that the client may see. */
  readonly files: readonly Attachment[];
  /** The reports that rest on something: of others no source is named. */
  readonly evidenced: ReadonlySet<string>;
  /** Of all reports, the oldest first. */
  readonly supplierAnswers: readonly SupplierAnswer[];
  /** Of the reports that the client may see, by their ids. */
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  /** What screeners wrote for the client, the oldest first. */
  readonly notes: readonly Note[];
  /** The oldest first. */
  readonly consents: readonly GivenConsent[];
  /** What the desk typed for the candidate, on the telephone or from paper. */
  readonly taken: readonly TakenAnswers[];
  /** As the client may see it; undefined where no report asks for years, or none that reads the history is complete. */
  readonly sheet: Sheet | undefined;
  /** When they started work before the screening was complete, with how the client managed the risk; undefined if they did not. */
  readonly start: RiskedStart | undefined;
  /** Of the job role that the order names; undefined where it does not say. */
  readonly workforce: Workforce | undefined;
  readonly expected: ExpectedDates;
  /** Since when the candidate says that a result is not right, by report. */
  readonly disputes: ReadonlyMap<string, Disputed>;
  readonly nameOf: NameActor;
  readonly preparedAt: Date;
}

async function readVersions(ctx: Ctx, check: Check, key: DataKey): Promise<ReleasedOutcome[]> {
  const { accountId, environment } = check.tenant;
  const versions = await findOutcomeVersions(ctx.db, check.tenant, check.id);
  const events = await readDecidingEvents(ctx.db, ctx.integrity, [{ accountId, environment, id: check.id }]);
  const opened = versions.map(({ sealedFindings, ...version }) => ({
    ...version,
    findings: openFindings(key, version.reportId, sealedFindings),
  }));
  return releasedOutcomes(check.reports, opened, events, await findReopenings(ctx.db, check.tenant, check.id));
}

async function readReferences(ctx: Ctx, { tenant, reports }: Check): Promise<Map<string, Reference[]>> {
  const complete = reports.filter(({ status }) => isPublished(status));
  return new Map(
    await Promise.all(complete.map(async ({ id }) => [id, await listReferences(ctx, tenant, id)] as const)),
  );
}

/** Refuses with `not_found` a check whose applicant was erased, and shows clients nothing of a restricted person. */
export async function readResults(ctx: Ctx, by: Asker, tenant: Tenant, checkId: string): Promise<Results> {
  demand(by, 'read_results');
  const { check: stored, key } = await readCheckAndKey(ctx, tenant, checkId);
  if (key === undefined) throw new Refusal('not_found');
  if (stored.isRestricted && !seesRestricted(by)) throw restrictedRefusal();
  const check = {
    ...stored,
    order: { ...stored.order, facts: factsForClient(stored.order.facts, stored.reports) },
    reports: stored.reports.map(published),
  };
  const account = await readAccount(ctx, tenant.accountId);
  const subsidiary = await readSubsidiaryName(ctx, tenant.accountId, check.subsidiaryId);
  const { brandColour } = await readAccountSettings(ctx, tenant.accountId);
  const versions = await readVersions(ctx, check, key);
  const shown = shownOutcomes(check.status === 'complete', check.reports, versions);
  const caller: Caller = {
    ...check.tenant,
    actor: 'system',
    clockOffsetSeconds: account.test_clock_offset_seconds,
  };
  const roleId = check.order.criminal_details?.JobRoleId ?? null;
  const jobRole = roleId === null ? undefined : await readAgreedJobRole(ctx, tenant.accountId, roleId);
  const actors = versions.flatMap(({ author, released, reopened }) => [author, released.by, reopened?.by ?? []].flat());
  return {
    check,
    account: { name: account.name, brandColour, screenedBy: ctx.settings.operatorName, subsidiary },
    logo: await readLogo(ctx, tenant.accountId),
    key,
    versions,
    shown,
    given: await findGivenBefore(ctx.db, tenant, check.id, shown),
    files: await listPublishedAttachments(ctx, { ...check.tenant, subsidiaryIds: null }, check.orderId),
    evidenced: await readEvidencedReports(ctx, check),
    supplierAnswers: await findSupplierAnswers(ctx.db, tenant, checkId),
    references: await readReferences(ctx, check),
    notes: await readNotes(ctx, tenant, { reportIds: check.reports.map(({ id }) => id), audience: 'client', key }),
    consents: await readConsents(ctx, check),
    taken: await findTakenAnswers(ctx.db, tenant, check.id),
    sheet: await readSheet(ctx, { ...check, order: stored.order }, { key, reader: 'client' }),
    start: await readRiskedStart(ctx, tenant, check, key),
    workforce: jobRole && workforceOfRole(jobRole),
    expected: await readExpectedDates(ctx, caller, check.id),
    disputes: disputesIn(await findDisputes(ctx.db, tenant, check.id), check.reports),
    nameOf: await readActorNames(ctx.db, tenant.accountId, actors),
    preparedAt: timeFor(ctx, caller),
  };
}

/** A hash that changes whenever the results would be shown differently. */
export function revisionOf(results: Results): Buffer {
  const { check, account, logo, files, evidenced, notes, shown, given, expected, sheet, start, disputes, workforce } =
    results;
  const reports = check.reports.map(({ id, status }) => [
    ...[
      id,
      status,
      expected.waiting.get(id),
      expected.reports.get(id)?.on,
      expected.overdue.reports.get(id),
      disputes.get(id),
    ],
  ]);
  const about = [check.status, check.result, check.order.facts, check.identityConfirmedAt, reports, shown, given];
  const hashes = files.map(({ sha256, createdAt, reportId }) => [sha256, createdAt, reportId]);
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...about,
        hashes,
        [...evidenced],
        check.reports.map((report) => recordedSources(report, results)),
        notes.map(({ id }) => id),
        account,
        sheet,
        start,
        workforce,
      ]),
    )
    .update(logo?.content ?? '')
    .digest();
}
