// Prints docs/roles.md from the table of roles: the permissions of each role of clients and of the desk.
import { type Permission, permissions, roles } from '../../../src/features/access/permissions.ts';

const meanings: Readonly<Record<Permission, string>> = {
  sign_in: 'sign in to the portal, and see their own account',
  use_api: 'use API keys of their own; read report types, packages, job roles and value sets with them',
  read_checks: 'see candidates and checks, and how far they are',
  order_checks: 'order, change and cancel checks',
  attach_files: 'attach files to an order, and open those files again',
  confirm_identity: 'confirm that they have seen who the candidate is',
  read_results: 'read results, traffic lights, notes, the files of others and the document of the results',
  read_inbox: 'read the mails of test and demo data',
  read_webhooks: 'see webhooks and their notifications',
  register_webhooks: 'set up, change, test and resend webhooks with an API key',
  manage_webhooks: 'set up, change, test and resend webhooks in the portal; be mailed when an endpoint fails',
  read_charges: 'read what was charged',
  read_reports: 'see the work queue, its reports and what candidates said',
  claim_reports: 'open the next report of the queue',
  record_outcomes: 'record outcomes, send them to approval, pause and resume reports',
  approve_outcomes: 'decide on a report that awaits approval',
  close_reports: 'withdraw and cancel reports',
  read_audit: 'read the audit trail',
};

function tableOf(kind: keyof typeof roles): string {
  const rows = Object.entries<readonly Permission[]>(roles[kind]);
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

Printed from \`src/features/access/permissions.ts\` by \`npm run docs\`. Every operation of the API, every page and every form names
one of these permissions; a menu shows the pages that its reader may open.

## Client users

${tableOf('client')}
A key does what its user may do. Where the role lacks \`use_api\`, every request is refused with 401; where it lacks the permission
of the operation, interface v2 answers 401 \`user_authorization_error\` and interface v1 403 \`not_permitted\`. A user of v1 who acts as
another (\`VerifileUserId\`) may do what both may.

## Desk users

${tableOf('desk')}`;
