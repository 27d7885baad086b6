// Says when an order was withdrawn or cancelled, and by whom or why.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { type Closing, readClosing } from '../../../features/checks/check-closing-actions.ts';
import { britishDate } from '../page-filters.ts';
import { checkTags } from '../status-tags.ts';

/** Nobody is named where the program closed it; clients are not told the names of screeners. */
function byWhom({ by, isFormLate }: Closing, reader: 'client' | 'desk'): string[] {
  if (isFormLate) return ['because the candidate did not submit the form in time'];
  if (by.kind === 'desk' && reader === 'client') return ['by the screening company'];
  if (by.kind === 'candidate') return ['by the candidate'];
  return by.kind === 'program' ? [] : [`by ${by.name}`];
}

/** Undefined for an order that was neither withdrawn nor cancelled. */
export async function closedIn(ctx: Ctx, check: Check, reader: 'client' | 'desk') {
  const closing = await readClosing(ctx, check);
  if (closing === undefined) return undefined;
  return {
    label: `${checkTags[check.status].text} on`,
    text: [britishDate(check.completedAt), ...byWhom(closing, reader)].join(' '),
  };
}
