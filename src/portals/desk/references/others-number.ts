// A telephone number that the form offered for one person does not stay when another one is asked.
import { isOthersNumber } from '../../../features/references/asking-rules.ts';
import type { Referee } from '../../../features/references/claim-rules.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';

/** Of the form that says so: a number that is typed there again is meant. */
export const numberSeen = 'number_seen';

/** @param offered whom the form named at first. Undefined if the number may stay. */
export function othersNumber(
  offered: readonly (Referee | undefined)[],
  typed: Referee,
  body: Readonly<Record<string, unknown>>,
): { readonly referee: Referee; readonly errors: FieldMessages } | undefined {
  if (body[numberSeen] !== undefined) return undefined;
  const other = offered.find((one) => one !== undefined && isOthersNumber(one, typed));
  if (other === undefined) return undefined;
  const whose = other.name || other.organisation;
  const message = `${typed.telephone} is the number of ${whose}: enter that of whom you ask, or leave it empty`;
  return { referee: { ...typed, telephone: '' }, errors: { telephone: [message] } };
}
