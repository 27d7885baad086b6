// A certificate as a PDF, in the brand of the firm that issued it.
import type { Ctx } from '../../context.ts';
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal } from '../../lib/refusal.ts';
import { readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { renderClientLetter } from '../accounts/client-letter-document.ts';
import { type CertifyingCaller, showCertificate } from './certificate-actions.ts';
import { certifiedFunctions, isOfSeniorManagement } from './certified-functions.ts';

/** At the foot of each page; empty where the account has none. */
export const firmNumberMark = (number: string): string => (number === '' ? '' : `Firm reference number ${number}`);

/** The look is recorded. Refuses with `not_found`, also the assessment of a senior manager, who gets no certificate. */
export async function renderCertificate(
  ctx: Ctx,
  caller: CertifyingCaller,
  id: string,
): Promise<{ readonly content: Buffer; readonly issuedOn: IsoDate }> {
  const { facts, ofFunction, issuedOn, endsOn, assessedBy, withdrawal } = await showCertificate(ctx, caller, id);
  if (isOfSeniorManagement(ofFunction)) throw new Refusal('not_found');
  const { firmReferenceNumber } = await readAccountSettings(ctx, caller.accountId);
  const { name: firm } = await readAccount(ctx, caller.accountId);
  const name = fullName(facts.first_name, facts.last_name);
  const content = await renderClientLetter(ctx, caller.accountId, {
    title: 'Certificate of fitness and propriety',
    mark: firmNumberMark(firmReferenceNumber),
    to: name,
    on: issuedOn,
    paragraphs: [
      `${firm} certifies that ${name} is a fit and proper person to perform the function:`,
      certifiedFunctions[ofFunction],
      `This certificate is valid from ${formatLongDate(issuedOn)} until ${formatLongDate(endsOn)}, unless it is withdrawn before.`,
      ...(withdrawal === null ? [] : [`It was withdrawn: from ${formatLongDate(withdrawal.on)} on it is not valid.`]),
      `Fitness and propriety assessed by: ${assessedBy}`,
      'Signed for the firm:\n\n______________________________',
    ],
  });
  return { content, issuedOn };
}
