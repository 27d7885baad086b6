// What an API key may do, by its scopes; pure.
import { type ClientRole, type Permission, roles } from './permissions.ts';

/** What an API key may do, of what the role of its user allows; a key has one scope or more. */
export const keyScopes = {
  read: ['read_checks', 'read_inbox', 'read_webhooks'],
  order: ['order_checks', 'stop_monitoring', 'attach_files', 'confirm_identity'],
  results: ['read_checks', 'read_results'],
  webhooks: ['read_webhooks', 'manage_webhooks', 'send_notifications'],
  admin: ['act_for_others', 'manage_users', 'manage_keys', 'read_charges'],
} as const satisfies Record<string, readonly Permission[]>;

export type KeyScope = keyof typeof keyScopes;

export const everyKeyScope = Object.keys(keyScopes) as readonly KeyScope[];

export function permissionsOfKey(role: ClientRole, scopes: readonly KeyScope[]): readonly Permission[] {
  const inScope = new Set<Permission>(['use_api', ...scopes.flatMap((scope) => keyScopes[scope])]);
  return roles.client[role].filter((permission) => inScope.has(permission));
}
