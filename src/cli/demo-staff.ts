// The staff of the demo's client who were screened elsewhere, as it states, and its register of certified people.
import type { Ctx } from '../context.ts';
import { type Permitted, roles } from '../features/access/permissions.ts';
import { changeAccountSettings } from '../features/accounts/account-settings-actions.ts';
import { type CertifyingCaller, issueCertificate } from '../features/certification/certificate-actions.ts';
import { lastDayOf } from '../features/certification/certificate-rules.ts';
import { recordBreach } from '../features/certification/conduct-breach-actions.ts';
import { recordRequest } from '../features/certification/given-reference-actions.ts';
import { listRecord } from '../features/lists/central-record-actions.ts';
import { bringIn } from '../features/stated-staff/stated-staff-actions.ts';
import type { StatedPerson } from '../features/stated-staff/stated-staff-rules.ts';
import { addDays, addYears, type IsoDate } from '../lib/dates.ts';
import { ukDateOf } from '../lib/uk-times.ts';
import type { DemoAccount } from './demo-accounts.ts';

const staff = [
  {
    firstName: 'Rowan',
    lastName: 'Sample',
    dob: '1979-08-14',
    employeeNumber: '0017',
    workKind: 'employee',
    endsIn: 40,
  },
  { firstName: 'Ash', lastName: 'Example', dob: '1992-02-03', employeeNumber: '0018', endsIn: -10, workKind: 'agency' },
] as const;

/** The first is due to be assessed again, the other is not. */
async function certify(ctx: Ctx, caller: CertifyingCaller & Permitted, today: IsoDate): Promise<void> {
  await changeAccountSettings(ctx, 'system', caller.accountId, { keepsCertified: true, firmReferenceNumber: '123456' });
  const page = { sort: 'newest', offset: 0, limit: staff.length } as const;
  const { people } = await listRecord(ctx, caller, { view: 'elsewhere' }, page);
  for (const [at, { id }] of people.entries()) {
    const issuedOn = addDays(today, at === 0 ? -340 : -40);
    const certificate = {
      ...{ ofFunction: 'client_dealing', issuedOn, endsOn: lastDayOf(issuedOn), checkIds: [] },
      ...{ assessedBy: 'Casey Client', lineManager: 'Morgan Manager', note: '' },
    };
    await issueCertificate(ctx, caller, id, certificate, []);
    if (at > 0) continue;
    await recordBreach(ctx, caller, id, {
      ...{ state: 'decided', foundOn: addDays(issuedOn, 90), rules: ['icr2'], found: 'Two trades were booked late.' },
      ...{ discipline: 'warning', disciplinedOn: addDays(issuedOn, 100), action: 'Trained again.' },
      ...{ reportedOn: '', reportedBy: '' },
    });
    await recordRequest(ctx, caller, id, {
      ...{ firm: 'Harbour Bank plc', number: '654321', address: 'References, references@harbour.example' },
      ...{ receivedOn: addDays(today, -7), dueOn: addDays(today, 21) },
    });
  }
}

export async function bringInStaff(
  ctx: Ctx,
  { id: accountId, userId, subsidiaryIds }: DemoAccount,
  now: Date,
): Promise<void> {
  const caller = {
    ...{ accountId, environment: 'live' as const, subsidiaryIds: null, clockOffsetSeconds: 0 },
    actor: `user:${userId}` as const,
    permissions: roles.client.administrator,
  };
  const today = ukDateOf(now);
  const people = staff.map(({ endsIn, ...person }): StatedPerson => {
    const expiresOn = addDays(today, endsIn);
    return {
      ...{
        ...person,
        hasOneName: false,
        email: '',
        job: 'Care assistant',
        startsOn: addYears(expiresOn, -3),
        subsidiaryId: subsidiaryIds[0] ?? null,
      },
      reports: [
        {
          ...{ kind: 'right_to_work', completedOn: addYears(expiresOn, -3), expiresOn: null },
          ...{ source: 'Our own office', detail: '', level: null },
        },
        {
          kind: 'criminal_record',
          completedOn: addYears(expiresOn, -3),
          expiresOn,
          ...{ source: 'Former screening company', detail: `00149500${person.employeeNumber}`, level: 'enhanced' },
        },
      ],
    };
  });
  await bringIn(ctx, caller, people);
  await certify(ctx, caller, today);
}
