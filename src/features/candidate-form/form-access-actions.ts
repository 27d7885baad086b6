// The link to a form as its candidate holds it: where codes and fresh links go, and what is recorded.

import type { Ctx } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { openOrder, readCheck } from '../checks/check-actions.ts';
import { formUri } from '../checks/check-links.ts';
import { openForm } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { candidateMailbox, emailTo, queueEmail } from '../emails/email-actions.ts';
import type { Reached } from '../emails/email-message.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { HeldLink } from '../mailed-links/access-actions.ts';
import { replaceFormLink, setLanguage } from './form-access-store.ts';
import { findForm } from './form-queries.ts';
import { freshLinkMail } from './fresh-link-mail.ts';
import { type FormFront, typistCaller } from './open-form.ts';

/** The recipient of the mail, and the key that encrypts it. */
async function candidateOf(
  ctx: Ctx,
  { link }: FormFront,
): Promise<{ id: string; key: DataKey; to: Reached; about: Parameters<typeof freshLinkMail>[0] }> {
  const row = await findForm(ctx.db, link, link.checkId, null, ctx.now());
  if (row === undefined || row.sealed_key === null) throw new Refusal('not_found');
  const account = await ctx.keys.forAccount(link.accountId);
  const key = applicantKey(account, link, row.applicant_id, row.sealed_key);
  const { facts } = openOrder(key, link.checkId, row.sealed_order);
  const about = { orderId: row.order_id, status: row.status, formCompletedAt: row.form_completed_at };
  return { id: row.applicant_id, key, to: candidateMailbox(facts), about };
}

function storeFormEvent(
  tx: Ctx,
  { link, caller }: Pick<FormFront, 'link' | 'caller'>,
  applicantId: string,
  type: 'check.form_code_sent' | 'check.form_signed_in',
) {
  return storeEvents(tx, caller, [{ type, resourceId: link.checkId, applicantId, checkId: link.checkId }]);
}

/** Of the form, and of the mails to the candidate from now on. */
export const chooseLanguage = (ctx: Ctx, { link, caller }: FormFront, language: SpokenLanguage): Promise<void> =>
  setLanguage(ctx.db, caller, link.checkId, language);

/** @param way by which a fresh link goes: to their address, or to their mobile number as well, where the account texts */
export function formLink(front: FormFront, way: 'mail' | 'text' = 'mail'): HeldLink {
  const { link, caller } = front;
  const { checkId, generation = 0 } = link;
  return {
    purpose: 'form',
    caller,
    subjectId: checkId,
    generation,
    detail: { check_id: checkId },
    async lock(tx, typist) {
      // Who types for them does not open it as the candidate does.
      const check = await (typist === undefined ? openForm : readCheck)(tx, caller, checkId);
      // Once the check is over they still have their rights over what is kept.
      const isFilledIn = check.status === 'awaiting_applicant' || check.formCompletedAt !== null;
      if (!isFilledIn && isOngoing(check.status)) throw stateRefusal(check.status);
      return check.formLinkGeneration;
    },
    replace: (tx) => replaceFormLink(tx.db, caller, checkId, generation),
    async mailCode(tx, code) {
      const { id, key, to } = await candidateOf(tx, front);
      const values = { candidateName: to.name, ...code };
      await queueEmail(tx, emailTo(tx, caller, { id, key, checkId }, 'form_code', { to, values }));
      await storeFormEvent(tx, front, id, 'check.form_code_sent');
    },
    async mailLink(tx, next, why) {
      const { id, key, to: reached, about } = await candidateOf(tx, front);
      const { name, address } = reached;
      const to = way === 'text' ? reached : { name, address };
      const uri = await formUri(tx, { ...link, generation: next });
      const values = freshLinkMail(about, why, { candidateName: name, formUri: uri });
      await queueEmail(tx, emailTo(tx, caller, { id, key, checkId }, 'form_link', { to, values }));
    },
    async recordSignIn(tx, typist) {
      const { id } = await candidateOf(tx, front);
      const by = typist === undefined ? front : { ...front, caller: typistCaller(caller, typist) };
      await storeFormEvent(tx, by, id, 'check.form_signed_in');
    },
  };
}
