// What pages of the client say of whether somebody may start: the tag, the right to work, the conditions and the first day.

import { reportLabel } from '../../../features/lists/charge-line-rules.ts';
import type { ListedClearance } from '../../../features/lists/clearance-actions.ts';
import type { Clearance, RightNote } from '../../../features/lists/clearance-rules.ts';
import { supervisedWords } from '../../../features/work-starts/work-start-rules.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { rightText } from '../start/right-words.ts';

const clearanceTags: Readonly<Record<Clearance, { readonly text: string; readonly classes: string }>> = {
  cleared: { text: 'Cleared', classes: 'govuk-tag--green' },
  with_conditions: { text: 'Cleared, with conditions', classes: 'govuk-tag--yellow' },
  may_start: { text: 'May start, on condition', classes: 'govuk-tag--yellow' },
  not_cleared: { text: 'Not cleared', classes: 'govuk-tag--red' },
  not_yet: { text: 'Not cleared yet', classes: 'govuk-tag--grey' },
  no_more: { text: 'Ended', classes: 'govuk-tag--grey' },
  left: { text: 'Has left', classes: 'govuk-tag--grey' },
};

/** Who is cleared without a right to work may need none, such as a volunteer. */
const isWarning = (code: RightNote['code'], clearance: Clearance): boolean =>
  code !== 'ends' && !(code === 'not_ordered' && clearance !== 'may_start');

/** The model of `cleared.njk`. */
export const clearedView = ({
  clearance,
  right,
  condition,
  conditionsBy,
  startsOn,
  endedLicences,
}: ListedClearance) => ({
  ...{ condition, conditionsBy, startsOn },
  clearance: clearanceTags[clearance],
  right: right && rightText(right),
  isWithoutRight: right !== undefined && isWarning(right.code, clearance),
  licences: endedLicences.map(
    ({ reportTypeId, endsOn }) => `${reportLabel(reportTypeId)}: ended ${britishDate(endsOn)}`,
  ),
  supervised: condition && supervisedWords(condition.supervisor),
});
