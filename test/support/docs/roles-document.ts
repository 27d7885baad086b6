// Prints docs/roles.md from the table of roles: the permissions of each role of clients and of the desk.

import { keyScopes } from '../../../src/features/access/key-scopes.ts';
import { type Permission, permissions, roles } from '../../../src/features/access/permissions.ts';

const meanings: Readonly<Record<Permission, string>> = {
  sign_in: 'sign in to the portal, and see their own account',
  use_api: 'use API keys of their own; read report types, packages, job roles and value sets with them',
  read_api_requests: 'see what the programs of the account asked of the API, and why a request was refused',
  read_checks: 'see candidates and checks with their statuses',
  read_record:
    'read the record of staff without results: what was checked, when, and whether the client found it satisfactory',
  read_clearance: 'see who is where in their check and whether they are cleared: statuses and dates, and nothing else',
  order_checks: 'order, change and cancel checks',
  approve_orders: 'approve live orders that others place in the portal, where the account demands it',
  order_for_clients: 'order checks at the desk for a client who asked for it, and add reports to their orders',
  order_again: 'order a withdrawn or cancelled check again; with `order_checks`, a complete one too',
  amend_orders:
    'change what was said with an order; before its form is submitted, cancel it and correct the email address of its candidate',
  stop_monitoring: 'stop the monitoring of a complete report',
  attach_files: 'attach files to an order, and open these files',
  confirm_identity: 'confirm the identity of a candidate',
  extend_deadlines: 'give a candidate more time for the form, and remind them of it',
  take_answers: 'fill in the form of a candidate with them, on the telephone or from what they sent on paper',
  answer_queries: 'answer queries of screeners',
  read_results: 'read results, traffic lights, notes, files of others and the results PDF',
  read_own_results: 'read their own results, where the client lets candidates',
  decide_on_candidates: 'decide after the results whether a candidate is suitable',
  plan_starts: 'say on which day a candidate starts work, or started',
  read_inbox: 'read the mails of test and demo data',
  read_webhooks: 'see webhooks and their notifications',
  manage_webhooks: 'set up and change webhooks',
  send_notifications: 'send a test or a notification again, and check an endpoint',
  receive_alerts: 'get a mail when an endpoint fails',
  act_for_others: 'name another user as the one for whom a key acts (`VerifileUserId`)',
  manage_users: 'create, change and disable users',
  manage_keys: 'create and revoke API keys; in the client’s portal, create them for oneself',
  read_charges: 'see the charges of each month and their statement, and download every line',
  read_account_security_events: 'read and export the security events of their account',
  read_agreement: 'read what their account has agreed, with its prices and settings',
  change_own_settings: 'change the brand, the contact and the mails of their account',
  keep_certificates: 'keep the register of certified people of a regulated firm: record and withdraw certificates',
  keep_conduct: 'keep breaches of conduct rules of a regulated firm, and the references that it gives other firms',
  ask_erasures: 'ask the desk to erase a person of their account',
  set_renewals: 'set after how many months each report type of their account is due again',
  read_reports: "see the work queue, its reports and the candidates' answers",
  claim_reports:
    'claim and release reports, hand their own over to a colleague, take the next of the queue, and say when they are away',
  assign_reports: 'assign reports to others, many at once, and say when others are away',
  arrange_work: 'make teams of the desk, and say by which rules reports are assigned',
  read_team: 'see the load, the turnaround and the errors of each person',
  read_figures:
    'see the figures of all clients together: orders, turnaround, backlog and quality; what they pay and cost only with `read_charges`',
  record_outcomes: 'record outcomes, send them to approval, pause and resume reports',
  ask_references:
    'ask for references, take them down by telephone, record how the referee was authenticated, and what else verifies a stated period',
  send_out: 'send work on a report out to a supplier, chase it, and record the answer',
  read_suppliers: 'see the register of suppliers with their turnaround and cost',
  record_breaches: 'record breaches of personal data, and what became known of them',
  manage_notices: 'announce planned maintenance, and keep the list of sub-processors',
  manage_working_days: 'add and remove the company’s own closing days',
  manage_quality: 'say how much of the completed work is drawn for review, and which types of error there are',
  manage_suppliers: 'add, change and remove suppliers',
  check_supplier_invoices:
    'load the invoices of suppliers, agree on or dispute their lines, and record that they are paid',
  give_references: 'answer a request for a reference',
  approve_outcomes: 'decide reports that await approval',
  reopen_reports: 'reopen complete reports to correct them',
  ask_queries: 'ask candidates and clients about a report',
  close_reports: 'withdraw and cancel reports',
  write_notes: 'add notes to a report, and tick its tasks',
  edit_texts: 'word the desk’s own questions, standard sentences and steps',
  erase_applicants: 'take a copy of the data of a person, erase them permanently, and keep them from being erased',
  ask_restrictions:
    'record what candidates ask about their data, and ask for them that their data are restricted or not used',
  decide_restrictions: 'deal with what candidates ask about their data, decide about a restriction, and lift it',
  read_erasures:
    'see what people ask about their data, who is due for erasure, whose data are kept or restricted, and who was erased',
  read_audit: 'read the audit trail',
  read_security_events: 'read and export security events',
  review_access: 'record that they reviewed who has access',
  read_accounts: 'see accounts with their agreements, users, keys and settings, and the list of sub-processors',
  read_mails: 'see the mails that did not arrive, with the names of candidates',
  manage_accounts: 'create and change accounts, subsidiaries and providers',
  make_quotes: 'quote prices to prospects, and make accounts from accepted quotes together with `manage_accounts`',
  look_after_clients: 'begin with the clients that they look after',
  manage_invoicing: 'change how an account is charged and invoiced, and stop and accept its orders',
  manage_agreements: 'agree report types, prices, packages, groups and job roles',
  manage_result_rules: 'set the rules by which results are graded',
  read_complaints: 'read complaints that it takes too long',
  answer_complaints: 'deal with complaints that it takes too long',
  read_turnaround: 'read how long the reports of a client took, which were late, and why',
  give_late_reasons: 'say why reports of a client were late',
  record_trainings: 'record in which areas people of the desk are trained, and until when they count as new',
  manage_desk_users: 'create, change and disable screeners',
};

function tableOf(table: Readonly<Record<string, readonly Permission[]>>): string {
  const rows = Object.entries(table);
  const held = permissions.filter((permission) => rows.some(([, row]) => row.includes(permission)));
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  return [
    line(['May', ...rows.map(([role]) => `\`${role}\``)]),
    line(['---', ...rows.map(() => ':-:')]),
    ...held.map((permission) => {
      const cells = rows.map(([, row]) => (row.includes(permission) ? 'yes' : ''));
      return line([`\`${permission}\`: ${meanings[permission]}`, ...cells]);
    }),
  ].join('');
}

export const rolesDocument = (): string => `# Roles

Printed from \`src/features/access/permissions.ts\` by \`npm run docs\`. Every operation of the API, every page and every form needs
one of these permissions; menus show only pages that the user may open.

## Client users

${tableOf(roles.client)}
A key has the permissions of its user that its scopes include; a key has all scopes unless it was made with fewer. A key that is held to
a subsidiary sees only its applicants and orders in both interfaces; any other sees what its user does: the whole account, or one or several
subsidiaries. If the role lacks \`use_api\`, every request is refused with 401; if it lacks the permission
of the operation, interface v2 answers 401 \`user_authorization_error\` and interface v1 403 \`not_permitted\`. A user of v1 who acts as
another (\`VerifileUserId\`) has only the permissions of both; every event names the real user, the key and the user for whom they act.

## Scopes of API keys

${tableOf(keyScopes)}

## Desk users

${tableOf(roles.desk)}`;
