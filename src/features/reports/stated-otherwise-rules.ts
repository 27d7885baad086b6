// What a source has otherwise than the candidate stated it: the number of a membership, the qualification; pure.
import { type DayOrMonth, formatDate } from '../../lib/dates.ts';
import { compareTexts } from '../../lib/text-comparison.ts';
import { statedValue } from '../facts/fact-words-rules.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { isBlank } from '../facts/finding.ts';
import { words } from '../report-types/breakdown.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { bodyOf } from '../report-types/source-links.ts';
import { isMembershipOf } from '../requirements/membership-requirement.ts';

interface Found {
  readonly breakdown: Readonly<Record<string, BreakdownEntry>>;
  readonly properties: Readonly<Record<string, unknown>>;
}

type Typed = Pick<ReportType, 'name' | 'variant'>;

const plain = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The number in the register is none of those that the candidate stated for the body. */
function otherNumber(type: Typed, { properties }: Found, { memberships }: ApplicantFacts): string[] {
  const found = textIn(properties.membership_number);
  const body = bodyOf(type);
  if (found === '' || body === undefined) return [];
  const stated = memberships
    .filter((one) => !isBlank(one.number) && isMembershipOf(one, { body: body.name, key: body.key }))
    .map(({ number }) => number!);
  if (stated.length === 0 || stated.some((one) => plain(one) === plain(found))) return [];
  return [`The membership number is ${found}, and the candidate stated ${stated.join(', ')}.`];
}

/** How the trade shortens levels and classes: the same written out is no other qualification. */
const spelledOut: readonly (readonly [short: RegExp, long: string])[] = [
  [/\bB\.?\s?Sc\b\.?/gi, 'Bachelor Science'],
  [/\bB\.?\s?A\b\.?/gi, 'Bachelor Arts'],
  [/\bB\.?\s?Eng\b\.?/gi, 'Bachelor Engineering'],
  [/\bLL\.?\s?B\b\.?/gi, 'Bachelor Laws'],
  [/\bM\.?\s?Sc\b\.?/gi, 'Master Science'],
  [/\bM\.?\s?A\b\.?/gi, 'Master Arts'],
  [/\b(?:Ph\.?\s?D|D\.?\s?Phil)\b\.?/gi, 'Doctor Philosophy'],
  [/\bM\.?\s?Phil\b\.?/gi, 'Master Philosophy'],
  [/\bM\.?\s?B\.?\s?A\b\.?/gi, 'Master Business Administration'],
  [/\bM\.?\s?Eng\b\.?/gi, 'Master Engineering'],
  [/\bLL\.?\s?M\b\.?/gi, 'Master Laws'],
  [/\bB\.?\s?Ed\b\.?/gi, 'Bachelor Education'],
  [/\bPGCE\b/gi, 'Postgraduate Certificate Education'],
  [/\bHNC\b/gi, 'Higher National Certificate'],
  [/\bHND\b/gi, 'Higher National Diploma'],
  [/\b(bachelor|master)['’]?s\b/gi, '$1'],
  [/\b2[:.-]1\b/g, 'upper second'],
  [/\b2[:.-]2\b/g, 'lower second'],
  [/\b1st\b/gi, 'first'],
  [/\b3rd\b/gi, 'third'],
  [/\b(?:class|hons|honours|degree)\b/gi, ''],
];
const spelled = (text: string) => spelledOut.reduce((so, [short, long]) => so.replace(short, long), text);

const initialsOf = (name: string) =>
  name
    .split(/[^\p{L}]+/u)
    .filter((word) => /^\p{Lu}/u.test(word))
    .map((word) => word.slice(0, 1))
    .join('');

/** `UCL` is University College London; a name that goes on, as that of the LSE does, begins so. */
const isShortFor = (short: string, name: string): boolean =>
  /^\p{Lu}{2,}$/u.test(short) && initialsOf(name).startsWith(short);

const yearOf = (day: DayOrMonth): string => day.slice(0, 4);

/** In sentences. A shorter name of the same is for the screener to judge, and an award of the same year is the same. */
function against(found: Found['properties'], stated: ApplicantFacts['qualifications'][number]): string[] {
  const differs = (name: string, claimed: string | null) =>
    textIn(found[name]) !== '' &&
    !isBlank(claimed) &&
    !isShortFor(claimed!.trim(), textIn(found[name])) &&
    !isShortFor(textIn(found[name]), claimed!.trim()) &&
    compareTexts(spelled(claimed!), spelled(textIn(found[name]))) === 'differs'
      ? [`${words(name)}: ${textIn(found[name])}, and the candidate stated ${claimed}.`]
      : [];
  const [awarded, claimed] = [textIn(found.awarded_on), statedValue(stated, 'graduated_on')];
  return [
    ...differs('institution', stated.institution),
    ...differs('qualification', `${stated.level} ${stated.course}`.trim()),
    ...differs('class', stated.classification),
    ...(awarded !== '' && claimed !== null && yearOf(awarded) !== yearOf(claimed)
      ? [`${words('awarded_on')}: ${formatDate(awarded)}, and the candidate stated ${formatDate(claimed)}.`]
      : []),
  ];
}

/** Held against the stated qualification that comes nearest: a report confirms one of them. */
function otherQualification(
  { name }: Typed,
  { breakdown, properties }: Found,
  { qualifications }: ApplicantFacts,
): string[] {
  if (name !== 'education') return [];
  const [once, again] = [properties.awarded_on, breakdown.award_date?.properties?.awarded_on].map(textIn);
  const awardedOn = once || again;
  const [nearest = []] = qualifications
    .map((one) => against({ ...properties, awarded_on: awardedOn }, one))
    .toSorted((one, other) => one.length - other.length);
  const twice =
    once && again && once !== again
      ? [`${words('awarded_on')}: ${formatDate(once)}, and ${formatDate(again)} in another place.`]
      : [];
  return [...nearest, ...twice];
}

/** In sentences. */
export const statedOtherwise = (type: Typed, found: Found, facts: ApplicantFacts): string[] => [
  ...otherNumber(type, found, facts),
  ...otherQualification(type, found, facts),
];
