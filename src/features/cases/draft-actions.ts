// Keeps what a screener types in a form of a report until they send or discard it, so that nothing typed is lost.
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { deleteDraft, findDraft, upsertDraft } from './draft-store.ts';
import { ownReport, type Screener } from './screening-actions.ts';

/** The fields of a form by their names, as typed. */
export type TypedFields = Readonly<Record<string, string>>;

export interface Draft {
  readonly fields: TypedFields;
  /** By the real clock. */
  readonly savedAt: Date;
}

/** Which draft: one for each report, screener and form, such as `outcome` or `note`. */
interface WantedDraft {
  readonly reportId: string;
  readonly form: string;
}

/** Of all fields together; more than the largest form has. */
const LONGEST = 500_000;

const placeOf = (reportId: string) => `report_drafts.fields ${reportId}`;

function keyOf({ userId }: Screener, { reportId, form }: WantedDraft) {
  if (!/^[a-z_]{1,40}$/.test(form)) throw new Refusal('not_found');
  return { reportId: reportId.toLowerCase(), userId, form };
}

/** Replaces the earlier draft. Refuses with `too_large`, and with `not_found` reports that the screener does not see. */
export async function saveDraft(
  ctx: Ctx,
  screener: Screener,
  draft: WantedDraft & { readonly fields: TypedFields },
): Promise<Date> {
  const key = keyOf(screener, draft);
  const length = Object.entries(draft.fields).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (length > LONGEST) throw new Refusal('too_large');
  const own = await ownReport(ctx, screener, draft.reportId);
  const savedAt = ctx.now();
  const sealedFields = (await own.key()).seal(placeOf(key.reportId), draft.fields);
  await upsertDraft(ctx.db, own.caller, { ...key, sealedFields, savedAt });
  return savedAt;
}

export async function readDraft(ctx: Ctx, screener: Screener, wanted: WantedDraft): Promise<Draft | undefined> {
  const key = keyOf(screener, wanted);
  const own = await ownReport(ctx, screener, wanted.reportId);
  const row = await findDraft(ctx.db, own.caller, key);
  if (row === undefined) return undefined;
  const fields = (await own.key()).open<TypedFields>(placeOf(key.reportId), row.sealed_fields);
  return { fields, savedAt: row.saved_at };
}

/** Call it in the transaction of what was typed, or when the screener does not want it any more. */
export async function discardDraft(ctx: Ctx, screener: Screener, wanted: WantedDraft): Promise<void> {
  const { caller } = await ownReport(ctx, screener, wanted.reportId);
  await deleteDraft(ctx.db, caller, keyOf(screener, wanted));
}
