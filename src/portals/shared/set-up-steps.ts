// What is set up of an account before its first order, worked out from what is stored: for the desk and for the client.
import type { Ctx } from '../../context.ts';
import type { Asker } from '../../features/access/permissions.ts';
import { readAccountSettings } from '../../features/accounts/account-settings-actions.ts';
import { readLogo } from '../../features/accounts/logo-actions.ts';
import { hasOrdered } from '../../features/lists/account-list-queries.ts';
import { readRules } from '../../features/result-rules/rule-set-actions.ts';
import { defaultBrandColour } from '../../lib/brand-colour.ts';
import type { FirstStep } from './first-steps.ts';

/** The pages on which each is done; undefined where the reader has none. */
export interface SetUpPages {
  readonly brand: string;
  readonly invoices: string;
  readonly resultRules: string;
  readonly mails: string;
  readonly orderInTest: string | undefined;
}

export async function setUpSteps(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  pages: SetUpPages,
): Promise<Readonly<Record<'brand' | 'words' | 'invoices' | 'rules' | 'test', FirstStep>>> {
  const [settings, logo, rules, hasTried] = await Promise.all([
    readAccountSettings(ctx, accountId),
    readLogo(ctx, accountId),
    readRules(ctx, by, accountId),
    hasOrdered(ctx.db, { accountId, environment: 'test' }, by),
  ]);
  return {
    brand: {
      isDone: logo !== undefined || settings.brandColour !== defaultBrandColour,
      text: 'Brand',
      hint: 'Candidates and referees see the logo and the colour on their pages and in their mails.',
      href: pages.brand,
    },
    words: {
      isDone: settings.invitationWords !== '' || settings.mailSignature !== '' || settings.contactEmail !== '',
      text: 'Words to candidates',
      hint: 'What the invitation says in the client’s own words, and whom candidates may ask. See each mail first.',
      href: pages.mails,
    },
    invoices: {
      isDone: settings.billingAddress !== '' && settings.billingEmail !== '',
      text: 'Address for invoices',
      hint:
        settings.billingAddress === ''
          ? 'Nothing is invoiced without it, and without an email address no invoice is mailed.'
          : 'The address is there; the email address to which invoices are mailed is not.',
      href: pages.invoices,
    },
    rules: {
      isDone: rules.current !== undefined || rules.coming.length > 0,
      todoText: 'None',
      text: 'Result rules',
      hint: 'By which results are graded. Without them, the screeners grade by the usual ones.',
      href: pages.resultRules,
    },
    test: {
      isDone: hasTried,
      text: 'Try it in Test',
      hint: 'A test order costs nothing, and no candidate is written to.',
      href: pages.orderInTest,
    },
  };
}
