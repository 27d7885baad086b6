// The drafts of a report's forms: saved while somebody types, shown again with a notice, discarded on demand.
import { isDeepStrictEqual } from 'node:util';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { discardDraft, readDraft, saveDraft, type TypedFields } from '../../../features/cases/draft-actions.ts';
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { readOutcomeVersion } from '../../../features/reports/outcome-actions.ts';
import type { SeenState } from '../../../features/reports/report-actions.ts';
import { reportStates } from '../../../features/reports/report-states.ts';
import { FORM_READER_FIELD, FORM_TOKEN_FIELD } from '../../shared/form-tokens.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { formOfReport, type OutcomeForm, readOutcomeForm } from './outcome-form.ts';
import { type ReportRequest, reportPath } from './report-request.ts';

/** The form of the outcome carries what its page showed, so that nobody overwrites what they have not seen. */
export async function seenNow(ctx: Ctx, { report, caller }: OpenedReport): Promise<SeenState> {
  return { status: report.status, version: await readOutcomeVersion(ctx, caller, report.id) };
}

export const seenText = ({ status, version }: SeenState) => `${status} ${version}`;

/** Undefined if the form does not say. */
export function seenIn({ seen }: Readonly<Record<string, unknown>>): SeenState | undefined {
  const [, status, version] = /^(\w+) (\d{1,5})$/.exec(String(seen ?? '')) ?? [];
  const known = reportStates.find((state) => state === status);
  return known && { status: known, version: Number(version) };
}

/** The fields of a form as typed, without ours. */
export const typedFields = (body: Readonly<Record<string, unknown>>): TypedFields =>
  Object.fromEntries(
    Object.entries(body).filter(
      (field): field is [string, string] =>
        typeof field[1] === 'string' && !['move', FORM_TOKEN_FIELD, FORM_READER_FIELD].includes(field[0]),
    ),
  );

/** Whether the body is that of the outcome form: the buttons beside it are also shown without it. */
const isOutcomeForm = (body: Readonly<Record<string, unknown>>) => typeof body.notes === 'string';

/** Keeps the form of the outcome, unless it says what the report says. */
export async function keepOutcome(
  ctx: Ctx,
  user: UserOf<'desk'>,
  opened: OpenedReport,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!isOutcomeForm(body) || isDeepStrictEqual(filled(readOutcomeForm(body)), filled(formOfReport(opened.report))))
    return;
  await saveDraft(ctx, user, { reportId: opened.report.id, form: 'outcome', fields: typedFields(body) });
}

/** Without inputs that are empty. */
const filled = ({ results, properties, ...form }: OutcomeForm) => ({
  ...form,
  results: nonEmpty(results),
  properties: nonEmpty(properties),
});
const nonEmpty = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

export interface OutcomeDraft {
  readonly savedAt: Date;
  /** What its page showed; undefined where that is not known. */
  readonly seen: SeenState | undefined;
}

/** The page's form as the reader left it: with their draft, else as the report is. */
export async function shownOf(ctx: Ctx, user: UserOf<'desk'>, opened: OpenedReport) {
  const { report } = opened;
  const saved = mayDo(user, 'record_outcomes')
    ? await readDraft(ctx, user, { reportId: report.id, form: 'outcome' })
    : undefined;
  if (saved === undefined) return { user, opened, form: formOfReport(report) };
  const draft: OutcomeDraft = { savedAt: saved.savedAt, seen: seenIn(saved.fields) };
  return { user, opened, form: readOutcomeForm(saved.fields), draft };
}

export function draftPages(pages: Pages<'desk'>, ctx: Ctx): void {
  type DraftRequest = ReportRequest & { readonly params: { readonly form: string } };
  const path = `${reportPath}/drafts/:form`;

  pages.get(path, { permission: 'write_notes' }, async (request: DraftRequest, reply, user) => {
    const { reportId, form } = request.params;
    const draft = await readDraft(ctx, user, { reportId, form });
    return reply.send({ fields: draft?.fields ?? {}, savedAt: draft?.savedAt ?? null });
  });

  pages.post(path, { permission: 'write_notes' }, async (request: DraftRequest, reply, user) => {
    const { reportId, form } = request.params;
    const savedAt = await saveDraft(ctx, user, { reportId, form, fields: typedFields(request.body ?? {}) });
    return reply.send({ savedAt });
  });

  pages.post(`${path}/discard`, { permission: 'write_notes' }, async (request: DraftRequest, reply, user) => {
    const { reportId, form } = request.params;
    await discardDraft(ctx, user, { reportId, form });
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=discarded`, 303);
  });
}
