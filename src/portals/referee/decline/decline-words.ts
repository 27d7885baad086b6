// Why a referee gives no reference: what they choose from, and what they chose in their own language.
import { withdrawnAfterSending } from '../../../features/references/reference-decline-actions.ts';
import { say } from '../../../messages/say.ts';
import type { Sentence } from '../../../messages/welsh/welsh.ts';

export const declineReasons = {
  not_known: 'I do not know this person, or not well enough',
  no_records: 'We have no records of them',
  left: 'I have left that employer',
  not_told: 'Nobody told me of this',
  policy: 'We give no references, by our policy',
  other: 'Another reason',
} as const satisfies Readonly<Record<string, Sentence>>;

/** Of who takes back what they sent. */
export const retractReasons = {
  not_known: 'It is not about a person I know',
  wrong_person: 'I answered about somebody else',
  other: 'Another reason',
} as const satisfies Readonly<Record<string, Sentence>>;

const stored: readonly Sentence[] = [
  ...Object.values(declineReasons),
  ...Object.values(retractReasons),
  'Somebody else should answer',
];

/** What the desk reads in English, as its referee reads it: the reason in their language, and their own words. */
export function saidDeclined(declined: string): string {
  const wasSent = declined.startsWith(`${withdrawnAfterSending} `);
  const reason = wasSent ? declined.slice(withdrawnAfterSending.length + 1) : declined;
  const known = stored.find((one) => reason === one || reason.startsWith(`${one}: `));
  const said = known === undefined ? reason : `${say(known)}${reason.slice(known.length)}`;
  return wasSent ? `${say(withdrawnAfterSending)} ${said}` : said;
}
