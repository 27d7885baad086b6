// What the mail with a fresh link says of its check.
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Check } from '../checks/check.ts';
import type { FreshLinkMail, WhyFreshLink } from '../emails/fresh-link-words.ts';

type About = Pick<Check, 'orderId' | 'status' | 'formCompletedAt'>;

export const freshLinkMail = (
  { orderId, status, formCompletedAt }: About,
  why: WhyFreshLink,
  to: Pick<FreshLinkMail, 'candidateName' | 'formUri'>,
): FreshLinkMail => ({
  ...to,
  order: `VF${orderId}`,
  why,
  sentOn: formCompletedAt === null ? null : ukDateOf(formCompletedAt),
  isOver: formCompletedAt === null && status !== 'awaiting_applicant',
});
