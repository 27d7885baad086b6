// A spreadsheet of candidates that the client of the demo has uploaded and not placed yet.
import type { Ctx } from '../context.ts';
import { roles } from '../features/access/permissions.ts';
import { uploadBulkOrder } from '../features/orders/bulk-order-actions.ts';
import { codeOf } from '../features/report-types/catalogue-rules.ts';
import { namedType } from '../features/report-types/report-type-rules.ts';
import { addDays } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import type { DemoAccount } from './demo-accounts.ts';

const starters = [
  ['Robin', 'Ashdown', '1991-06-02'],
  ['Shabnam', 'Okafor', '1988-11-19'],
  ['Gethin', 'Pryce', '1996-01-30'],
] as const;

const mailOf = (lastName: string) => `${lastName.toLowerCase()}@demo.example`;

/** As the client pasted it, who may still change it. */
const pasted = [
  'First name\tLast name\tDate of birth\tEmail address\tJob applied for',
  ...starters.map(([first, last, dob]) => [first, last, dob, mailOf(last), 'Care assistant'].join('\t')),
].join('\n');

/** @param past a context whose clock is the caller's */
export async function uploadSpreadsheet(
  past: Ctx,
  { id: accountId, userId, subsidiaryIds }: DemoAccount,
  now: Date,
): Promise<void> {
  const types = ['identity', 'right_to_work'].flatMap((name) => {
    const found = namedType(name);
    return 'type' in found ? [found.type] : [];
  });
  const caller = {
    ...{ accountId, environment: 'live' as const, subsidiaryIds: null, userId, clockOffsetSeconds: 0 },
    actor: `user:${userId}` as const,
    permissions: roles.client.administrator,
  };
  await uploadBulkOrder({ ...past, now: () => new Date(now.getTime() - 2 * 3_600_000) }, caller, {
    items: types.map(({ id }) => ({ report_type_id: id, quantity: 1 })),
    unreadColumns: [],
    sheet: { typed: { types: types.map(({ id }) => String(id)) }, pasted },
    rows: starters.map(([FirstName, LastName, DateOfBirth], at) => ({
      rowNumber: at + 2,
      subsidiaryId: subsidiaryIds[at] ?? null,
      statedId: null,
      items: null,
      isUrgent: false,
      startsOn: addDays(ukDateOf(now), 14 + at),
      body: {
        Checks: types.map((type) => ({ CheckType: codeOf(type) })),
        Candidate: {
          CurrentName: { FirstName, LastName },
          PersonalInfo: {
            DateOfBirth,
            CandidateEmail: mailOf(LastName),
            PositionAppliedFor: 'Care assistant',
          },
        },
      },
    })),
  });
}
