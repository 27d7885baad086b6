// What each mail is called on a page, what to do about one that reached a user no more, and the tag of somebody like that.
import type { TemplateName } from '../../../features/emails/email-templates.ts';
import type { UndeliveredMail } from '../../../features/lists/undelivered-mail-actions.ts';
import { failureSentence } from '../../../lib/mail-failures.ts';

/** The subjects are not shown, because some contain a code. */
export const mailTexts: Readonly<Record<TemplateName, string>> = {
  check_invitation: 'Invitation with the link',
  form_reminder: 'Reminder',
  form_link: 'Fresh link',
  form_code: 'Code',
  form_sent: 'Receipt of the form',
  withdrawal_receipt: 'Receipt of a withdrawal',
  check_closed: 'News that the order is closed',
  report_reopened_candidate: 'News that a report is open again',
  candidate_check_complete: 'News to the candidate that the check is complete',
  problem_received: 'Receipt of a message',
  problem_answered: 'Answer to a message',
  email_changed: 'News that the address was changed',
  answers_corrected: 'News that an answer was corrected',
  query_to_candidate: 'Question to the candidate',
  query_to_client: 'Question about an order',
  submission_notice: 'Notice that an order ends without the form',
  reference_request: 'Request for a reference',
  reference_sent: 'Reference received',
  reference_not_needed: 'Reference no longer needed',
  reference_code: 'Code',
  sign_in_invitation: 'Invitation to sign in',
  forgotten_password: 'Link to set a new password',
  security_alert: 'Security alert',
  expiries_near: 'Certificates and secrets that end soon',
  endpoint_failing: 'Alert about a webhook',
  orders_to_approve: 'Orders to approve',
  candidate_named: 'A candidate gave their name by a link',
  sign_in_secret_ending: 'The secret of the single sign-on ends soon',
  access_ending: 'Users whose access ends soon',
  service_review: 'The service review of a month',
  renewals_due: 'People to screen again',
  starts_at_risk: 'People who start soon and are not cleared',
  identity_awaited: 'Request to confirm an identity',
  check_complete: 'News that an order is complete',
  check_without_result: 'News that an order has no result',
  candidate_withdrew: 'News that a candidate has withdrawn',
  candidate_refused_report: 'News that a candidate refuses a report',
  candidate_ended_monitoring: 'News that a candidate ended monitoring',
  hearing_asked: 'What the client asks before it decides',
  hearing_answered: 'News that a candidate answered before a decision',
  hearing_lapsed: 'News that a candidate did not answer before a decision',
  decision_proposed: 'News that a decision waits for a second person',
  decision_sent_back: 'News that a proposed decision was sent back',
  decision_awaited: 'Reminder that a decision is awaited',
  decision_overdue: 'Another reminder that a decision is awaited',
  conditions_due: 'Question whether conditions were met',
  review_due: 'Reminder that a risk assessment is to be reviewed',
  decision_told: 'What the client decided',
  comment_added: 'News of a comment',
  comments_added: 'News of a comment on several orders',
  result_disputed: 'News that a candidate disputes a result',
  dispute_settled: 'News that a dispute is settled',
  report_reopened: 'News that a report is open again',
  report_changed: 'News that monitoring found a change',
  report_complete_again: 'News that a report is complete again',
  reopened_report_closed: 'News that a report has no new result',
  account_closing: 'News that the account is closed',
  invoice_issued: 'Invoice or credit note',
  charge_answered: 'Answer to a query of a charge',
  account_statement: 'Statement of account',
  price_changing: 'News of a new price or fee',
  payment_reminder: 'Reminder of unpaid invoices',
  restriction: 'Answer about the restriction of data',
  data_request: 'Answer to a request about data',
  data_requests_due: 'Requests about data that are due',
  desk_morning: 'The work of a morning',
  desk_week: 'The figures of a week',
  desk_month: 'The figures of a month',
  supplier_chase: 'Chase of a supplier',
  supplier_disputes: 'Disputed lines of an invoice',
  data_requested: 'News that a candidate asks about their data, or complains',
  erasure_answered: 'Answer to a request to erase a candidate',
  candidate_restricted: 'News that the data of a candidate are restricted',
  restriction_lifted: 'News that a restriction is lifted',
  conditional_start_ending: 'News that the time for a screening ends',
  conditional_start_over: 'News that a screening is not complete in time',
};

export const notDeliveredTag = { text: 'Mail not delivered', classes: 'govuk-tag--red' } as const;

/** @param invited whether they never signed in: only then is there an address to correct */
export function undeliveredNotice(email: string, mail: UndeliveredMail, invited: boolean): string {
  const what = `${mailTexts[mail.template]}: ${failureSentence(email, mail)}`;
  return invited
    ? `${what} Correct the address, or send the invitation again.`
    : `${what} If the address is theirs no longer, disable this person and invite them at the new one. Otherwise ask whoever runs their mail.`;
}
