// Why the barred lists of an order may be searched, as the second page asks it where the job role does not say it; pure.
import type { Orderable } from '../../../features/orders/order-body-actions.ts';
import {
  groundChoices,
  groundNamed,
  groundText,
  type ListGrounds,
  listsToGround,
} from '../../../features/report-types/list-ground-rules.ts';
import { type BarredListName, barredLists } from '../../../features/value-sets/refinement-values.ts';
import type { Problems } from '../../../lib/refusal.ts';
import { groundInput, groundPath } from '../barred-list-words.ts';
import { type AgreedRole, type Choice, isDecided, listsOf, type TypedOrder, typedText } from './order-form.ts';

/** The lists that are ordered for a job role whose answers do not say why. */
function listsToSay(typed: TypedOrder, chosen: readonly Choice[], { jobRoles }: Pick<Orderable, 'jobRoles'>) {
  const role = jobRoles.find(({ id }) => String(id) === typedText(typed, 'job_role'));
  if (role === undefined || isDecided(role)) return [];
  const ordered = chosen.flatMap(({ type, options = [] }) =>
    listsToGround(
      type,
      options.map((name) => ({ name, options: null })),
    ),
  );
  return barredLists.filter(({ name }) => ordered.includes(name)).map(({ name }) => name);
}

export function groundProblems({ typed, chosen, orderable }: Asked, problems: Problems): void {
  for (const list of listsToSay(typed, chosen, orderable))
    if (groundNamed(list, typedText(typed, groundInput(list))) === undefined)
      problems.add(groundPath(list), "can't be blank");
}

interface Asked {
  readonly typed: TypedOrder;
  readonly chosen: readonly Choice[];
  readonly orderable: Pick<Orderable, 'jobRoles'>;
}

/** Undefined if the order has none to say. */
export function groundsIn({ typed, chosen, orderable }: Asked): ListGrounds | undefined {
  const said = listsToSay(typed, chosen, orderable).flatMap((list) => {
    const ground = groundNamed(list, typedText(typed, groundInput(list)));
    return ground === undefined ? [] : [[list, ground] as const];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

const labelOf = (list: BarredListName) => barredLists.find(({ name }) => name === list)!.label;

/** What was said, before the order is placed. */
export const groundRows = (asked: Asked) =>
  Object.entries(groundsIn(asked) ?? {}).map(([list, ground]) => ({
    label: labelOf(list as BarredListName),
    text: groundText(ground),
  }));

/** Of a package its options are ordered already; of single reports they may be ticked. */
const mayOrder = ({ type, options = [], isPacked }: Choice, list: BarredListName): boolean =>
  listsToGround(
    type,
    (isPacked ? options : type.options.map(({ name }) => name)).map((name) => ({ name, options: null })),
  ).includes(list);

/** The questions, of the lists that one of the roles allows without saying why. @param roles those of the page */
export function groundQuestions(typed: TypedOrder, chosen: readonly Choice[], roles: readonly AgreedRole[]) {
  return barredLists
    .map(({ name }) => name)
    .filter((list) => chosen.some((one) => mayOrder(one, list)))
    .flatMap((list) => {
      const asking = roles.filter((role) => !isDecided(role) && listsOf(role).some(({ name }) => name === list));
      if (asking.length === 0) return [];
      const titles = asking.map(({ role_title }) => role_title).join(' or ');
      const input = groundInput(list);
      return [
        {
          ...{ input, label: labelOf(list), hint: `Needed if it is searched for the job role ${titles}.` },
          items: groundChoices(list).map((one) => ({ ...one, checked: typedText(typed, input) === one.value })),
        },
      ];
    });
}
