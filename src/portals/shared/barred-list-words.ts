// What is said, to clients and at the desk, of a barred list without an answer before somebody starts.
import type { BarredListName } from '../../features/value-sets/refinement-values.ts';
import type { BarredListLack, ListState } from '../../features/work-starts/barred-list-rules.ts';

const listWords: Readonly<Record<BarredListName, { readonly name: string; readonly people: string }>> = {
  adults_barred_list: { name: 'adults’ barred list', people: 'adults' },
  children_barred_list: { name: 'children’s barred list', people: 'children' },
};

/** The input in which it is said why the list may be searched. */
export const groundInput = (list: BarredListName): string => `ground_${list}`;

/** Of its problems; the path of no interface. */
export const groundPath = (list: BarredListName): string => `ListGrounds.${list}`;

/** In a row of a list: `Adults’ barred list: not ordered ahead`. */
const shortStates: Readonly<Record<ListState, string>> = {
  not_ordered: 'no result, nothing ordered ahead',
  open: 'no result yet',
  wait: 'wait for the certificate',
};

export const barredListShort = ({ list, state }: BarredListLack): string => {
  const { name } = listWords[list];
  return `${name[0]!.toUpperCase()}${name.slice(1)}: ${shortStates[state]}`;
};

function toDo({ state, by }: BarredListLack): string {
  if (state === 'wait') return 'What came ahead of the certificate says to wait for it.';
  if (state === 'open') return 'What comes ahead of the certificate is ordered: wait for its result.';
  if (by === undefined) return 'Wait for the certificate.';
  return `Order “${by.label}” (${by.searchWords[0]}), where your service may ask for it, or wait for the certificate.`;
}

/** What lacks, why that matters, and what to do. */
export const barredListSentence = (lack: BarredListLack): string =>
  `No result of the ${listWords[lack.list].name} is here yet, and the certificate is open. Whoever is barred may not work in regulated activity with ${listWords[lack.list].people}. ${toDo(lack)}`;
