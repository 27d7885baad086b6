// A client, who decides about the data, asks the desk to erase a person: it stands in the register, and the desk does it.
import { type Caller, type Ctx, inTransaction, todayFor } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { demand } from '../access/permissions.ts';
import { holdApplicant, readApplicant } from '../applicants/applicant-actions.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { type DataRequest, isOfClient, type recordedProofs } from './data-request.ts';
import { listRequestsOf } from './data-request-actions.ts';
import { addRequest, addStep } from './data-request-step-actions.ts';

export const LONGEST_ERASURE_REASON = 2000;

const wasSignedIn = { step: 'identity_confirmed', code: 'signed_in' satisfies keyof typeof recordedProofs } as const;

/** Refuses with `invalid_fields` (`reason`) one without a reason, and a second one while the first is not answered. */
export async function askErasure(ctx: Ctx, caller: Caller, checkId: string, reason: string): Promise<void> {
  demand(caller, 'ask_erasures');
  const problems = new Problems();
  if (reason === '') problems.add('reason', 'Write why they are to be erased');
  if (isLongerThan(reason, LONGEST_ERASURE_REASON))
    problems.add('reason', `Write ${LONGEST_ERASURE_REASON} characters or fewer`);
  problems.refuse('invalid_fields');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    const person = await readCheckAndKey(tx, caller, checkId);
    if (person.key === undefined) throw new Refusal('not_found');
    await holdApplicant(tx, caller, person.check.applicantId);
    const asked = { kind: 'erasure', way: 'client_itself', receivedOn: todayFor(tx, caller), words: reason } as const;
    const row = await addRequest(tx, caller, person, asked);
    if (row === undefined) problems.add('reason', 'You have asked for it already, and it is not answered yet');
    problems.refuse('invalid_fields');
    await addStep(tx, caller, row!, person.key, wasSignedIn);
  });
}

/** Those of the client itself about a person, the newest first. Refuses with `not_found` somebody who was erased. */
export async function listAskedErasures(ctx: Ctx, caller: Caller, applicantId: string): Promise<DataRequest[]> {
  demand(caller, 'read_checks');
  // Who sees a check of the person sees this, too, whichever subsidiary the person was entered by.
  const { accountId, environment } = caller;
  const { key } = await readApplicant(ctx, { accountId, environment }, applicantId);
  return (await listRequestsOf(ctx, { tenant: caller, applicantId }, key)).filter(isOfClient);
}
