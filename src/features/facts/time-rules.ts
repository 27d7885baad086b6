// The rules of periods in a candidate's life: in the past, after birth, and the start before the end; pure.
import type { Finding, Holder, Moment } from './finding.ts';

interface Times {
  readonly from?: readonly [field: string, date: string | null];
  readonly to?: readonly [field: string, date: string | null];
}

export function timeFindings({ from, to }: Times, { today, dob }: Holder, moment: Moment = 'placed'): Finding[] {
  const found: Finding[] = [];
  for (const [at, date] of [from ?? ['', null], to ?? ['', null]] as const) {
    if (date === null || date === '') continue;
    if (date > today) found.push({ at, code: 'in_future', moment });
    if (date < dob) found.push({ at, code: 'before_birth', moment });
  }
  if (from?.[1] && to?.[1] && to[1] < from[1]) found.push({ at: to[0], code: 'before_other', other: from[0], moment });
  return found;
}
