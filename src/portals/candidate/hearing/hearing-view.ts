// What the candidate's page shows of what their client writes to them: asked before the decision, and told after it.

import { type Ctx, todayFor } from '../../../context.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import type { Check } from '../../../features/checks/check.ts';
import { listTold } from '../../../features/client-decisions/client-decision-actions.ts';
import { listHearings } from '../../../features/client-decisions/hearing-actions.ts';
import { labelsNotClear } from '../../../features/client-decisions/hearing-rules.ts';
import { sayText } from '../../../messages/say.ts';
import { type FormRequest, formBase } from '../candidate-form-request.ts';

export async function hearingIn(ctx: Ctx, request: FormRequest, { key, caller }: OpenForm, check: Check) {
  const hearings = await listHearings(ctx, caller, check, key);
  const current = check.isRestricted ? undefined : hearings.find(({ standing }) => standing !== 'over');
  return {
    hearings: hearings.map((one) => ({ ...one, isCurrent: one === current })),
    // Asked, and nothing said yet.
    hearingAwaited: current !== undefined && current.answers.length === 0 ? current : undefined,
    hearingIsLate: current !== undefined && current.answerBy < todayFor(ctx, caller),
    // Also if the client took it out of what it wrote.
    hearingAbout: labelsNotClear(check).map((label) => sayText(label)),
    hearingAction: `${formBase(request)}/hearing`,
    hasAnswered: request.query.answered !== undefined,
    told: await listTold(ctx, caller, check, key),
  };
}
