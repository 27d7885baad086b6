// The draft of a report's outcome, which the page shows without a script, and what its author had seen.

import { isDeepStrictEqual } from 'node:util';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import type { AssessedPerson } from '../../../features/assessments/assessment.ts';
import { type OpenedReport, openReport } from '../../../features/cases/screening-actions.ts';
import { withIdentityCheck } from '../../../features/checks/identity-rules.ts';
import { comparisonFor } from '../../../features/checks/person-comparison-rules.ts';
import { type DraftPlace, readDraft, saveDraft, type TypedFields } from '../../../features/drafts/draft-actions.ts';
import { withJobs, withTakenOver } from '../../../features/references/reference-take-over-actions.ts';
import {
  isFollowUp,
  isToDecideAnew,
  readSeenState,
  type SeenState,
} from '../../../features/reports/outcome-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import { isOpen, reportStates } from '../../../features/reports/report-states.ts';
import { readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import { Problems, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { sentAs } from '../../shared/drafts/drafts.ts';
import { renumbered } from '../../shared/fields/entry-places.ts';
import { FORM_READER_FIELD, FORM_TOKEN_FIELD } from '../../shared/form-tokens.ts';
import type { UserOf } from '../../shared/shell.ts';
import { type KnownParticulars, readKnown, withKnown } from './known-particulars.ts';
import { formOfReport, type OutcomeForm, outcomeFields, readOutcomeForm, typedFindings } from './outcome-form.ts';
import { typeOf } from './report-moves.ts';

/** A report whose outcome is typed. */
export interface OpenedForWork extends OpenedReport {
  /** The form of the outcome carries what its page showed, so that nobody overwrites what they have not seen. */
  readonly state: SeenState;
  /** Whom the rules judge by what is typed. */
  readonly person: AssessedPerson;
  /** Nobody keeps the result of before a found change by leaving the form as it stands. */
  readonly isToDecideAnew: boolean;
  /** Fills the form where the report says nothing. */
  readonly known: KnownParticulars;
}

/** An open report begins with how the identity was checked, and with what was taken over from references. */
export async function openForWork(ctx: Ctx, user: UserOf<'desk'>, reportId: string): Promise<OpenedForWork> {
  const opened = await openReport(ctx, user, reportId);
  const { report, check, caller } = opened;
  // Before the references are read: one that is taken over in between is shown, and said once more.
  const state = await readSeenState(ctx, caller, report);
  const { asksComparison } = await readAccountSettings(ctx, caller.accountId);
  const work = {
    ...{ ...opened, state, isToDecideAnew: await isToDecideAnew(ctx, caller, report) },
    known: await readKnown(ctx, opened, todayFor(ctx, caller)),
    person: {
      ...{ facts: check.order.facts, today: todayFor(ctx, caller), isFollowUp: await isFollowUp(ctx, caller, report) },
      reopenedOn: report.foundChange && report.reopenedAt !== null ? ukDateOf(report.reopenedAt) : undefined,
      comparedOn: asksComparison ? (comparisonFor(check, report)?.on ?? null) : undefined,
      worksFrom: (await readWorkStart(ctx, caller, check.id))?.startsOn,
    },
  };
  if (!isOpen(report.status)) return work;
  return {
    ...work,
    report: await withTakenOver(
      ctx,
      caller,
      await withJobs(ctx, withIdentityCheck(report, check.order.identity_evidence), check),
    ),
  };
}

/** Whether somebody has changed the report since the page of the form was shown; its form is then refused. */
export const isStale = ({ state }: OpenedForWork, seen: SeenState | undefined): boolean =>
  seen !== undefined && !isDeepStrictEqual(seen, state);

/** The references that were taken over since the page of the form was shown, also those that were taken over again. */
export const takenOverSince = ({ state: { takenOver } }: OpenedForWork, seen: SeenState | undefined): string[] =>
  seen === undefined ? [] : Object.keys(takenOver).filter((id) => seen.takenOver[id] !== takenOver[id]);

/** `awaiting_data 1`, with the number of corrections if there are any, and with each reference that was taken over and when: ` 0199…=1764000000000`. */
export const seenText = ({ status, version, corrections, takenOver }: SeenState): string =>
  [
    status,
    version,
    ...(corrections === 0 ? [] : [corrections]),
    ...Object.entries(takenOver).map(([id, at]) => `${id}=${at}`),
  ].join(' ');

/** Undefined if the form does not say. */
export function seenIn({ seen }: Readonly<Record<string, unknown>>): SeenState | undefined {
  const [, status, version, corrections = 0, references = ''] =
    /^(\w+) (\d{1,5})(?: (\d{1,5}))?((?: [0-9a-f-]{36}=\d{1,15})*)$/.exec(String(seen ?? '')) ?? [];
  const known = reportStates.find((state) => state === status);
  const takenOver = references
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => one.split('='))
    .map(([id, at]) => [id, Number(at)]);
  const counts = { version: Number(version), corrections: Number(corrections) };
  return known && { status: known, ...counts, takenOver: Object.fromEntries(takenOver) };
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

/** The report as it is, without a result that is to be given anew. */
export function startingForm({ report, isToDecideAnew: isAnew, known }: OpenedForWork): OutcomeForm {
  const form = withKnown(formOfReport(report), known);
  return isAnew ? { ...form, verdict: '', subResult: '' } : form;
}

/** Keeps the form of the outcome; without a draft where it says what the page began with, and no file is described. */
export async function keepOutcome(
  ctx: Ctx,
  user: UserOf<'desk'>,
  opened: OpenedForWork,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const place = outcomeDraft(user, opened);
  if (!isOutcomeForm(body) || place === undefined) return;
  const typed = readOutcomeForm(body);
  const isSame = isDeepStrictEqual(filled(typed), filled(shownFields(startingForm(opened), typed)));
  await saveDraft(ctx, place, isSame && !body.description ? {} : fieldsOf(typedFields(body)));
}

/** Without the particulars that the form does not show: those of an entry that a source filled, for instance. */
const shownFields = (own: OutcomeForm, { properties }: OutcomeForm): OutcomeForm => ({
  ...own,
  properties: Object.fromEntries(Object.entries(own.properties).filter(([name]) => name in properties)),
});

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

export interface KeptForm {
  readonly form: OutcomeForm;
  /** As it was typed, where what was taken over stands in the place of something: a worse result. */
  readonly replaced?: OutcomeForm;
}

/**
 * What was typed in a form, with what was taken over from references since its page was shown: the form would hide it, and
 * numbers the entries as they were then.
 */
export async function withTakenOverSince(
  ctx: Ctx,
  opened: OpenedForWork,
  form: OutcomeForm,
  seen: SeenState | undefined,
): Promise<KeptForm> {
  const { report, caller } = opened;
  const type = typeOf(report);
  const placed = { ...form, properties: renumbered(type.properties, form.properties, report.findings.properties) };
  const since = takenOverSince(opened, seen);
  if (since.length === 0 || !isOpen(report.status)) return { form: placed };
  const typed = { ...report, findings: typedFindings(placed, report, type, new Problems()) };
  const before = findingsFields(typed);
  const after = findingsFields(await withTakenOver(ctx, caller, typed, since));
  const fields: Readonly<Record<string, string>> = { ...outcomeFields(placed), notes: placed.notes };
  // A date that is none is not read.
  const isUnread = (name: string) => Boolean(fields[name]) && !before[name];
  // Only what the references change, and their own entries: the rest of the form stays as it was typed.
  const changed = Object.keys({ ...before, ...after })
    .map((name) => [name, after[name] ?? ''] as const)
    .filter(([name, value]) => !isUnread(name) && (value !== (before[name] ?? '') || !(name in fields)));
  const { verdict, subResult, rulesReason } = placed;
  return {
    form: readOutcomeForm({
      verdict,
      sub_result: subResult,
      rules_reason: rulesReason,
      ...fields,
      ...Object.fromEntries(changed),
    }),
    ...(changed.some(([name, value]) => !value.includes(fields[name] ?? '')) && { replaced: placed }),
  };
}

export interface OutcomeDraft {
  readonly savedAt: Date;
  /** What its page showed; undefined where that is not known. */
  readonly seen: SeenState | undefined;
}

/** The page's form as the reader left it: with their draft, else as the report is. */
export async function shownOf(ctx: Ctx, user: UserOf<'desk'>, opened: OpenedForWork) {
  const place = mayDo(user, 'record_outcomes') ? outcomeDraft(user, opened) : undefined;
  const saved = place && (await readDraft(ctx, place));
  if (saved === undefined) return { user, opened, form: startingForm(opened) };
  const typed = sentAs(saved.fields);
  const draft: OutcomeDraft = { savedAt: saved.savedAt, seen: seenIn(typed) };
  const kept = await withTakenOverSince(ctx, opened, readOutcomeForm(typed), draft.seen);
  return { user, opened, ...kept, draft, description: String(typed.description ?? '') };
}

/** The page again after one of its smaller forms was refused; throws whatever is no problem of a field. */
export async function shownRefused(ctx: Ctx, user: UserOf<'desk'>, reportId: string, error: unknown) {
  if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
  return { ...(await shownOf(ctx, user, await openForWork(ctx, user, reportId))), errors: error.fields };
}
