// A candidate who has sent the form of a right-to-work check, for tests of what follows.
import { CONSENT_WORDING } from '../../../src/features/candidate-form/consent.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { mailedCodes, type Ordered, placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { type PortalUnderTest, type Visitor, visitor } from '../portal-under-test.ts';

export interface Sender {
  readonly checkId: string;
  /** The path of the link. */
  readonly base: string;
  readonly device: Visitor;
}

const answers: Readonly<Record<string, Record<string, string>>> = {
  name: { first_name: 'Alex', last_name: 'Sample' },
  'date-of-birth': { 'dob-day': '4', 'dob-month': '3', 'dob-year': '1990' },
  nationality: { nationality: 'IRL' },
  contact: { mobile: '07700 900471' },
  consent: { agrees: 'yes', wording: CONSENT_WORDING },
};

/** Enters the newest code on another device, or on the same after it has left. */
export async function signIn(portal: PortalUnderTest, { checkId, base }: Sender, device: Visitor): Promise<void> {
  // A code that was sent a moment ago would be the only one.
  await portal.ctx.db.run(sql`
    update link_codes set sent_at = sent_at - interval '1 minute' where subject_id = ${checkId}`);
  await device.submit(base, base, {});
  const [code] = await mailedCodes(portal.ctx, portal.caller('test'), checkId);
  await device.submit(`${base}/code`, `${base}/code`, { code: code! });
}

export async function sendForm(portal: PortalUnderTest, ordered: Ordered = {}): Promise<Sender> {
  const { check, token } = await placeWaiting(portal.ctx, portal.caller('test'), {
    reports: ['right_to_work'],
    ...ordered,
  });
  const sender = { checkId: check.id, base: `/form/${token}`, device: visitor(portal) };
  const { base, device } = sender;
  await signIn(portal, sender, device);
  for (const [page, fields] of Object.entries(answers)) {
    const { status } = await device.submit(`${base}/${page}`, `${base}/${page}`, fields);
    if (status !== 303) throw new Error(`${page} answers ${status}`);
  }
  const sent = await device.submit(`${base}/answers`, `${base}/answers`, { declares: 'yes' });
  if (sent.headers.location !== `${base}/done`) throw new Error(`the form was not sent: ${sent.status}`);
  return sender;
}
