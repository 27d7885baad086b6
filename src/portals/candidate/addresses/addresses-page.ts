// The page with the list of addresses and the timeline of its gaps.

import type { FastifyReply } from 'fastify';
import { applied } from '../../../features/candidate-form/answer-rules.ts';
import { hasCurrent, isCurrent, MOST_ENTRIES, readEntry } from '../../../features/candidate-form/entry-rules.ts';
import { formFacts } from '../../../features/candidate-form/form-actions.ts';
import { lengthText, timelineBars } from '../../../features/candidate-form/timeline-rules.ts';
import {
  type AddressHistoryParams,
  addressGaps,
  addressPeriod,
} from '../../../features/requirements/address-history-requirement.ts';
import { formatPeriod } from '../../../lib/dates.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { say } from '../../../messages/say.ts';
import { addressLines } from '../../shared/fact-fields/address-lines.ts';
import { stayText } from '../../shared/fact-fields/answer-rows.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import { type FormRequest, formModel } from '../candidate-form-request.ts';
import {
  backOfList,
  entryLinks,
  isSent,
  listFields,
  listPath,
  type OpenList,
  problemsOfEntry,
  problemsOfList,
} from '../entries/list-request.ts';
import { timelinePicture } from './timeline-picture.ts';

const stayFields = ['start_date', 'end_date'] as const;
export const isOfStay = (input: string): boolean => stayFields.some((field) => input.startsWith(field));

/** The part of an address that is missing: its place, or the dates of the stay. */
function missingOf(opened: OpenList, key: number): 'place' | 'stay' | undefined {
  const inputs = Object.keys(problemsOfEntry(opened, key).fields);
  if (inputs.length === 0) return undefined;
  return inputs.some((input) => !isOfStay(input)) ? 'place' : 'stay';
}

/** The gaps in the addresses so far; a stay without an end date covers nothing yet. */
export function historyOf({ form, page, answer }: OpenList) {
  const { today } = form.scope;
  const params = page.asked.params as AddressHistoryParams;
  const known = answer.entries.filter(
    (entry) => isCurrent(entry) || (readEntry(page, entry.typed, today).values.end_date ?? null) !== null,
  );
  const facts = applied(page, formFacts(form), { entries: known }, today);
  const period = addressPeriod(facts, params, today);
  const gaps = addressGaps(facts, params, today);
  return { since: period.from, gaps, bars: timelineBars(facts.addresses, gaps, period) };
}

export function showList(request: FormRequest, reply: FastifyReply, opened: OpenList, errors?: FieldMessages) {
  const { form, page, answer } = opened;
  const { since, gaps, bars } = historyOf(opened);
  const addresses = answer.entries.map((entry) => ({
    key: entry.key,
    isCurrent: isCurrent(entry),
    lines: addressLines(readEntry(page, entry.typed, form.scope.today).values),
    stay: stayText(entry),
    isSent: isSent(opened, entry),
    missing: isSent(opened, entry) ? undefined : missingOf(opened, entry.key),
  }));
  return renderPage(request, reply, 'candidate/addresses/addresses.njk', {
    ...formModel(request, form, say('Your addresses')),
    ...listFields(request, opened),
    action: listPath(request, page).split('?')[0],
    backHref: backOfList(request),
    since,
    picture: timelinePicture(bars),
    gaps:
      answer.entries.length === 0
        ? []
        : gaps.map(({ stated }) => ({ text: formatPeriod(stated), length: lengthText(stated) })),
    isComplete: !problemsOfList(opened).any,
    hasCurrent: hasCurrent(answer),
    isFull: answer.entries.length >= MOST_ENTRIES,
    addresses,
    hasSent: addresses.some((address) => address.isSent),
    firstMissing: addresses.find(({ missing }) => missing !== undefined)?.key,
    errors,
    errorLinks: entryLinks(opened, (key, input) =>
      listPath(request, page, `/${key}${isOfStay(input) ? '/dates' : ''}`),
    ),
  });
}
