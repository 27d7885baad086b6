// The draft of a report's outcome, which the page shows without a script, and what its author had seen.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { withIdentityCheck } from '../../../features/checks/identity-rules.ts';
import { type DraftPlace, readDraft, saveDraft, type TypedFields } from '../../../features/drafts/draft-actions.ts';
import { withTakenOver } from '../../../features/references/reference-take-over-actions.ts';
import { readOutcomeVersion } from '../../../features/reports/outcome-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import type { SeenState } from '../../../features/reports/report-actions.ts';
import { isOpen, reportStates } from '../../../features/reports/report-states.ts';
import { Problems, Refusal } from '../../../lib/refusal.ts';
import { sentAs } from '../../shared/drafts/drafts.ts';
import { FORM_READER_FIELD, FORM_TOKEN_FIELD } from '../../shared/form-tokens.ts';
import type { UserOf } from '../../shared/shell.ts';
import { formOfReport, type OutcomeForm, outcomeFields, readOutcomeForm, typedFindings } from './outcome-form.ts';
import { typeOf } from './report-moves.ts';

/** An open report begins with how the identity was checked, and with what was taken over from references. */
export async function openForWork(ctx: Ctx, user: UserOf<'desk'>, reportId: string): Promise<OpenedReport> {
  const opened = await openReport(ctx, user, reportId);
  const { report, check, caller } = opened;
  if (!isOpen(report.status)) return opened;
  return {
    ...opened,
    report: await withTakenOver(ctx, caller, withIdentityCheck(report, check.order.identity_evidence)),
  };
}

/** The form of the outcome carries what its page showed, so that nobody overwrites what they have not seen. */
export async function seenNow(ctx: Ctx, { report, caller }: OpenedReport): Promise<SeenState> {
  return { status: report.status, version: await readOutcomeVersion(ctx, caller, report.id) };
}

/** Whether somebody has changed the report since the page of the form was shown; its form is then refused. */
export async function isStale(ctx: Ctx, opened: OpenedReport, seen: SeenState | undefined): Promise<boolean> {
  return seen !== undefined && !isDeepStrictEqual(seen, await seenNow(ctx, opened));
}

export const seenText = ({ status, version }: SeenState) => `${status} ${version}`;

/** Undefined if the form does not say. */
export function seenIn({ seen }: Readonly<Record<string, unknown>>): SeenState | undefined {
  const [, status, version] = /^(\w+) (\d{1,5})$/.exec(String(seen ?? '')) ?? [];
  const known = reportStates.find((state) => state === status);
  return known && { status: known, version: Number(version) };
}

/** Undefined after the applicant was erased: nothing is kept about them any more. */
export const outcomeDraft = (
  user: UserOf<'desk'>,
  { check, report, key }: Pick<OpenedReport, 'check' | 'report' | 'key'>,
): DraftPlace | undefined =>
  key && {
    ...{ author: `user:${user.userId}`, form: `/desk/reports/${report.id}` },
    about: { ...check.tenant, applicantId: check.applicantId, key },
  };

/** The fields of a form as typed, without ours. */
export const typedFields = (body: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(body).filter(
      (field): field is [string, string] =>
        typeof field[1] === 'string' && !['move', FORM_TOKEN_FIELD, FORM_READER_FIELD].includes(field[0]),
    ),
  );

const fieldsOf = (typed: Readonly<Record<string, string>>): TypedFields =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, [value]]));

/** Whether the body is that of the outcome form: the buttons beside it are also shown without it. */
const isOutcomeForm = (body: Readonly<Record<string, unknown>>) => typeof body.notes === 'string';

/** Keeps the form of the outcome; without a draft where it says what the report says, and no file is described. */
export async function keepOutcome(
  ctx: Ctx,
  user: UserOf<'desk'>,
  opened: OpenedReport,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const place = outcomeDraft(user, opened);
  if (!isOutcomeForm(body) || place === undefined) return;
  const isSame = isDeepStrictEqual(filled(readOutcomeForm(body)), filled(formOfReport(opened.report)));
  await saveDraft(ctx, place, isSame && !body.description ? {} : fieldsOf(typedFields(body)));
}

/** Without inputs that are empty. */
const filled = ({ results, properties, ...form }: OutcomeForm) => ({
  ...form,
  results: nonEmpty(results),
  properties: nonEmpty(properties),
});
const nonEmpty = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

const findingsFields = (report: Report): Readonly<Record<string, string>> => ({
  ...outcomeFields(formOfReport(report)),
  notes: report.findings.notes,
});

/**
 * Adds a reference that was just taken over to the outcome that its screener has begun to type, which would hide it.
 * @param opened the report before that, whose entries the draft numbers
 */
export async function addToDraft(
  ctx: Ctx,
  user: UserOf<'desk'>,
  opened: OpenedReport,
  referenceId: string,
): Promise<void> {
  const { report, caller } = opened;
  const place = outcomeDraft(user, opened);
  const draft = place && (await readDraft(ctx, place));
  if (draft === undefined) return;
  const form = readOutcomeForm(sentAs(draft.fields));
  const typed = { ...report, findings: typedFindings(form, report, typeOf(report), new Problems()) };
  const before = findingsFields(typed);
  const after = findingsFields(await withTakenOver(ctx, caller, typed, referenceId));
  // Only what the reference changes: the rest of the draft stays as it was typed.
  const changed = Object.keys({ ...before, ...after })
    .map((name) => [name, after[name] ?? ''] as const)
    .filter(([name, value]) => value !== (before[name] ?? ''));
  await saveDraft(ctx, place!, { ...draft.fields, ...fieldsOf(Object.fromEntries(changed)) });
}

export interface OutcomeDraft {
  readonly savedAt: Date;
  /** What its page showed; undefined where that is not known. */
  readonly seen: SeenState | undefined;
}

/** The page's form as the reader left it: with their draft, else as the report is. */
export async function shownOf(ctx: Ctx, user: UserOf<'desk'>, opened: OpenedReport) {
  const { report } = opened;
  const place = mayDo(user, 'record_outcomes') ? outcomeDraft(user, opened) : undefined;
  const saved = place && (await readDraft(ctx, place));
  if (saved === undefined) return { user, opened, form: formOfReport(report) };
  const typed = sentAs(saved.fields);
  const draft: OutcomeDraft = { savedAt: saved.savedAt, seen: seenIn(typed) };
  return { user, opened, form: readOutcomeForm(typed), draft, description: String(typed.description ?? '') };
}

/** The page again after one of its smaller forms was refused; throws whatever is no problem of a field. */
export async function shownRefused(ctx: Ctx, user: UserOf<'desk'>, reportId: string, error: unknown) {
  if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
  return { ...(await shownOf(ctx, user, await openForWork(ctx, user, reportId))), errors: error.fields };
}
