// Finds the entries of a list again by which a form was filled in, after others were added to it.
import { type Entries, isFoundEntry, type Properties } from '../../../features/report-types/breakdown.ts';
import { statedKeys, typedValue, type Values } from './entry-words.ts';
import { below, isEntries, type Typed } from './property-fields.ts';

/** What was typed in each row of a list, by the number of the row. */
function typedRows(typed: Typed, list: string): Map<number, Typed> {
  const rows = new Map<number, Typed>();
  for (const [path, value] of Object.entries(typed)) {
    if (!path.startsWith(`${list}.`)) continue;
    const [row, ...rest] = path.slice(list.length + 1).split('.');
    rows.set(Number(row), { ...rows.get(Number(row)), [rest.join('.')]: value });
  }
  return new Map([...rows].toSorted(([one], [other]) => one - other));
}

/** The number that each row of a form has in the list as it is now: what no row is about is added since. */
function placesOf(kind: Entries, rows: ReadonlyMap<number, Typed>, listed: readonly Values[]): Map<number, number> {
  const idOf = (values: Values) =>
    (kind.hidden ?? [])
      .map((key) => typedValue(values[key]))
      .join(' ')
      .trim();
  const stated = statedKeys(kind);
  /** What the candidate stated is the same, so it is the entry that a reference has filled since. */
  const isStatedAs = (row: Typed, entry: Values) =>
    stated.every((key) => typedValue(row[key]) === typedValue(entry[key]));
  const places = new Map<number, number>();
  const taken = new Set<number>();
  const place = (number: number, at: number) => {
    places.set(number, at);
    taken.add(at);
  };
  const isAbout = (row: Typed, entry: Values) =>
    idOf(row) === '' ? isStatedAs(row, entry) : idOf(entry) === idOf(row);
  // Those with an id first: what is stated may stand in the entries of several references.
  const [withId, others] = [
    [...rows].filter(([, row]) => idOf(row) !== ''),
    [...rows].filter(([, row]) => idOf(row) === ''),
  ];
  for (const [number, row] of [...withId, ...others]) {
    const at = listed.findIndex((entry, index) => !taken.has(index) && isAbout(row, entry));
    if (at >= 0) place(number, at);
  }
  const unplaced = [...rows].filter(([number]) => !places.has(number));
  // The form of a program may name no entry.
  const isNamed = (row: Typed) => idOf(row) !== '' || stated.some((key) => key in row);
  for (const [number, row] of unplaced) if (!isNamed(row)) place(number, number);
  let next = 0;
  for (const [number] of unplaced.filter(([, row]) => isNamed(row))) {
    while (isFoundEntry(kind, listed[next]) || taken.has(next)) next += 1;
    place(number, next);
  }
  return places;
}

/**
 * What was typed, under the numbers that its entries have now: what was added since the form was shown may stand before
 * them. Says nothing of the entries that were added. @param kept the entries that the report has
 */
export function renumbered(known: Properties, typed: Typed, kept: Values): Record<string, string> {
  let all = { ...typed };
  for (const [list, kind] of Object.entries(known)) {
    if (!isEntries(kind) || kind.hidden === undefined) continue;
    const rows = typedRows(typed, list);
    const places = placesOf(kind, rows, (kept[list] ?? []) as readonly Values[]);
    const others = Object.entries(all).filter(([path]) => !path.startsWith(`${list}.`));
    const placed = [...rows].flatMap(([number, row]) =>
      Object.entries(row).map(([key, value]) => [below(below(list, String(places.get(number))), key), value] as const),
    );
    all = Object.fromEntries([...others, ...placed]);
  }
  return all;
}
