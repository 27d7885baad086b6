// The candidate sends what they were asked about reports that were added to their order.
import type { Ctx } from '../../context.ts';
import { additionForm } from '../candidate-form/added-form-rules.ts';
import { awaitCertificates } from '../candidate-form/awaited-certificate-actions.ts';
import {
  areSameTypes,
  readForm,
  refusedAnswers,
  type SubmitOutcome,
  senderOf,
} from '../candidate-form/form-actions.ts';
import { draftFacts } from '../candidate-form/form-page-rules.ts';
import type { OpenForm } from '../candidate-form/open-form.ts';
import { beginAddedReports } from '../checks/added-report-progress-actions.ts';
import { readCheck } from '../checks/check-actions.ts';
import { withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { replaceOrderFacts } from '../checks/order-facts-actions.ts';
import { forgetCodes } from '../mailed-links/access-actions.ts';
import { endAddedQueries } from '../queries/query-actions.ts';
import { isOpen } from '../reports/report-states.ts';

/** As `submitForm`: the facts are kept with the order, and work on what was added begins. */
export function submitAddition(ctx: Ctx, opened: OpenForm, seenVersion: number): Promise<SubmitOutcome> {
  const { key } = opened;
  const caller = senderOf(opened);
  const { checkId } = opened.link;
  return withLockedApplicantAndCheck(ctx, caller, checkId, async (tx, locked) => {
    const form = additionForm(await readForm(tx, locked));
    if (form === undefined) return 'submitted';
    if (!areSameTypes(form, opened)) return 'changed_elsewhere';
    const refused = refusedAnswers(form, seenVersion);
    if (refused !== undefined) return refused;
    await replaceOrderFacts(tx, caller, locked, draftFacts(form.order.facts, form.scope, form.saved));
    await endAddedQueries(tx, caller, locked);
    const check = await readCheck(tx, caller, checkId);
    const added = check.reports.filter(({ status, requestedAt }) => requestedAt === null && isOpen(status));
    await beginAddedReports(tx, caller, { check, key }, added);
    await awaitCertificates(tx, form, { check: await readCheck(tx, caller, checkId), key });
    await forgetCodes(tx, caller, checkId);
    return 'submitted';
  });
}
