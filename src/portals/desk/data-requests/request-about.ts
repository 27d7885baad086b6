// What stands on the page of a request besides it: what they wrote on their own page, who else has their data, and whether
// they are with other clients too.
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listMessages } from '../../../features/cases/candidate-message-actions.ts';
import type { RequestAct } from '../../../features/data-requests/data-request.ts';
import type { OpenedRequest } from '../../../features/data-requests/data-request-actions.ts';
import { isPassedOn } from '../../../features/retention/recipient-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import type { UserOf } from '../../shared/shell.ts';
import { recipientsModel } from '../erasure/recipients.ts';
import { sameElsewhereModel } from '../erasure/same-person.ts';

const told: RequestAct = 'recipients_told';

/** Nothing of who is no candidate, or was erased. */
export async function aboutRequest(
  ctx: Ctx,
  { request, check, key, caller, accountName }: OpenedRequest,
  user: UserOf<'desk'>,
) {
  if (check === undefined || key === undefined) return {};
  const { kind, steps, isOpen } = request;
  const isCorrection = kind === 'correction';
  const problems = (isCorrection ? await listMessages(ctx, check, key) : []).filter((one) => one.kind === 'problem');
  const { first_name, last_name } = check.order.facts;
  const of = { candidateName: fullName(first_name, last_name), accountName };
  return {
    problems: problems.map(({ text, sentAt, answer }) => ({ text, sentAt, answer })),
    hasOpenProblems: problems.some(({ handledAt }) => handledAt === null),
    ...(isPassedOn(kind) && mayDo(user, 'read_reports')
      ? await recipientsModel(ctx, caller, check.applicantId, { kind, ...of })
      : { recipients: [] }),
    mayRecordTold: mayDo(user, 'decide_restrictions') && steps.every(({ code }) => code !== told),
    elsewhere: isOpen ? await sameElsewhereModel(ctx, user, caller, check.applicantId) : [],
  };
}
