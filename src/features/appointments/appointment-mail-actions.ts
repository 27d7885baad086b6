// Mails a candidate about their appointment; never where it is or what it is for.
import type { Caller, Ctx } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { formUri } from '../checks/check-links.ts';
import type { LockedCheck } from '../checks/check-progress-actions.ts';
import type { AppointmentMail } from '../emails/appointment-words.ts';
import { candidateMailbox, emailTo, queueEmail } from '../emails/email-actions.ts';

export async function mailAppointment(
  tx: Ctx,
  caller: Caller,
  { check, key }: LockedCheck,
  { at, as }: { readonly at: Date; readonly as: AppointmentMail['as'] },
): Promise<void> {
  const { facts } = check.order;
  const link = { ...check.tenant, checkId: check.id, generation: check.formLinkGeneration };
  const candidateName = fullName(facts.first_name, facts.last_name);
  const values = { candidateName, formUri: await formUri(tx, link), at: at.toISOString(), as };
  const about = { id: check.applicantId, key, checkId: check.id };
  const to = candidateMailbox(facts);
  await queueEmail(tx, emailTo(tx, caller, about, 'appointment', { to, values }));
}
