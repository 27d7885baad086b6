// The jobs that send one mail, and the text message that goes with it.
import type { Ctx, Environment, Tenant } from '../../context.ts';
import { sendEmail, type WhenRequestSettled } from './email-actions.ts';
import type { AttachmentsOf } from './email-attachments.ts';
import { sendText } from './text-actions.ts';

type Payload = Readonly<Record<string, unknown>>;

const tenantIn = (payload: Payload): Tenant => ({
  accountId: String(payload.accountId),
  environment: payload.environment as Environment,
});

export function sendEmailJob(ctx: Ctx, whenRequestSettled: WhenRequestSettled, attachmentsOf: AttachmentsOf) {
  return (payload: Payload): Promise<void> =>
    sendEmail(ctx, tenantIn(payload), String(payload.emailId), whenRequestSettled, attachmentsOf);
}

export const sendTextJob =
  (ctx: Ctx) =>
  (payload: Payload): Promise<void> =>
    sendText(ctx, tenantIn(payload), String(payload.emailId));
