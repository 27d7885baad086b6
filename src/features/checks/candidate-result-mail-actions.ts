// Tells a candidate that their check is complete, where the client wants it or lets them see their own results.

import type { Authority, Caller, Ctx } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { emailTo, queueEmail } from '../emails/email-actions.ts';
import type { Check } from './check.ts';
import { formUri } from './check-links.ts';
import { worstLight } from './check-rules.ts';
import { wasHeard } from './heard-queries.ts';
import { jobCountryOf } from './job-country-rules.ts';

/** Who has a page of their own, once there is a result, and nobody may only store their data. */
const hasOwnResults = ({ status, type, isRestricted, reports }: Check): boolean =>
  status === 'complete' && type === 'standard' && !isRestricted && worstLight(reports) !== null;

/** Also who got the notice that comes before a decision, for a job in the United States: the report belongs to it. */
const areShown = async (ctx: Pick<Ctx, 'db'>, check: Check): Promise<boolean> =>
  hasOwnResults(check) &&
  ((await readAccountSettings(ctx, check.tenant.accountId)).candidateResults ||
    (jobCountryOf(check.order) === 'USA' && (await wasHeard(ctx.db, check.tenant, check.id))));

/** Whether the candidate may read the results of a check. */
export function showsOwnResults(ctx: Pick<Ctx, 'db'>, candidate: Authority, check: Check): Promise<boolean> {
  demand(candidate, 'read_own_results');
  return areShown(ctx, check);
}

/** Tells whether they may see the results, too. @param isAgain after a report of it was opened again */
export async function mailCompletion(
  tx: Ctx,
  caller: Caller,
  { check, key }: { readonly check: Check; readonly key: DataKey },
  isAgain: boolean,
): Promise<void> {
  const settings = await readAccountSettings(tx, check.tenant.accountId);
  const { candidateResults: areResultsShown, candidateCompletionMail: isTold } = settings;
  if (!hasOwnResults(check) || !(areResultsShown || isTold)) return;
  const { facts } = check.order;
  const candidateName = fullName(facts.first_name, facts.last_name);
  const link = { ...check.tenant, checkId: check.id, generation: check.formLinkGeneration };
  const values = { candidateName, formUri: await formUri(tx, link), isAgain, areResultsShown };
  const about = { id: check.applicantId, key, checkId: check.id };
  const to = { name: candidateName, address: facts.email };
  await queueEmail(tx, emailTo(tx, caller, about, 'candidate_check_complete', { to, values }));
}
