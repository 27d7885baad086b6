// Particulars as fields of a form: their labels and kinds, and their typed values read back.
import {
  type Entries,
  isFoundEntry,
  isOfPence,
  type PlainKind,
  type Properties,
  type PropertyKind,
  words,
} from '../../../features/report-types/breakdown.ts';
import { amountText, inPounds, typedPrice } from '../../../lib/money.ts';
import type { Problems } from '../../../lib/refusal.ts';
import {
  entryLine,
  isDated,
  isRecord,
  linesOf,
  shownValue,
  statedKeys,
  statedText,
  textOf,
  typedValue,
  type Values,
} from './entry-words.ts';
import { readers, sentBack, shownDate, withoutReturns } from './typed-values.ts';

/** Typed values by their path: `address.matches`, `records.0.reason`. */
export type Typed = Readonly<Record<string, string>>;

type FieldKind = Exclude<PlainKind, 'list'> | 'choice';

export interface PropertyField {
  readonly name: string;
  readonly label: string;
  /** Tells it apart from the particulars of other parts: `Conduct: particulars`. */
  readonly inputLabel: string;
  readonly kind: FieldKind;
  readonly value: string;
  /** As people read it, where that differs from what they type: £15,000.50. */
  readonly shown?: string;
  /** Of a choice or a flag. */
  readonly choices: readonly { readonly value: string; readonly text: string }[];
}

export interface EntryFields {
  /** `employments.0` */
  readonly path: string;
  readonly title: string;
  /** What tells it from others, in one line. */
  readonly about: string;
  /** How far it is filled in; empty for one that is still to be added. */
  readonly state: string;
  readonly isOpen: boolean;
  /** What a provider found. */
  readonly lines: readonly string[];
  /** By what it is found again after others were added, as hidden inputs. */
  readonly found: readonly { readonly name: string; readonly value: string }[];
  readonly fields: readonly PropertyField[];
}

export interface ListField {
  readonly label: string;
  readonly hint?: string;
  readonly entries: readonly EntryFields[];
  /** Nobody has found or typed an entry, and none is asked for. */
  readonly isEmpty: boolean;
}

/** Of one list. */
const MOST_ENTRIES = 100;

export const propertyName = (path: string) => `properties[${path}]`;
export const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

export const isEntries = (kind: PropertyKind): kind is Entries => typeof kind === 'object' && 'entries' in kind;
const flags = { yes: 'Yes', no: 'No' } as const;

function choicesOf(kind: Exclude<PropertyKind, Entries>) {
  const choices = typeof kind === 'object' ? kind.choice : kind === 'flag' ? flags : {};
  return Object.entries(choices).map(([value, text]) => ({ value, text }));
}

/** @param part the label of the part; empty for the whole, and for entries, whose legend names them */
function inputLabelOf(key: string, part: string): string {
  const label = words(key);
  if (part === '' || part === label) return label;
  const isWord = label.slice(1) === label.slice(1).toLowerCase();
  return `${part}: ${isWord ? label.toLowerCase() : label}`;
}

/** The particulars that a person can type, of a part with this label or of the whole. */
export const propertyFields = (known: Properties, typed: Typed, at: string, part = ''): PropertyField[] =>
  Object.entries(known).flatMap(([key, kind]): PropertyField[] => {
    if (kind === 'list' || isEntries(kind)) return [];
    const path = below(at, key);
    const fieldKind = typeof kind === 'object' ? 'choice' : kind;
    const [name, label] = [propertyName(path), words(key)];
    const given = typed[path] ?? '';
    const value = isDated(kind) ? shownDate(given) : given;
    const inputLabel = inputLabelOf(key, part);
    const pence = kind === 'pence' ? typedPrice(given) : undefined;
    const shown = Number.isInteger(pence) ? { shown: inPounds(pence!) } : {};
    return [{ name, label, inputLabel, kind: fieldKind, value, ...shown, choices: choicesOf(kind) }];
  });

/** How many entries somebody has typed. */
function typedEntries(typed: Typed, path: string): number {
  const indexes = Object.entries(typed).flatMap(([name, value]) => {
    const index = name.startsWith(`${path}.`) ? Number(name.slice(path.length + 1).split('.')[0]) : Number.NaN;
    return value !== '' && Number.isInteger(index) && index < MOST_ENTRIES ? [index + 1] : [];
  });
  return Math.max(0, ...indexes);
}

/** Of an entry of a provider, those that complete it; of one that a person adds, all; of a bare text, nothing. */
function ownProperties(kind: Entries, entry: unknown): Properties {
  if (entry !== undefined && !isRecord(entry)) return {};
  const { entries, completes } = kind;
  return isFoundEntry(kind, entry) ? Object.fromEntries(completes.map((key) => [key, entries[key]!])) : entries;
}

/** Its reference; where it has none, what the candidate stated: never its number alone, which others may take. */
function foundBy(kind: Entries, entry: Values, at: string) {
  const { hidden = [] } = kind;
  const isGiven = (key: string) => typedValue(entry[key]) !== '';
  const keys = hidden.some(isGiven) || hidden.length === 0 ? hidden : statedKeys(kind);
  return keys.filter(isGiven).map((key) => ({ name: propertyName(below(at, key)), value: typedValue(entry[key]) }));
}

/** The field by which an entry that a person types says which one it completes. */
const ABOUT = 'about';

const aboutValue = (kind: Entries, entry: Values) => statedText(kind, entry, (key) => typedValue(entry[key]));

/** Which of the entries that were found a typed one is about; nothing where there is no choice. */
function aboutField(kind: Entries, typed: Typed, at: string, listed: readonly unknown[]): PropertyField[] {
  const found = listed.filter((entry) => isFoundEntry(kind, entry));
  const { joins, entries } = kind;
  if (joins === undefined || found.length === 0) return [];
  const path = below(at, ABOUT);
  const texts = new Map(
    found.map((entry) => [
      aboutValue(kind, entry),
      statedText(kind, entry, (key) => shownValue(entries[key], entry[key])),
    ]),
  );
  const choices = [...texts].map(([value, text]) => ({ value, text }));
  const field = { name: propertyName(path), label: joins, inputLabel: joins, value: typed[path] ?? '' };
  return [{ ...field, kind: 'choice', choices }];
}

/** The entries that a part or the whole report has. */
const keptEntries = (kept: Values, key: string) => (kept[key] ?? []) as readonly unknown[];

/**
 * Each list with its entries, and an empty one to add. @param kept the entries that the report has @param listsAt the
 * path of the part that has the lists; empty for the whole
 */
export function listFields(known: Properties, typed: Typed, kept: Values, listsAt = ''): ListField[] {
  return Object.entries(known).flatMap(([key, kind]): ListField[] => {
    if (!isEntries(kind)) return [];
    const listAt = below(listsAt, key);
    const before = keptEntries(kept, key);
    const given = Math.max(before.length, typedEntries(typed, listAt));
    const count = Math.max(kind.least ?? 0, given + 1);
    const entries = Array.from({ length: Math.min(count, MOST_ENTRIES) }, (_, index): EntryFields => {
      const entry = before[index];
      const isFound = isFoundEntry(kind, entry);
      const isAdded = entry === undefined || (isRecord(entry) && !isFound);
      const own = ownProperties(kind, entry);
      const at = below(listAt, String(index));
      const fields = [...(isAdded ? aboutField(kind, typed, at, before) : []), ...propertyFields(own, typed, at)];
      return {
        path: at,
        title: `${kind.one} ${index + 1}`,
        ...entryLine(kind, entry, fields),
        isOpen: given === 0 && index < (kind.least ?? 1),
        lines: isFound ? linesOf(kind, entry, (name) => name in own) : isAdded ? [] : [textOf(entry)],
        found: isFound ? foundBy(kind, entry, at) : [],
        fields,
      };
    });
    const isEmpty = given === 0 && kind.least === undefined;
    const unshown = Math.max(0, before.length - MOST_ENTRIES);
    const hint = [kind.hint ?? [], unshown === 0 ? [] : `${unshown} more are kept, and not shown here.`]
      .flat()
      .join(' ');
    return [{ label: words(key), ...(hint !== '' && { hint }), entries, isEmpty }];
  });
}

function readProperty(kind: Exclude<PropertyKind, 'list' | Entries>, value: string): unknown {
  if (typeof kind === 'string') return readers[kind](value);
  return Object.hasOwn(kind.choice, value) ? value : new Error('must be one of the choices');
}

/** Whether a field still says what it showed of the stored value. */
function isUntouched(key: string, kind: Exclude<PropertyKind, Entries>, stored: unknown, typed: string): boolean {
  const shown = (values: Typed) => propertyFields({ [key]: kind }, values, '')[0]!;
  const before = shown(Object.fromEntries(typedProperties({ [key]: stored }, '')));
  const now = withoutReturns(shown({ [key]: typed }).value);
  return now === before.value || now === sentBack(before);
}

/**
 * The typed particulars of a part with this label or of the whole. @param kept what is stored: a value that nobody changed
 * stays as it is, whatever a person may type there
 */
export function readProperties(
  known: Properties,
  typed: Typed,
  at: string,
  problems: Problems,
  { part = '', kept = {} }: { readonly part?: string; readonly kept?: Values } = {},
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [key, kind] of Object.entries(known)) {
    const path = below(at, key);
    const value = typed[path] ?? '';
    if (kind === 'list' || isEntries(kind)) continue;
    if (key in kept && isUntouched(key, kind, kept[key], value)) {
      read[key] = kept[key];
      continue;
    }
    if (value === '') continue;
    const result = readProperty(kind, value);
    if (result instanceof Error) problems.add(propertyName(path), `${inputLabelOf(key, part)} ${result.message}`);
    else read[key] = result;
  }
  return read;
}

/** Whether nobody changed what the form showed of an entry; it may not have shown it at all. */
function isUnedited(own: Properties, typed: Typed, path: string, entry: Values): boolean {
  if (!Object.keys(typed).some((name) => name.startsWith(`${path}.`))) return true;
  return Object.entries(own).every(
    ([key, kind]) => isEntries(kind) || isUntouched(key, kind, entry[key], typed[below(path, key)] ?? ''),
  );
}

/**
 * An entry that nobody edited stays as it is, and only others are judged; undefined if nothing is in it. A field that the form did not have, such as one
 * of an entry that was added since, says nothing of the entry.
 */
function readEntry(kind: Entries, typed: Typed, path: string, before: unknown, problems: Problems): unknown {
  const own = ownProperties(kind, before);
  if (before !== undefined && (!isRecord(before) || isUnedited(own, typed, path, before))) return before;
  const kept: Values | undefined = before;
  const read = readProperties(own, typed, path, problems, { kept: kept ?? {} });
  const isGiven = (key: string) => typedValue(read[key]) !== '';
  const isAbout = (typed[below(path, ABOUT)] ?? '') !== '';
  for (const [needed, by] of Object.entries(kind.needs)) {
    if (needed in own && [by].flat().some(isGiven) && !isAbout && (typed[below(path, needed)] ?? '') === '')
      problems.add(propertyName(below(path, needed)), `Enter the ${words(needed).toLowerCase()}`);
  }
  if (!isFoundEntry(kind, kept)) return Object.keys(read).some(isGiven) ? read : undefined;
  const cleared = kind.completes.filter((key) => key in kept && typed[below(path, key)] !== undefined);
  return { ...kept, ...Object.fromEntries(cleared.map((key) => [key, null])), ...read };
}

/** What a person typed about an entry that was found completes that entry; it never replaces what the entry says. */
function joined(
  kind: Entries,
  typed: Typed,
  list: { readonly at: string; readonly before: readonly unknown[]; readonly entries: readonly unknown[] },
  problems: Problems,
): unknown[] {
  const { before, entries } = list;
  const all = [...entries];
  for (const [index, entry] of entries.entries()) {
    const path = below(below(list.at, String(index)), ABOUT);
    const about = typed[path] ?? '';
    if (about === '' || !isRecord(entry) || isFoundEntry(kind, before[index])) continue;
    const at = before.findIndex((one) => isFoundEntry(kind, one) && aboutValue(kind, one) === about);
    const given = kind.completes.filter((key) => typedValue(entry[key]) !== '');
    const found = all[at] as Values | undefined;
    const isOther = given.find((key) => typedValue(found?.[key]) !== '' && found![key] !== entry[key]);
    if (at < 0) problems.add(propertyName(path), `${kind.joins}: select it again`);
    else if (isOther !== undefined)
      problems.add(
        propertyName(path),
        `${kind.one} ${at + 1} says another ${words(isOther).toLowerCase()}: change it there`,
      );
    else {
      all[at] = { ...found, ...Object.fromEntries(given.map((key) => [key, entry[key]])) };
      all[index] = undefined;
    }
  }
  return all;
}

/** The lists with what was typed; an entry without anything in it is left out. The parameters are those of `listFields`. */
export function readLists(
  known: Properties,
  typed: Typed,
  kept: Values,
  problems: Problems,
  listsAt = '',
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [key, kind] of Object.entries(known)) {
    if (!isEntries(kind)) continue;
    const at = below(listsAt, key);
    const before = keptEntries(kept, key);
    const count = Math.max(before.length, typedEntries(typed, at));
    const rows = Array.from({ length: count }, (_, index) =>
      readEntry(kind, typed, below(at, String(index)), before[index], problems),
    );
    const all = joined(kind, typed, { at, before, entries: rows }, problems);
    const entries = all.filter((entry) => entry !== undefined);
    if (entries.length > 0 || key in kept) read[key] = entries;
  }
  return read;
}

/** Stored particulars as they are typed; each entry of a list by its number. */
export function typedProperties(values: Values, at: string): [path: string, value: string][] {
  return Object.entries(values).flatMap(([key, value]): [string, string][] => {
    const path = below(at, key);
    if (isOfPence(key) && typeof value === 'number') return [[path, amountText(value)]];
    if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? [] : [[path, typedValue(value)]];
    return value.flatMap((entry, index) =>
      typeof entry === 'object' && entry !== null ? typedProperties(entry as Values, below(path, String(index))) : [],
    );
  });
}
