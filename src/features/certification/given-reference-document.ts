// A regulatory reference that a firm gives as a PDF, in its brand.
import { type Ctx, todayFor } from '../../context.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { stateRefusal } from '../../lib/refusal.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { renderClientLetter } from '../accounts/client-letter-document.ts';
import { givenDob } from '../facts/facts.ts';
import type { CertifyingCaller } from './certificate-actions.ts';
import { firmNumberMark } from './certificate-document.ts';
import { showGiven } from './given-reference-actions.ts';
import { givenGroups } from './given-reference-rules.ts';

/** The look is recorded. Refuses with `not_found`, and with `state_does_not_allow` one that nobody has approved. */
export async function renderGiven(ctx: Ctx, caller: CertifyingCaller, id: string): Promise<Buffer> {
  const { facts, asker, answers, approved, receivedOn, givenOn, state } = await showGiven(ctx, caller, id);
  if (answers === null || approved === null) throw stateRefusal(state);
  const { firmReferenceNumber } = await readAccountSettings(ctx, caller.accountId);
  const born = givenDob(facts.dob);
  return renderClientLetter(ctx, caller.accountId, {
    title: 'Regulatory reference',
    mark: firmNumberMark(firmReferenceNumber),
    to: `${asker.firm}, firm reference number ${asker.number}`,
    on: givenOn ?? todayFor(ctx, caller),
    paragraphs: [
      asker.address,
      `On ${fullName(facts.first_name, facts.last_name)}${born === null ? '' : `, born on ${formatLongDate(born)}`}. You asked for it on ${formatLongDate(receivedOn)}.`,
      ...givenGroups(answers).flatMap(({ title, rows }) => [
        title.toUpperCase(),
        ...rows.map(({ label, text }) => `${label}\n${text}`),
      ]),
      'For six years we tell you if we learn of something that would change an answer.',
    ],
  });
}
