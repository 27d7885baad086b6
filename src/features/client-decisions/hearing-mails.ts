// Mails a candidate that their client has written to them: the link to their page, never what is written.

import type { Caller, Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { formUri } from '../checks/check-links.ts';
import type { LockedCheck } from '../checks/check-progress-actions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';

async function valuesFor(tx: Ctx, { check }: LockedCheck) {
  const { facts } = check.order;
  const candidateName = fullName(facts.first_name, facts.last_name);
  const link = { ...check.tenant, checkId: check.id, generation: check.formLinkGeneration };
  return {
    to: { name: candidateName, address: facts.email },
    values: { candidateName, formUri: await formUri(tx, link) },
  };
}

const about = ({ check, key }: LockedCheck) => ({ id: check.applicantId, key, checkId: check.id });

export async function mailAskedCandidate(tx: Ctx, caller: Caller, locked: LockedCheck, answerBy: IsoDate) {
  const { to, values } = await valuesFor(tx, locked);
  const message = { to, values: { ...values, answerBy } };
  await queueEmail(tx, emailTo(tx, caller, about(locked), 'hearing_asked', message));
}

export async function mailToldCandidate(tx: Ctx, caller: Caller, locked: LockedCheck) {
  await queueEmail(tx, emailTo(tx, caller, about(locked), 'decision_told', await valuesFor(tx, locked)));
}
