// Reads the verification sheet of an order: what the candidate stated, and everything that confirms it.
import type { Ctx } from '../../context.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { listAttachments } from '../attachments/attachment-actions.ts';
import type { Check } from '../checks/check.ts';
import { factsGivenOn } from '../checks/check-rules.ts';
import type { Reference } from '../references/reference.ts';
import { listReferences } from '../references/reference-actions.ts';
import { inWritingOf, lacksWriting } from '../references/written-reference-rules.ts';
import { reportTypeById, requiresOf } from '../report-types/report-type-rules.ts';
import { factsForClient } from '../report-types/shown-history-rules.ts';
import type { Report } from '../reports/report.ts';
import { isPublished } from '../reports/report-rules.ts';
import type { ActivityHistoryParams } from '../requirements/activity-history-requirement.ts';
import { askedBy, paramsOf } from '../requirements/requirement-rules.ts';
import { confirmationsOf, recordedConfirmation } from './confirmation-rules.ts';
import { readsHistory } from './history-report-rules.ts';
import { type Sheet, sheetOf } from './sheet-rules.ts';
import { readVerifications } from './verification-actions.ts';

/** The years and gaps that these reports of the order ask about together; undefined where none asks for years. */
function askedOf({ activityYears }: Check, reports: readonly Report[]): ActivityHistoryParams | undefined {
  const types = reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
  const params = paramsOf<ActivityHistoryParams>(askedBy(requiresOf(types, activityYears)), 'activity_history');
  return params === undefined || params.years === 0 ? undefined : params;
}

/** With what of them still has to follow in writing. */
async function withWriting(ctx: Ctx, { tenant, orderId, reports }: Check, references: readonly Reference[]) {
  if (!references.some((one) => inWritingOf(one, reports) !== undefined)) return references;
  const files = await listAttachments(ctx, { ...tenant, subsidiaryIds: null }, orderId);
  return references.map((one) => (lacksWriting(one, reports, files) ? { ...one, lacksWriting: true as const } : one));
}

/** Those whose answers were taken over into one of these reports. */
async function takenOverInto(ctx: Ctx, { tenant }: Check, reports: readonly Report[], isReleased: boolean) {
  const lists = await Promise.all(reports.filter(readsHistory).map(({ id }) => listReferences(ctx, tenant, id)));
  return lists
    .flat()
    .filter(({ takenOverAt, awaitsOutcome }) => takenOverAt !== null && !(isReleased && awaitsOutcome));
}

export interface ReadSheet {
  /** The applicant's; undefined if it was destroyed. */
  readonly key: DataKey | undefined;
  /** The client sees what complete reports rest on, once one of those that read the history is complete. */
  readonly reader: 'desk' | 'client';
  /** The reports whose years count; by default all of the order. */
  readonly askedBy?: readonly Report[];
}

/** Undefined before the candidate has stated anything, and where no report asks for years. */
export async function readSheet(ctx: Ctx, check: Check, given: ReadSheet): Promise<Sheet | undefined> {
  const params = askedOf(check, given.askedBy ?? check.reports);
  if (params === undefined || check.status === 'awaiting_applicant') return undefined;
  const isReleased = given.reader === 'client';
  const reports = isReleased ? check.reports.filter(({ status }) => isPublished(status)) : check.reports;
  if (isReleased && !reports.some(readsHistory)) return undefined;
  const { facts } = check.order;
  const statedOn = factsGivenOn(check);
  const references = await withWriting(ctx, check, await takenOverInto(ctx, check, reports, isReleased));
  const recorded = (await readVerifications(ctx, check, given.key))
    .filter(({ takenBack, reportId }) => takenBack === undefined && reports.some(({ id }) => id === reportId))
    .map(({ id, reportId, author, recordedAt: _, takenBack: __, ...said }) =>
      recordedConfirmation(said, { id, reportId, author }, facts.activities),
    );
  const { referenceDateToleranceDays: toleranceDays } = await readAccountSettings(ctx, check.tenant.accountId);
  const history = { activities: facts.activities, statedOn };
  const confirmations = [...confirmationsOf(reports, references, history), ...recorded];
  const shown = isReleased ? factsForClient(facts, check.reports) : facts;
  return sheetOf({ facts: shown, statedOn, params, confirmations, toleranceDays });
}
