// The roles of clients and of the desk, as people read them.
import type { ClientRole, DeskRole } from '../../features/access/permissions.ts';

export const roleTexts: Readonly<Record<ClientRole | DeskRole, string>> = {
  administrator: 'Administrator',
  standard: 'Standard',
  requester: 'Requester',
  approver: 'Order approver',
  identity_verifier: 'Identity verifier',
  decider: 'Decider',
  compliance: 'Compliance',
  status_reader: 'Status reader',
  record_reader: 'Reader of the record of staff',
  billing: 'Billing',
  read_only: 'Read only',
  screener: 'Screener',
  reviewer: 'Reviewer',
  team_leader: 'Team leader',
  account_manager: 'Account manager',
  data_protection: 'Data protection',
  finance: 'Finance',
  auditor: 'Auditor',
};
