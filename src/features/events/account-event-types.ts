// What an event type says, and those of accounts: what is agreed and charged, users, keys and webhooks.

export interface EventType {
  readonly resource:
    | 'account'
    | 'subsidiary'
    | 'user'
    | 'desk_user'
    | 'api_key'
    | 'job_role'
    | 'report_type_group'
    | 'package'
    | 'applicant'
    | 'check'
    | 'report'
    | 'reference'
    | 'webhook'
    | 'email'
    | 'attachment'
    | 'data_request';
  /** Webhooks are notified of this status change (interface §Events: every check or report status change). */
  readonly notifies: boolean;
  /** A v2 webhook may name it when it is registered (interface, Register webhook arguments). */
  readonly subscribable?: true;
  /** Somebody looked at a person's data: these events are the register of looks. */
  readonly look?: true;
  /** Interface v2 does not have it: its webhooks are never notified of it (see the trigger on events). */
  readonly only?: 'v1';
}

export const accountEventTypes = {
  'account.created': { resource: 'account', notifies: false },
  'account.changed': { resource: 'account', notifies: false },
  /** Its days and choices were set, or taken back; what the day, the last day of sign-in and the day of erasure did. */
  'account.closing_planned': { resource: 'account', notifies: false },
  'account.reopened': { resource: 'account', notifies: false },
  'account.closed': { resource: 'account', notifies: false },
  'account.sign_in_end_told': { resource: 'account', notifies: false },
  'account.sign_in_ended': { resource: 'account', notifies: false },
  'account.erased': { resource: 'account', notifies: false },
  /** Everything of it as files; that somebody downloaded a part. */
  'account.export_begun': { resource: 'account', notifies: false },
  'account.export_downloaded': { resource: 'account', notifies: false },
  /** Live orders in the portal, where the account demands that somebody else approves them. */
  'account.order_approval_asked': { resource: 'account', notifies: false },
  'account.order_approval_decided': { resource: 'account', notifies: false },
  'account.order_approval_taken_back': { resource: 'account', notifies: false },
  /** Another user of the client has what somebody asked for, or their link, from now on. */
  'account.order_approval_handed_over': { resource: 'account', notifies: false },
  'account.order_link_handed_over': { resource: 'account', notifies: false },
  /** Of a link by which candidates give their names. */
  'account.order_link_created': { resource: 'account', notifies: false },
  'account.order_link_stopped': { resource: 'account', notifies: false },
  /** A review of who has access: it began, somebody decided that access stays, and it ended. */
  'account.access_review_started': { resource: 'account', notifies: false },
  'account.access_kept': { resource: 'account', notifies: false },
  'account.access_review_ended': { resource: 'account', notifies: false },
  /** Staff who were screened elsewhere. */
  'account.staff_brought_in': { resource: 'account', notifies: false },
  /** Complete cases of the screening company's earlier system. */
  'account.earlier_cases_brought_in': { resource: 'account', notifies: false },
  'account.clock_moved': { resource: 'account', notifies: false },
  'account.providers_chosen': { resource: 'account', notifies: false },
  'account.provider_connected': { resource: 'account', notifies: false },
  'account.provider_secret_rotated': { resource: 'account', notifies: false },
  'account.provider_ended': { resource: 'account', notifies: false },
  'account.report_types_switched_on': { resource: 'account', notifies: false },
  'account.report_types_switched_off': { resource: 'account', notifies: false },
  /** By the client's own administrator. */
  'account.renewals_set': { resource: 'account', notifies: false },
  /** What whoever has a job role must have in the record of staff; by the client's own administrator. */
  'account.record_needs_set': { resource: 'account', notifies: false },
  /** A version of what makes a report Amber or Red. */
  'account.result_rules_published': { resource: 'account', notifies: false },
  /** Reports that were ordered without an agreed price have one now. */
  'account.charges_priced': { resource: 'account', notifies: false },
  /** By hand, for no order. */
  'account.charge_added': { resource: 'account', notifies: false },
  'account.charge_taken_back': { resource: 'account', notifies: false },
  'account.invoice_issued': { resource: 'account', notifies: false },
  /** A run of invoices left the account out. */
  'account.invoice_held': { resource: 'account', notifies: false },
  'account.credit_note_issued': { resource: 'account', notifies: false },
  /** A purchase order that the client agreed to was added or changed. */
  'account.purchase_order_kept': { resource: 'account', notifies: false },
  /** The client asks about a charge, and finance answers. */
  'account.charge_disputed': { resource: 'account', notifies: false },
  'account.charge_dispute_answered': { resource: 'account', notifies: false },
  /** Somebody said that it was sent, paid, or not paid after all. */
  'account.invoice_marked': { resource: 'account', notifies: false },
  'account.statement_mailed': { resource: 'account', notifies: false },
  /** Of unpaid invoices, by the job or by hand. */
  'account.payment_reminded': { resource: 'account', notifies: false },
  'account.receipt_recorded': { resource: 'account', notifies: false },
  'account.receipt_taken_back': { resource: 'account', notifies: false },
  /** Money that is given away above the amount for which a second person is needed: asked, and what they decided. */
  'account.money_approval_asked': { resource: 'account', notifies: false },
  'account.money_approval_decided': { resource: 'account', notifies: false },
  /** Of the house standard, and of the account that was made from a quote. */
  'account.quote_moved': { resource: 'account', notifies: false },
  /** A part of a receipt or a credit note, against an invoice or paid back; less than nothing where that is undone. */
  'account.payment_allocated': { resource: 'account', notifies: false },
  'subsidiary.created': { resource: 'subsidiary', notifies: false },
  'subsidiary.changed': { resource: 'subsidiary', notifies: false },
  'job_role.created': { resource: 'job_role', notifies: false },
  'job_role.retired': { resource: 'job_role', notifies: false },
  'report_type_group.created': { resource: 'report_type_group', notifies: false },
  'report_type_group.changed': { resource: 'report_type_group', notifies: false },
  'report_type_group.ended': { resource: 'report_type_group', notifies: false },
  'package.created': { resource: 'package', notifies: false },
  'package.changed': { resource: 'package', notifies: false },
  'package.ended': { resource: 'package', notifies: false },
  'user.created': { resource: 'user', notifies: false },
  'user.changed': { resource: 'user', notifies: false },
  'user.sign_in_created': { resource: 'user', notifies: false },
  'user.sign_in_reset': { resource: 'user', notifies: false },
  'user.factors_changed': { resource: 'user', notifies: false },
  'user.sessions_ended': { resource: 'user', notifies: false },
  'desk_user.created': { resource: 'desk_user', notifies: false },
  'desk_user.changed': { resource: 'desk_user', notifies: false },
  'desk_user.disabled': { resource: 'desk_user', notifies: false },
  'desk_user.sign_in_created': { resource: 'desk_user', notifies: false },
  'desk_user.sign_in_reset': { resource: 'desk_user', notifies: false },
  'desk_user.factors_changed': { resource: 'desk_user', notifies: false },
  'desk_user.sessions_ended': { resource: 'desk_user', notifies: false },
  'api_key.created': { resource: 'api_key', notifies: false },
  'api_key.handed_over': { resource: 'api_key', notifies: false },
  'api_key.revoked': { resource: 'api_key', notifies: false },
  'api_key.exposed': { resource: 'api_key', notifies: false },
  /** After it was refused or given up. */
  'email.sent_again': { resource: 'email', notifies: false },
  'email.read': { resource: 'email', notifies: false, look: true },
  'webhook.created': { resource: 'webhook', notifies: false },
  'webhook.changed': { resource: 'webhook', notifies: false },
  'webhook.deleted': { resource: 'webhook', notifies: false },
  'webhook.resent': { resource: 'webhook', notifies: false },
} as const satisfies Record<string, EventType>;
