// The permissions of every role in one table: every route, page and action checks the permission it needs here; pure.

export const permissions = [
  'sign_in',
  'use_api',
  'read_checks',
  'order_checks',
  'attach_files',
  'confirm_identity',
  /** Results, traffic lights, notes, files of others and the PDF. */
  'read_results',
  /** The mails of test and demo data. */
  'read_inbox',
  'read_webhooks',
  /** With an API key, for the client's own programs. */
  'register_webhooks',
  /** In the portal. */
  'manage_webhooks',
  'read_charges',
  'read_reports',
  'claim_reports',
  'record_outcomes',
  'approve_outcomes',
  'close_reports',
  'read_audit',
] as const;

export type Permission = (typeof permissions)[number];

const standard = [
  'sign_in',
  'use_api',
  'read_checks',
  'order_checks',
  'attach_files',
  'confirm_identity',
  'read_results',
  'read_inbox',
  'read_webhooks',
  'register_webhooks',
] as const;

const screener = [
  'sign_in',
  'read_reports',
  'claim_reports',
  'record_outcomes',
  'close_reports',
  'attach_files',
  'confirm_identity',
  'read_results',
  'read_inbox',
] as const;

const reviewer = [...screener, 'approve_outcomes'] as const;

export const roles = {
  client: {
    administrator: [...standard, 'manage_webhooks', 'read_charges'],
    standard,
    requester: ['sign_in', 'use_api', 'read_checks', 'order_checks', 'attach_files', 'read_inbox'],
    identity_verifier: ['sign_in', 'use_api', 'read_checks', 'attach_files', 'confirm_identity'],
    billing: ['sign_in', 'read_charges'],
    /** Interface §Authentication: keys of such a user are refused. */
    read_only: ['sign_in', 'read_checks', 'read_results', 'read_inbox'],
  },
  desk: {
    screener,
    reviewer,
    account_manager: ['sign_in', 'read_reports', 'close_reports', 'attach_files', 'read_results', 'read_inbox'],
    administrator: [...reviewer, 'read_audit'],
    auditor: ['sign_in', 'read_reports', 'read_results', 'read_audit'],
  },
} as const satisfies Record<string, Record<string, readonly Permission[]>>;

export type ClientRole = keyof typeof roles.client;
export type DeskRole = keyof typeof roles.desk;

export interface Permitted {
  readonly permissions: readonly Permission[];
}

export const mayDo = (who: Permitted, permission: Permission): boolean => who.permissions.includes(permission);
