// Makes an order findable by who was asked for a reference, by the numbers that others gave the work, and by its certificates.
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { hasOtherPerson, keepOrderKeys } from '../applicants/order-key-actions.ts';
import { askedNumberTerms, askedTerms, certificateTerms } from '../applicants/search-key-rules.ts';
import { certificateNumberOf } from './certificate-rules.ts';
import type { Findings } from './report-rules.ts';

/** By the name, the organisation, the telephone number and the email address of somebody who is asked for a reference. Needs a transaction. */
export const findableByReferee = (
  tx: Ctx,
  tenant: Tenant,
  checkId: string,
  referee: Parameters<typeof askedTerms>[0],
): Promise<void> => keepOrderKeys(tx, tenant, checkId, askedTerms(referee));

/** By the number of an application at its authority, or of a request at its supplier; for the desk alone. Needs a transaction. */
export const findableByNumber = (tx: Ctx, tenant: Tenant, checkId: string, number: string): Promise<void> =>
  keepOrderKeys(tx, tenant, checkId, askedNumberTerms(number));

/** By the number of the certificate of an outcome, if it has one. Needs a transaction. */
export const findableByCertificate = (tx: Ctx, tenant: Tenant, checkId: string, findings: Findings): Promise<void> =>
  keepOrderKeys(tx, tenant, checkId, certificateTerms(certificateNumberOf(findings)));

/** A certificate is about one person: in a sentence, that an order of another person has its number, too. */
export async function certificateOfOther(
  ctx: Ctx,
  caller: Caller,
  applicant: Parameters<typeof hasOtherPerson>[2],
  findings: Pick<Findings, 'breakdown' | 'properties'>,
): Promise<string[]> {
  demand(caller, 'read_reports');
  const isOfOther = await hasOtherPerson(ctx, caller, applicant, certificateTerms(certificateNumberOf(findings)));
  return isOfOther ? ['The number of the certificate is also that of another person’s order.'] : [];
}
