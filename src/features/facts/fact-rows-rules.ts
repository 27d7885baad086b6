// Turns a candidate's facts into rows for people: by group at the desk, by requirement in a document; pure.
import { ageOn, formatDate, formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { en } from '../../messages/en.ts';
import type { FactWords } from '../../messages/fact-words.ts';
import { wordsOf } from '../../messages/sentences.ts';
import { type DatesWithoutDay, type Fact, type FactTree, factGroups } from './fact.ts';
import { factAt, readFact } from './fact-paths.ts';
import { entryName, statedValue, valueText } from './fact-words-rules.ts';
import { type ApplicantFacts, type FactKey, facts, placeholderDob } from './facts.ts';
import { localIdentifierName } from './local-identifier-rules.ts';

export interface FactRow {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface RowGroup {
  readonly title: string;
  readonly facts: readonly FactRow[];
}

type ListFact = Extract<Fact, { readonly kind: 'list' }>;
type Entry = Readonly<Record<string, unknown>> & DatesWithoutDay;

/** The layout of entries that read badly field by field; remaining fields follow with their labels. */
interface EntryLayout {
  readonly shows: readonly string[];
  readonly label?: (entry: Entry) => string;
  readonly lines: (text: (field: string) => string, entry: Entry) => readonly string[];
}

const joined = (parts: readonly string[], separator = ' ') => parts.filter((part) => part !== '').join(separator);
const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const isAbroad = (country: unknown) => country !== null && country !== 'GBR';

function periodOf(entry: Entry, from: string, to: string): string {
  const date = (field: string) => {
    const value = statedValue(entry, field);
    return typeof value === 'string' && value !== '' ? formatDate(value) : '';
  };
  return capitalised(joined([date(from), date(to) === '' ? 'to now' : `to ${date(to)}`]));
}

const stay = (entry: Entry) => periodOf(entry, 'start_date', 'end_date');

const layouts: Readonly<Record<string, EntryLayout>> = {
  addresses: {
    shows: [
      ...['flat_number', 'building_number', 'building_name', 'street', 'sub_street', 'town', 'county', 'state'],
      ...['postcode', 'country', 'no_fixed_address', 'start_date', 'end_date'],
    ],
    label: stay,
    lines: (text, { country, no_fixed_address }) => [
      joined([text('flat_number') && `Flat ${text('flat_number')}`, text('building_name')], ', '),
      joined([text('building_number'), text('street')]),
      text('sub_street'),
      joined([text('town'), text('county'), text('state')], ', '),
      text('postcode'),
      isAbroad(country) ? text('country') : '',
      no_fixed_address === true ? 'No fixed address: mail alone reached them here' : '',
    ],
  },
  activities: {
    shows: [
      ...['job_title', 'employer', 'place', 'agency', 'status', 'self_employed_status', 'country'],
      ...['start_date', 'end_date'],
    ],
    label: stay,
    lines: (text, { country }) => [
      joined([text('job_title'), text('employer'), text('place')], ', '),
      joined([
        text('status'),
        text('self_employed_status') && `(${text('self_employed_status')})`,
        text('agency') && `through ${text('agency')}`,
        isAbroad(country) ? `in ${text('country')}` : '',
      ]),
    ],
  },
  local_identifiers: {
    shows: ['value', 'why_none'],
    label: ({ country, kind }) => localIdentifierName(String(country), String(kind)),
    lines: (text) => [text('value') || joined(['None', text('why_none')], ': ')],
  },
  previous_names: {
    shows: ['title', 'first_name', 'middle_name', 'last_name', 'known_from', 'known_to'],
    lines: (text, entry) => [
      joined(['title', 'first_name', 'middle_name', 'last_name'].map(text)),
      entry.known_to === null ? '' : periodOf(entry, 'known_from', 'known_to'),
    ],
  },
};

/** The compiler requires texts for every fact. */
const factWords: Readonly<Record<FactKey, FactWords>> = en.facts;
const wordsIfAny = (key: string): FactWords | undefined => factWords[key as FactKey];

/** The reason for leaving that stands for a job that goes on: the period says it. */
const stillThere = 'StillEmployed';

function entryRow(list: string, fact: ListFact, entry: Entry): FactRow {
  const text = (field: string) => valueText(fact.entry[field]!, statedValue(entry, field));
  const layout = layouts[list];
  const kind = fact.key === undefined ? undefined : String(entry[fact.key]);
  const ofKind = kind === undefined ? wordsOf(list).one : (wordsIfAny(`${list}[${kind}]`)?.label ?? kind);
  const label = layout?.label?.(entry) ?? ofKind;
  const first = layout?.lines(text, entry) ?? (label === undefined ? [] : [entryName(fact, entry)]);
  const shown = new Set([...(layout?.shows ?? fact.named), fact.key]);
  const rest = Object.keys(fact.entry)
    .filter((field) => !shown.has(field) && text(field) !== '' && entry[field] !== stillThere)
    .map((field) => `${wordsOf(`${list}.${field}`).label}: ${text(field)}`);
  const lines = [...first, ...rest].filter((line) => line !== '');
  return { label: label ?? entryName(fact, entry), lines: lines.length > 0 ? lines : ['Named'] };
}

/** Shown as one row, at the place of the first of them. */
const nameParts = ['title', 'first_name', 'middle_name', 'last_name'] as const;
const [firstPart] = nameParts;

function textAt(given: ApplicantFacts, path: string, fact: Fact, today: IsoDate | undefined): string {
  if (path === firstPart) return joined(nameParts.map((part) => given[part] ?? ''));
  // Left out if a previous name already shows it: the form asks for the last name alone.
  const { dob, previous_names, previous_last_name } = given;
  const isSaid = previous_names.some(({ last_name }) => last_name === previous_last_name);
  if (path === 'previous_last_name' && isSaid) return '';
  if (path !== 'dob') {
    const value = path in given ? statedValue(given, path as keyof ApplicantFacts) : readFact(given, path);
    return valueText(fact, value);
  }
  if (dob === placeholderDob) return 'Not given yet';
  return today === undefined ? formatLongDate(dob) : `${formatLongDate(dob)} (age ${ageOn(today, dob)})`;
}

/** The known facts at these paths. @param today shows the age beside the date of birth */
export function factRows(given: ApplicantFacts, paths: readonly string[], today?: IsoDate): FactRow[] {
  return paths.flatMap((path) => {
    const fact = factAt(path);
    if (fact === undefined || nameParts.slice(1).some((part) => part === path)) return [];
    if (fact.kind === 'list') {
      return ((readFact(given, path) ?? []) as readonly Entry[]).map((entry) => entryRow(path, fact, entry));
    }
    const text = textAt(given, path, fact, today);
    const label = path === firstPart ? en.requirements.name.label : wordsOf(path).label;
    return text === '' ? [] : [{ label, lines: text.split('\n') }];
  });
}

/** All known facts by group, without empty groups. */
export function groupedRows(given: ApplicantFacts, today: IsoDate): RowGroup[] {
  const inGroup = (group: string) =>
    Object.entries(facts as FactTree)
      .filter(([, fact]) => fact.group === group)
      .map(([name]) => name);
  return factGroups
    .map((group) => ({ title: en.groups[group], facts: factRows(given, inGroup(group), today) }))
    .filter((group) => group.facts.length > 0);
}
