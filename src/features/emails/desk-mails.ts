// Sends a mail to somebody of the desk at once: it is of no account, and none of its kind is kept.
import type { Ctx } from '../../context.ts';
import { type EmailTemplates, renderEmail, type TemplateName } from './email-templates.ts';

export async function mailToDesk<T extends TemplateName>(
  ctx: Ctx,
  to: { readonly name: string; readonly email: string },
  template: T,
  values: EmailTemplates[T],
): Promise<void> {
  const { operatorName, baseUrl } = ctx.settings;
  await ctx.mail.send({
    to: { name: to.name, address: to.email },
    ...renderEmail(template, values, { accountName: 'The screening desk', operatorName }),
    messageId: `<${ctx.newId()}@${new URL(baseUrl).hostname}>`,
  });
}
