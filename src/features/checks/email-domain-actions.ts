// Asks whether the domain of an applicant's email address is registered.
import type { Caller, Ctx } from '../../context.ts';
import { emailFaults, isExampleDomain } from '../../lib/email-addresses.ts';
import { demand } from '../access/permissions.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';

/** Makes the DNS queries of `createCheck` in advance, because that may run in a transaction. */
export async function askAboutApplicant(ctx: Ctx, caller: Caller, applicantId: string): Promise<void> {
  demand(caller, 'order_checks', 'order_again');
  const { facts } = await readApplicant(ctx, caller, applicantId);
  if (emailFaults(facts.email).length === 0) await domainRegistration(ctx, caller, facts.email);
}

/** Skipped in test mode, if the setting is off, and for domains of examples in the demo. */
export async function domainRegistration(ctx: Ctx, caller: Caller, email: string) {
  if (caller.environment === 'test' || ctx.settings.emailDomainCheck === 'off') return 'registered';
  if (isExampleDomain(email) && (await readAccount(ctx, caller.accountId)).is_demo) return 'registered';
  return ctx.emailDomains.registrationOf(email);
}
