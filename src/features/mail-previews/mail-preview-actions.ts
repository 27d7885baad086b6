// Shows a client's mails to candidates and referees before one goes out, and sends one as a test to whoever looks at it.
import type { Authority, Ctx } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { SpokenLanguage } from '../../messages/spoken-language.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';
import { renderEmail } from '../emails/email-templates.ts';
import type { Letter, Sender } from '../emails/letter.ts';
import { type ExampleName, exampleValues } from '../emails/mail-examples.ts';

async function senderOfAccount(ctx: Ctx, accountId: string): Promise<Sender> {
  const [{ name }, settings] = await Promise.all([readAccount(ctx, accountId), readAccountSettings(ctx, accountId)]);
  return {
    ...{ accountName: name, operatorName: ctx.settings.operatorName, brandColour: settings.brandColour || null },
    ...{ invitationWords: settings.invitationWords, signature: settings.mailSignature },
    offersWelsh: settings.offersWelsh,
    contact: { email: settings.contactEmail || null, telephone: settings.contactPhone || null },
  };
}

export interface PreviewedMail {
  readonly letter: Letter;
  readonly offersWelsh: boolean;
}

/** As it is sent: written by the same code, with example values. In Welsh only where the account offers it. */
export async function previewMail(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  template: ExampleName,
  language: SpokenLanguage,
): Promise<PreviewedMail> {
  demand(by, 'change_own_settings', 'read_accounts');
  const sender = await senderOfAccount(ctx, accountId);
  const offersWelsh = sender.offersWelsh === true;
  const values = exampleValues(ukDateOf(ctx.now()), ctx.settings.clientUrl);
  return { letter: renderEmail(template, values[template], sender, offersWelsh ? language : 'en'), offersWelsh };
}

const SECONDS_BETWEEN = 60;

/** To the address of who asks, and nobody else. Refuses with `invalid_fields` (`mail`) a second one of the kind within a minute. */
export async function mailExample(
  ctx: Ctx,
  by: Authority,
  accountId: string,
  template: ExampleName,
  to: { readonly name: string; readonly email: string },
): Promise<void> {
  demand(by, 'change_own_settings', 'manage_accounts');
  const caller = { ...by, accountId, environment: 'live' as const, clockOffsetSeconds: 0 };
  const since = new Date(ctx.now().getTime() - SECONDS_BETWEEN * 1000);
  if (await wereUsersMailed(ctx, caller, template, since))
    throw new Refusal('invalid_fields', { mail: ['One was sent within the last minute. Wait, and look in your mail'] });
  const key = await ctx.keys.forAccount(accountId);
  const values = exampleValues(ukDateOf(ctx.now()), ctx.settings.clientUrl)[template];
  await queueEmail(ctx, emailToUser(ctx, caller, key, template, { user: { ...to, id: null }, values }));
}
