// What anybody may be permitted to do: the names that roles, routes and actions share.

export const permissions = [
  'sign_in',
  'use_api',
  /** What the account's programs asked of the API, and why it was refused. */
  'read_api_requests',
  'read_checks',
  /** Who is where in their check and whether they are cleared: statuses and dates, and nothing else. */
  'read_clearance',
  /** The record of staff without results: what was checked, when, by whom, and whether the client found it satisfactory. */
  'read_record',
  'order_checks',
  /** Live orders of others of the client in the portal, where the account demands it. */
  'approve_orders',
  /** At the desk, for a client who asked for it. */
  'order_for_clients',
  /** To order a withdrawn or cancelled check again; a complete one only together with `order_checks`. */
  'order_again',
  /** To change what was said with an order; before its candidate submitted the form, to cancel it and correct their address. */
  'amend_orders',
  /** Of a report that is asked again after it is complete. */
  'stop_monitoring',
  'attach_files',
  'confirm_identity',
  /** The time that a candidate has to submit the form, and reminders of it. */
  'extend_deadlines',
  /** To fill in the form of a candidate with them, on the telephone or from what they sent on paper. */
  'take_answers',
  /** As the client or the candidate who is asked. */
  'answer_queries',
  /** Results, traffic lights, notes, files of others and the PDF. */
  'read_results',
  /** A candidate, their own, where the client lets them. */
  'read_own_results',
  /** After the results: whether the candidate is suitable for the job. */
  'decide_on_candidates',
  /** The first day of work of a candidate, planned or past; on condition only together with `decide_on_candidates`. */
  'plan_starts',
  /** The mails of test and demo data. */
  'read_inbox',
  'read_webhooks',
  'manage_webhooks',
  /** A test, or a notification again; and to check an endpoint. */
  'send_notifications',
  /** Mails about failing endpoints. */
  'receive_alerts',
  /** To name another user as the one for whom a key acts (`VerifileUserId`). */
  'act_for_others',
  'manage_users',
  'manage_keys',
  'read_charges',
  /** Security events of the user's own account. */
  'read_account_security_events',
  /** After how many months each report type of the user's own account is due again. */
  'set_renewals',
  /** What the user's own account has agreed, with its prices, and how it is set up. */
  'read_agreement',
  /** Of the user's own account: its brand, its contact, and which mails come. */
  'change_own_settings',
  /** The register of whom a regulated firm certifies (SM&CR): certificates, and who is due. */
  'keep_certificates',
  /** Breaches of conduct rules by staff of a regulated firm, and the references that it gives other firms. */
  'keep_conduct',
  /** As the one who decides about the data: that the desk erases a person. */
  'ask_erasures',
  'read_reports',
  'claim_reports',
  /** Reports of others too, many at once. */
  'assign_reports',
  /** Teams of the desk, and by which rules reports are assigned. */
  'arrange_work',
  /** How much each person has to do, and what reviewers found in their work. */
  'read_team',
  /** Of all clients together: orders, turnaround, backlog and quality; money only with `read_charges`. */
  'read_figures',
  /** Of one client: how long reports take, and which were late and why; the client reads the same in its portal. */
  'read_turnaround',
  /** To say why reports of a client were late. */
  'give_late_reasons',
  'record_outcomes',
  /** And to record what else verifies a stated period. */
  'ask_references',
  /** Work on a report to a supplier, and what came of it. */
  'send_out',
  /** The register of suppliers, and how fast and at what cost they answer. */
  'read_suppliers',
  'manage_suppliers',
  /** To load the invoices of suppliers, to agree on or dispute their lines, and to record that they are paid. */
  'check_supplier_invoices',
  /** To answer a request for a reference. */
  'give_references',
  'approve_outcomes',
  /** To open a complete report again and correct it. */
  'reopen_reports',
  /** To ask candidates and clients, and to end such a query. */
  'ask_queries',
  'close_reports',
  /** Notes on a report, and ticks on its tasks. */
  'write_notes',
  /** The desk's own questions, standard sentences and steps. */
  'edit_texts',
  /** A person's data, permanently; to keep them from that, and to take a copy of them for that person. */
  'erase_applicants',
  /** To record what candidates ask about their data (UK GDPR Art. 15 to 21), and for them that their data are restricted. */
  'ask_restrictions',
  /** To deal with what candidates ask about their data, to accept and refuse a restriction, and to lift it. */
  'decide_restrictions',
  /** Of the register of what people ask: complaints that it takes too long; all of it with `read_erasures`. */
  'read_complaints',
  /** To deal with complaints that it takes too long; with everything that people ask with `decide_restrictions`. */
  'answer_complaints',
  /** What people ask about their data, who is due for erasure, who is kept or restricted, and who was erased. */
  'read_erasures',
  'read_audit',
  /** Breaches of personal data, and what became known of them. */
  'record_breaches',
  'read_security_events',
  'review_access',
  'read_accounts',
  /** The mails that did not arrive, with the names of candidates. */
  'read_mails',
  'manage_accounts',
  /** Prices that are offered to somebody who is no client yet, with their name and contact. */
  'make_quotes',
  /** To have clients of their own, whom they look after: the first page shows them. */
  'look_after_clients',
  /** Of the settings of an account those of its charges and invoices: how it is billed, and whether it may order. */
  'manage_invoicing',
  /** What an account may order: report types, prices, packages, groups and job roles. */
  'manage_agreements',
  /** By which rules the results of an account are graded. */
  'manage_result_rules',
  'manage_desk_users',
  /** In which areas people of the desk are trained, and until when they count as new. */
  'record_trainings',
  'manage_working_days',
  /** Notices of planned maintenance, and the list of sub-processors, which `read_accounts` reads. */
  'manage_notices',
  /** How completed work is drawn for review, and which types of error there are. */
  'manage_quality',
] as const;

export type Permission = (typeof permissions)[number];
