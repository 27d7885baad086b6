// Every security event type, one line each: its sentence, and whether events of it may come in floods.

interface SecurityEventType {
  readonly sentence: string;
  /** Anybody can cause many: equal ones are counted within a second and written outside of the request. */
  readonly isFrequent?: true;
}

export const securityEventTypes = {
  'sign_in.succeeded': { sentence: 'Signed in' },
  'sign_in.failed': { sentence: 'Gave a wrong email address, password or second factor', isFrequent: true },
  'sign_in.provider_demanded': { sentence: 'Tried to sign in without the single sign-on that the account demands' },
  'sign_in.limited': { sentence: 'Was refused after too many attempts to sign in', isFrequent: true },
  'sign_in.ended': { sentence: 'Signed out' },
  'session.ended': { sentence: 'Ended a session on another device' },
  'user.signed_out': { sentence: 'Ended the sessions of a user' },
  'step_up.succeeded': { sentence: 'Confirmed who they are before a protected action' },
  'step_up.failed': { sentence: 'Failed to confirm who they are before a protected action', isFrequent: true },
  'invitation.sent': { sentence: 'Invited a user' },
  'invitation.accepted': { sentence: 'Accepted an invitation' },
  'password.changed': { sentence: 'Changed a password' },
  'password.reset_requested': { sentence: 'Asked for a new password', isFrequent: true },
  'factor.added': { sentence: 'Added a second factor' },
  'factor.removed': { sentence: 'Removed a second factor' },
  'recovery_codes.created': { sentence: 'Created recovery codes' },
  'recovery_code.used': { sentence: 'Signed in with a recovery code' },
  'role.changed': { sentence: 'Changed what a user may do' },
  'approval.lowered': { sentence: 'Lowered which outcomes a person approves or releases' },
  'access.reviewed': { sentence: 'Reviewed who has access' },
  'single_sign_on.changed': { sentence: 'Changed the single sign-on of the account' },
  'user.disabled': { sentence: 'Disabled a user' },
  'user.enabled': { sentence: 'Enabled a user again' },
  'key.created': { sentence: 'Created an API key' },
  'key.handed_over': { sentence: 'Gave an API key to another user' },
  'key.revoked': { sentence: 'Revoked an API key' },
  'key.exposed': { sentence: 'Sent an API key over plain HTTP' },
  'key.refused': { sentence: 'Used an API key that is not valid', isFrequent: true },
  'key.used_from_new_network': { sentence: 'Used an API key from a network for the first time' },
  'permission.refused': { sentence: 'Was refused an action without permission for it', isFrequent: true },
  'code.wrong': { sentence: 'Entered a wrong code for a mailed link', isFrequent: true },
  'code.limited': { sentence: 'Was refused after too many codes for a mailed link', isFrequent: true },
  'form_link.replaced': { sentence: "Proved the candidate's mailbox, which replaced the link to their form" },
  'reference_link.replaced': { sentence: "Proved the referee's mailbox, which replaced the link to the reference" },
  'rate.limited': { sentence: 'Made too many requests', isFrequent: true },
  'records.read_in_bulk': { sentence: 'Read the records of many people', isFrequent: true },
  'records.exported': { sentence: 'Exported records' },
  'pattern.detected': { sentence: 'A pattern of security events needs attention' },
} as const satisfies Record<string, SecurityEventType>;

export type SecurityEventName = keyof typeof securityEventTypes;

export const isFrequent = (type: SecurityEventName): boolean => 'isFrequent' in securityEventTypes[type];
