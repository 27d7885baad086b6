// What a candidate says of a certificate that only they can get: when they applied, when it was issued, or why they cannot get it.
import { type Ctx, todayFor } from '../../context.ts';
import { addYears, type IsoDate } from '../../lib/dates.ts';
import { type FieldMessages, Problems } from '../../lib/refusal.ts';
import { say } from '../../messages/say.ts';
import { demand } from '../access/permissions.ts';
import { readCheck } from '../checks/check-actions.ts';
import {
  endCertificateQuery,
  findCertificateWaits,
  moveCertificateQuery,
} from '../queries/certificate-query-actions.ts';
import type { QuestionTarget } from '../queries/query-actions.ts';
import { termsOfSlot, whyTooOld } from '../report-types/own-certificate-rules.ts';
import { slotOfReport } from './awaited-certificate-actions.ts';
import { appliedName, documentsPageId, type FilledSlot, lackingOf } from './document-actions.ts';
import { saveAnswer } from './form-actions.ts';
import type { Typed } from './form-page.ts';
import type { OpenForm } from './open-form.ts';
import { readTypedDate, typedDate } from './typed-date-rules.ts';

/** The report that waits for what this slot wants; undefined if none does. */
export async function reportAwaiting(ctx: Ctx, form: OpenForm, slot: string): Promise<QuestionTarget | undefined> {
  demand(form.caller, 'read_checks', 'read_reports');
  if (!form.isSubmitted || termsOfSlot(slot) === undefined) return undefined;
  const checkId = form.link.checkId;
  const waiting = await findCertificateWaits(ctx, form.caller, checkId);
  if (waiting.size === 0) return undefined;
  const check = await readCheck(ctx, form.caller, checkId);
  const report = check.reports.find((one) => waiting.has(one.id) && slotOfReport(one) === slot);
  return report && { checkId, reportId: report.id };
}

export const APPLIED = 'applied';

/** As the page shows it. */
export const typedApplication = ({ appliedOn }: FilledSlot): Typed => typedDate(APPLIED, appliedOn ?? null);

/** Keeps when the candidate applied. Returns what is wrong with the day, by the field. */
export async function keepApplied(
  ctx: Ctx,
  form: OpenForm,
  { slot }: FilledSlot,
  typed: Typed,
): Promise<FieldMessages | undefined> {
  demand(form.caller, 'attach_files');
  const today = todayFor(ctx, form.caller);
  const read = readTypedDate(typed, APPLIED, { today });
  if (!('date' in read)) return { [read.input]: [say('Enter the day on which you applied, such as 27 3 2026')] };
  const { date } = read;
  const input = `${APPLIED}-day`;
  if (date > today) return { [input]: [say('The day on which you applied must be today or in the past')] };
  if (date < addYears(today, -1)) return { [input]: [say('The day on which you applied must be in the last year')] };
  const { [slot.id]: _, ...others } = lackingOf(form);
  const seenVersion = form.saved.get(documentsPageId)?.version ?? 0;
  const answer = { ...others, [appliedName(slot.id)]: date };
  const saved = await saveAnswer(ctx, form, documentsPageId, { answer, seenVersion });
  if (saved !== 'saved')
    return { [input]: [say('You changed this on another device at the same time. Look at it again, then save')] };
  const target = await reportAwaiting(ctx, form, slot.id);
  const { workingDays } = termsOfSlot(slot.id)!;
  if (target !== undefined) await moveCertificateQuery(ctx, form.caller, target, { appliedOn: date, workingDays });
  return undefined;
}

export const ISSUED = 'issued';

/** The day of issue that the candidate typed beside the file, or what is wrong with it, by the field. */
export function readIssuedOn(
  ctx: Ctx,
  form: OpenForm,
  slot: string,
  typed: Typed,
): { readonly issuedOn: IsoDate } | { readonly errors: FieldMessages } {
  demand(form.caller, 'attach_files');
  const today = todayFor(ctx, form.caller);
  const read = readTypedDate(typed, ISSUED, { today });
  if (!('date' in read))
    return { errors: { [read.input]: [say('Enter the day on which the certificate was issued, such as 27 3 2026')] } };
  const input = `${ISSUED}-day`;
  if (read.date > today)
    return { errors: { [input]: [say('The day on which it was issued must be today or in the past')] } };
  const tooOld = whyTooOld(slot, read.date, today);
  return tooOld === undefined ? { issuedOn: read.date } : { errors: { [input]: [tooOld] } };
}

/** The candidate says why they cannot get it: the report goes on. Refuses with `invalid_fields` (reason). */
export async function declineCertificate(
  ctx: Ctx,
  form: OpenForm,
  target: QuestionTarget,
  reason: string,
): Promise<void> {
  demand(form.caller, 'answer_queries');
  const problems = new Problems();
  if (reason === '') problems.add('reason', 'Say why you do not have it');
  problems.refuse('invalid_fields');
  await endCertificateQuery(ctx, form.caller, target, { answer: reason });
}

/** In the transaction that stores the file. Returns whether a report waited for it. */
export async function noteCertificate(tx: Ctx, form: OpenForm, slot: string, fileToken: string): Promise<boolean> {
  demand(form.caller, 'answer_queries');
  const target = await reportAwaiting(tx, form, slot);
  return target !== undefined && endCertificateQuery(tx, form.caller, target, { fileToken });
}
