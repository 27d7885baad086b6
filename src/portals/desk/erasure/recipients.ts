// Who else received the data of a person, as the desk lists whom to tell.
import type { Caller, Ctx } from '../../../context.ts';
import { listRecipients } from '../../../features/retention/recipient-actions.ts';
import { recipientKinds } from '../../../features/retention/recipient-rules.ts';

/** The model of `desk/erasure/recipients.njk`. */
export const recipientsModel = async (ctx: Ctx, caller: Caller, applicantId: string) =>
  (await listRecipients(ctx, caller, applicantId)).map((one) => ({ ...one, as: recipientKinds[one.kind] }));
