// What the demo's candidates ask about their data by letter, one open and one answered, and two complaints.
import { type Ctx, todayFor } from '../context.ts';
import { callerFor, type Screener } from '../features/cases/screening-actions.ts';
import type { Check } from '../features/checks/check.ts';
import { acknowledgeComplaint } from '../features/data-requests/complaint-actions.ts';
import { closeRequest } from '../features/data-requests/data-request-actions.ts';
import { recordRequest } from '../features/data-requests/data-request-record-actions.ts';
import { addDays } from '../lib/dates.ts';

export async function recordLetters(ctx: Ctx, screener: Screener, { tenant, id }: Check): Promise<void> {
  const { accountId: account_id, environment } = tenant;
  const caller = callerFor(screener, { account_id, environment, clock_offset_seconds: 0 });
  const today = todayFor(ctx, caller);
  const letter = { way: 'letter', identity: 'called_back', checkId: id } as const;
  await recordRequest(ctx, caller, {
    ...{ ...letter, kind: 'access', receivedOn: addDays(today, -25) },
    words: 'Please send me a copy of everything that you have about me.',
  });
  const taken = await recordRequest(ctx, caller, {
    ...{ ...letter, kind: 'portability', receivedOn: addDays(today, -40) },
    words: 'I want to give my references to another agency.',
  });
  const words = 'We are given references in confidence. Please ask the employers for them.';
  await closeRequest(ctx, caller, taken, { outcome: 'not_met', words, told: 'mail' });

  const complaint = { kind: 'complaint', identity: 'known_address', checkId: null } as const;
  await recordRequest(ctx, caller, {
    ...{ ...complaint, way: 'telephone', receivedOn: addDays(today, -20), subject: 'conduct', asker: 'landlord' },
    askedBy: { name: 'Robin Landlord', contact: 'robin.landlord@flats.example' },
    words: 'I was called three times in one day about a tenant of mine.',
  });
  const late = await recordRequest(ctx, caller, {
    ...{ ...complaint, way: 'mail', receivedOn: addDays(today, -12), subject: 'delay', asker: 'client' },
    askedBy: { name: 'Alex Client', contact: 'alex@client.example' },
    words: 'Employment checks take a week longer than we agreed.',
  });
  await acknowledgeComplaint(ctx, caller, late, 'mail');
  await closeRequest(ctx, caller, late, {
    ...{ outcome: 'upheld', told: 'mail', rootCause: 'process' },
    words: 'References were chased by mail only. We call on the third day from now on.',
    change: 'Who waits for a reference is called on the third working day.',
  });
}
