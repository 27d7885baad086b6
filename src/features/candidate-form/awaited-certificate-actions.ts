// Lets reports wait for the certificates that only the candidate can get, once their form is sent.
import type { Ctx } from '../../context.ts';
import type { Check } from '../checks/check.ts';
import type { LockedCheck } from '../checks/check-progress-actions.ts';
import { findCertificateWaits, openCertificateQuery } from '../queries/certificate-query-actions.ts';
import { ownCertificateSlotOf, termsOfSlot } from '../report-types/own-certificate-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { filledSlots } from './document-actions.ts';
import type { OpenForm } from './open-form.ts';

export const slotOfReport = ({ reportTypeId }: Pick<Check['reports'][number], 'reportTypeId'>): string | undefined =>
  ownCertificateSlotOf(reportTypeById(reportTypeId));

/**
 * Each report whose certificate is not there waits for the candidate: not where they have said why they do not have it, nor
 * where nobody may make them ask for it. The form was just sent, and the check is locked.
 */
export async function awaitCertificates(tx: Ctx, form: OpenForm, { check, key }: LockedCheck): Promise<void> {
  const asking = check.reports.filter((report) => slotOfReport(report) !== undefined);
  if (asking.length === 0) return;
  const waiting = await findCertificateWaits(tx, form.caller, check.id);
  const { slots } = await filledSlots(tx, form);
  for (const report of asking) {
    const filled = slots.find(({ slot }) => slot.id === slotOfReport(report));
    if (filled === undefined || waiting.has(report.id) || !allowsAction(report.status, 'ask_query')) continue;
    const { slot, short, lacks, appliedOn } = filled;
    const { workingDays, isOfChoice } = termsOfSlot(slot.id)!;
    if (short === undefined || lacks !== undefined || isOfChoice) continue;
    await openCertificateQuery(tx, form.caller, { check, key, report }, { appliedOn, workingDays });
  }
}
