// Keeps why a candidate does not have a document that is wanted, for the desk to read.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { Problems, stateRefusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import type { Check } from '../checks/check.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { wantedDocuments } from '../report-types/wanted-document-rules.ts';
import type { DocumentSlot } from '../requirements/document-slot-rules.ts';
import { appliedName, documentsPageId, lackingOf } from './document-actions.ts';
import { readFilledPages, saveAnswer } from './form-actions.ts';
import type { Typed } from './form-page.ts';
import { formScope } from './form-page-rules.ts';
import type { OpenForm } from './open-form.ts';

const LONGEST_REASON = 500;

/**
 * Says that the candidate does not have what the slot wants, or has it after all. Refuses with `invalid_fields` (reason)
 * a reason that is too long, or missing where nothing was said before, and with `state_does_not_allow` once the form is sent. @param reason empty if they have it
 */
export async function keepLacking(ctx: Ctx, form: OpenForm, slot: DocumentSlot, reason: string): Promise<void> {
  demand(form.caller, 'attach_files');
  const problems = new Problems();
  if (isLongerThan(reason, LONGEST_REASON))
    problems.add('reason', `Why you do not have it must be ${LONGEST_REASON} characters or fewer`);
  const lacking = lackingOf(form);
  if (reason === '' && lacking[slot.id] === undefined) problems.add('reason', 'Say why you do not have it');
  problems.refuse('invalid_fields');
  if (form.isSubmitted) throw stateRefusal(form.status);
  const { [slot.id]: _, [appliedName(slot.id)]: __, ...others } = lacking;
  const answer = reason === '' ? others : { ...others, [slot.id]: reason };
  const seenVersion = form.saved.get(documentsPageId)?.version ?? 0;
  const saved = await saveAnswer(ctx, form, documentsPageId, { answer, seenVersion });
  if (saved === 'saved') return;
  problems.add('reason', 'You changed this on another device at the same time. Look at it again, then save');
  problems.refuse('invalid_fields');
}

/** What the candidate says that they do not have, with the reason, or have applied for, by the title of the slot. */
export async function readLacking(
  ctx: Ctx,
  { caller, check, key }: { readonly caller: Caller; readonly check: Check; readonly key: DataKey | undefined },
): Promise<{ readonly title: string; readonly reason: string }[]> {
  demand(caller, 'read_reports', 'read_checks');
  if (key === undefined) return [];
  const page = (await readFilledPages(ctx, check, key)).find((one) => one.page === documentsPageId);
  const lacking = (page?.answer ?? {}) as Typed;
  const types = check.reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);
  const { asked, today } = formScope(types, check.activityYears, todayFor(ctx, caller));
  const { facts, criminal_details: job } = check.order;
  const slots = wantedDocuments({ types, asked, today, facts, placeOfWork: job?.place_of_work ?? null });
  return slots.flatMap(({ id, title }) => {
    const applied = lacking[appliedName(id)];
    if (lacking[id] !== undefined) return [{ title, reason: lacking[id] }];
    return applied === undefined ? [] : [{ title, reason: `Applied for on ${formatLongDate(applied)}` }];
  });
}
