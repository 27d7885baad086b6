// Tells the candidate that their check was closed before it was complete, and reads who closed it.

import type { Caller, Ctx } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import type { WithdrawalReason } from '../../messages/en-withdrawals.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { type NamedActor, readActorNames } from '../accounts/actor-name-queries.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import type { EmailTemplates } from '../emails/email-templates.ts';
import { findClosing } from '../events/check-history-queries.ts';
import type { Check } from './check.ts';
import { type CheckLink, formUri } from './check-links.ts';

/** In the event of a check that is cancelled because the time to submit the form was over. */
export const formLate = { because: 'form_not_submitted' } as const;

/** Why a check ends before it is complete: its form is late, or the reason that was chosen when it was withdrawn. */
export type WhyClosed = typeof formLate | { readonly because: WithdrawalReason };

const linkOf = ({ tenant, id, formLinkGeneration }: Check): CheckLink => ({
  ...{ ...tenant, checkId: id, generation: formLinkGeneration },
});

/** Tells a candidate who was invited that nobody waits for them any more, or that we know that they withdrew. */
export async function mailClosed(
  tx: Ctx,
  caller: Caller,
  { check, key }: { readonly check: Check; readonly key: DataKey },
  why?: WhyClosed,
): Promise<void> {
  if (check.type !== 'standard') return;
  if (caller.actor === 'candidate') return mailWithdrawn(tx, caller, { check, key }, 'check');
  const { facts } = check.order;
  const candidateName = fullName(facts.first_name, facts.last_name);
  const about = { id: check.applicantId, key, checkId: check.id };
  const values = {
    candidateName,
    formUri: await formUri(tx, linkOf(check)),
    isFormLate: why?.because === formLate.because,
    isFormSubmitted: check.formCompletedAt !== null,
  };
  const to = { name: candidateName, address: facts.email };
  await queueEmail(tx, emailTo(tx, caller, about, 'check_closed', { to, values }));
}

/** Confirms to a candidate what they withdrew from. */
export async function mailWithdrawn(
  tx: Ctx,
  caller: Caller,
  { check, key }: { readonly check: Check; readonly key: DataKey },
  from: EmailTemplates['withdrawal_receipt']['from'],
): Promise<void> {
  const { facts } = check.order;
  const candidateName = fullName(facts.first_name, facts.last_name);
  const about = { id: check.applicantId, key, checkId: check.id };
  const to = { name: candidateName, address: facts.email };
  const rightsUri = `${await formUri(tx, linkOf(check))}/privacy#your-rights`;
  const values = { candidateName, from, rightsUri };
  await queueEmail(tx, emailTo(tx, caller, about, 'withdrawal_receipt', { to, values }));
}

export interface Closing {
  readonly by: NamedActor;
  /** The time to submit the form was over. */
  readonly isFormLate: boolean;
}

/** Who closed a check that was withdrawn or cancelled; undefined for another check. */
export async function readClosing(ctx: Ctx, check: Pick<Check, 'tenant' | 'id'>): Promise<Closing | undefined> {
  const event = await findClosing(ctx.db, check.tenant, check.id);
  if (event === undefined) return undefined;
  const nameOf = await readActorNames(ctx.db, check.tenant.accountId, [event.actor]);
  return { by: nameOf(event.actor), isFormLate: event.detail.because === formLate.because };
}
