// The job that sends one mail.
import type { Ctx, Environment } from '../../context.ts';
import { sendEmail, type WhenRequestSettled } from './email-actions.ts';

export function sendEmailJob(ctx: Ctx, whenRequestSettled: WhenRequestSettled) {
  return (payload: Readonly<Record<string, unknown>>): Promise<void> =>
    sendEmail(
      ctx,
      { accountId: String(payload.accountId), environment: payload.environment as Environment },
      String(payload.emailId),
      whenRequestSettled,
    );
}
