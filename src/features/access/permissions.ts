// The permissions of every role and key scope in one table, which every action, route and page asks; pure.
import type { Authority } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Permission, permissions } from './permission-names.ts';

export { type Permission, permissions };

const standard = [
  'sign_in',
  'use_api',
  'read_api_requests',
  'read_checks',
  'order_checks',
  'order_again',
  'amend_orders',
  'stop_monitoring',
  'attach_files',
  'confirm_identity',
  'extend_deadlines',
  'answer_queries',
  'read_results',
  'decide_on_candidates',
  'plan_starts',
  'ask_restrictions',
  'read_inbox',
  'read_webhooks',
  'manage_webhooks',
  'send_notifications',
  'act_for_others',
] as const;

const requester = [
  ...['sign_in', 'use_api', 'read_api_requests', 'read_checks', 'order_checks', 'order_again', 'amend_orders'],
  ...['stop_monitoring', 'attach_files', 'extend_deadlines', 'answer_queries', 'plan_starts', 'ask_restrictions'],
  'read_inbox',
] as const;

const screener = [
  'sign_in',
  'read_reports',
  'claim_reports',
  'record_outcomes',
  'ask_references',
  'send_out',
  'read_suppliers',
  'close_reports',
  'order_again',
  'amend_orders',
  'stop_monitoring',
  'write_notes',
  'ask_restrictions',
  'attach_files',
  'confirm_identity',
  'extend_deadlines',
  'take_answers',
  'ask_queries',
  'read_results',
  'read_inbox',
] as const;

const reviewer = [
  ...screener,
  'approve_outcomes',
  'reopen_reports',
  'assign_reports',
  'read_team',
  'edit_texts',
] as const;

export const roles = {
  client: {
    administrator: [
      ...standard,
      ...[
        'read_clearance',
        'read_record',
        'approve_orders',
        'receive_alerts',
        'manage_users',
        'manage_keys',
        'read_charges',
        'read_account_security_events',
        'set_renewals',
        'read_agreement',
        'change_own_settings',
        'keep_certificates',
        'keep_conduct',
        'ask_erasures',
      ],
    ],
    standard,
    requester,
    /** Holds the budget: approves what others order, and sees no results. */
    approver: [...requester, 'approve_orders', 'read_charges'],
    identity_verifier: ['sign_in', 'use_api', 'read_api_requests', 'read_checks', 'attach_files', 'confirm_identity'],
    /** Decides on results, and neither orders nor manages anything. */
    decider: ['sign_in', 'read_checks', 'read_results', 'decide_on_candidates', 'plan_starts', 'read_inbox'],
    /** Of a regulated firm: certifies its people, and keeps what HR does not read, such as breaches of conduct rules. */
    compliance: [
      ...['sign_in', 'read_checks', 'order_checks', 'order_again', 'amend_orders', 'attach_files', 'answer_queries'],
      ...['read_results', 'read_clearance', 'decide_on_candidates', 'plan_starts', 'read_inbox'],
      ...['keep_certificates', 'keep_conduct'],
    ],
    /** A hiring or site manager, who learns when somebody may start. */
    status_reader: ['sign_in', 'read_clearance'],
    /** An inspector, or a head’s office: that everybody was checked, and nothing that a check found. */
    record_reader: ['sign_in', 'read_record'],
    billing: ['sign_in', 'read_charges', 'read_agreement'],
    /** Interface §Authentication: keys of such a user are refused. */
    read_only: ['sign_in', 'read_checks', 'read_results', 'read_inbox'],
  },
  desk: {
    screener,
    reviewer,
    /** Runs the shift. */
    team_leader: [
      ...reviewer,
      ...['read_figures', 'read_turnaround', 'give_late_reasons', 'plan_starts', 'arrange_work', 'record_trainings'],
      ...['read_complaints', 'answer_complaints'],
    ],
    account_manager: [
      ...['sign_in', 'read_reports', 'close_reports', 'order_again', 'amend_orders', 'stop_monitoring'],
      ...['write_notes', 'ask_restrictions', 'attach_files', 'extend_deadlines', 'take_answers'],
      ...['read_results', 'read_inbox'],
      ...['read_team', 'read_accounts', 'read_mails', 'manage_accounts', 'manage_agreements', 'manage_result_rules'],
      ...['manage_invoicing', 'look_after_clients', 'manage_users', 'manage_keys', 'make_quotes'],
      ...[
        'read_figures',
        'read_turnaround',
        'give_late_reasons',
        'read_api_requests',
        'read_webhooks',
        'send_notifications',
      ],
      ...[
        'order_for_clients',
        'plan_starts',
        'read_charges',
        'erase_applicants',
        'read_erasures',
        'read_complaints',
        'answer_complaints',
        'read_suppliers',
        'manage_suppliers',
      ],
    ],
    administrator: [
      ...reviewer,
      ...[
        'read_figures',
        'read_turnaround',
        'give_late_reasons',
        'record_trainings',
        'order_for_clients',
        'plan_starts',
        'decide_restrictions',
        'manage_suppliers',
      ],
      ...['erase_applicants', 'read_erasures', 'read_audit', 'record_breaches', 'read_security_events'],
      ...['read_complaints', 'answer_complaints'],
      ...[
        'review_access',
        'read_accounts',
        'read_mails',
        'manage_accounts',
        'manage_agreements',
        'read_charges',
        'manage_users',
      ],
      ...['manage_keys', 'read_api_requests', 'read_webhooks', 'send_notifications', 'manage_desk_users'],
      ...['manage_result_rules', 'manage_working_days', 'manage_notices', 'manage_quality'],
      ...['arrange_work', 'check_supplier_invoices', 'manage_invoicing', 'make_quotes'],
    ],
    /** Answers people who ask about their data, and decides no outcome. */
    data_protection: [
      ...['sign_in', 'read_reports', 'read_results', 'read_audit', 'record_breaches', 'read_security_events'],
      ...[
        'read_accounts',
        'read_turnaround',
        'read_mails',
        'read_team',
        'write_notes',
        'ask_restrictions',
        'decide_restrictions',
      ],
      ...[
        'erase_applicants',
        'read_erasures',
        'read_complaints',
        'answer_complaints',
        'read_suppliers',
        'review_access',
      ],
    ],
    /** Prices, charges and invoices, whether a client may order, and no candidate. */
    finance: [
      ...[
        'sign_in',
        'read_accounts',
        'read_charges',
        'manage_agreements',
        'manage_invoicing',
        'read_figures',
        'read_turnaround',
      ],
      ...['read_suppliers', 'manage_suppliers', 'check_supplier_invoices'],
    ],
    auditor: [
      ...[
        'sign_in',
        'read_reports',
        'read_results',
        'read_team',
        'read_erasures',
        'read_complaints',
        'read_audit',
        'read_security_events',
      ],
      ...[
        'read_accounts',
        'read_mails',
        'read_api_requests',
        'read_webhooks',
        'read_suppliers',
        'read_figures',
        'read_turnaround',
      ],
    ],
  },
} as const satisfies Record<string, Record<string, readonly Permission[]>>;

export type ClientRole = keyof typeof roles.client;
export type DeskRole = keyof typeof roles.desk;

/** The roles of the desk that hold a permission. */
export const rolesAtDesk = (permission: Permission): readonly DeskRole[] =>
  (Object.keys(roles.desk) as DeskRole[]).filter((role) =>
    (roles.desk[role] as readonly Permission[]).includes(permission),
  );

/** Those who are no user: our own program and its command line, a candidate in their form, a referee, a provider that answers. */
export const othersMay = {
  system: permissions,
  candidate: [
    'read_checks',
    'read_own_results',
    'stop_monitoring',
    'attach_files',
    'answer_queries',
    'ask_restrictions',
  ],
  referee: ['give_references', 'attach_files'],
  provider: ['attach_files', 'read_results', 'record_outcomes'],
} as const satisfies Record<string, readonly Permission[]>;

export interface Permitted {
  readonly permissions: readonly Permission[];
}

export const mayDo = (who: { readonly permissions: readonly string[] }, permission: Permission): boolean =>
  who.permissions.includes(permission);

/** A signed-in user as the one who acts. */
export const authorityOf = ({ userId, permissions }: Permitted & { readonly userId: string }): Authority => ({
  actor: `user:${userId}`,
  permissions,
});

/** Who asks an action: `system` is the operator's own program, such as the command line. */
export type Asker = 'system' | Authority;

function permissionsOf(asker: Asker): readonly string[] {
  if (asker === 'system') return othersMay.system;
  const [kind] = asker.actor.split(':');
  return asker.permissions ?? (othersMay as Readonly<Record<string, readonly string[]>>)[kind!] ?? [];
}

export const askerMay = (asker: Asker, permission: Permission): boolean => permissionsOf(asker).includes(permission);

/** The desk decides about a restriction, and the program keeps the data: they see the data of a restricted person. */
export const seesRestricted = (by: Asker): boolean => askerMay(by, 'read_reports');

/**
 * Every action of a surface asks this first. Refuses with `not_permitted` who has none of the permissions: clients and the
 * desk reach the same by different ones.
 */
export function demand(asker: Asker, ...anyOf: readonly [Permission, ...Permission[]]): void {
  const held = permissionsOf(asker);
  if (!anyOf.some((permission) => held.includes(permission))) throw new Refusal('not_permitted');
}
