// Who else received the data of a person, as the desk lists whom to tell, with a text to each.
import type { Caller, Ctx } from '../../../context.ts';
import { listRecipients } from '../../../features/retention/recipient-actions.ts';
import { type PassedOn, recipientKinds, recipientLetters } from '../../../features/retention/recipient-rules.ts';

/** The model of `desk/erasure/recipients.njk`. */
export async function recipientsModel(
  ctx: Ctx,
  caller: Caller,
  applicantId: string,
  { kind, ...of }: { readonly kind: PassedOn; readonly candidateName: string; readonly accountName: string },
) {
  const all = await listRecipients(ctx, caller, applicantId);
  return {
    recipients: all.map((one) => ({ ...one, as: recipientKinds[one.kind] })),
    recipientLetters: recipientLetters(all, kind, of),
  };
}
