// Which mails that reached nobody are worth sending again as they are; pure.
import { type CheckState, isOngoing } from '../checks/check-states.ts';
import type { TemplateName } from '../emails/email-templates.ts';

interface Failed {
  readonly id: string | null;
  readonly template: TemplateName;
  readonly check_status: CheckState | null;
}

/** Whoever waited for a code has asked for another; alerts and notices come again by themselves, or their day has passed. */
const outdated: readonly TemplateName[] = [
  'form_code',
  'reference_code',
  'submission_notice',
  'endpoint_failing',
  'renewals_due',
  'service_review',
  'order_summary',
  'late_checks',
  'access_ending',
  'access_review_due',
  'sign_in_secret_ending',
  'orders_to_approve',
  'candidate_named',
  'starts_at_risk',
  'licences_ending',
  'permissions_ending',
  'certificates_due',
];

/** Nobody answers a question, or comes, for a check that is over. */
const whileOngoing: readonly TemplateName[] = ['query_to_candidate', 'appointment'];

const whileFormIsAwaited: readonly TemplateName[] = ['check_invitation', 'form_reminder', 'form_link'];

/** A request for a reference is sent again on its own page, which also corrects the address; a link to sign in on the user's. */
export function isWorthSending({ id, template, check_status: status }: Failed): boolean {
  if (id === null || template === 'reference_request' || outdated.includes(template)) return false;
  if (whileFormIsAwaited.includes(template)) return status === 'awaiting_applicant';
  return !whileOngoing.includes(template) || (status !== null && isOngoing(status));
}
