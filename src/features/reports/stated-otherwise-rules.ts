// What a source has otherwise than the candidate stated it: the number of a membership or in a register, the qualification; pure.
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
/** Of what candidates write before it: `NMC PIN 12A3456B`. */
const withoutWords = (number: string) => number.split(/[\s.:#-]/).findLast((word) => /\d/.test(word)) ?? number;
const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The number in the register is none of those that the candidate stated for the body. */
function otherNumber(type: Typed, { properties }: Found, { memberships }: ApplicantFacts): string[] {
  const found = textIn(properties.membership_number);
  const body = bodyOf(type);
  if (found === '' || body === undefined) return [];
  const stated = memberships
    .filter((one) => !isBlank(one.number) && isMembershipOf(one, { body: body.name, key: body.key }))
    .map(({ number }) => number!);
  if (stated.length === 0 || stated.some((one) => [one, withoutWords(one)].map(plain).includes(plain(found))))
    return [];
  return [`The membership number is ${found}, and the candidate stated ${stated.join(', ')}.`];
}

/** The register has the candidate under another number than they stated; its reports are those that ask for it. */
function otherReference(
  type: Typed,
  { properties }: Found,
  { fca_reference_number: stated }: ApplicantFacts,
): string[] {
  const found = textIn(properties.reference_number);
  const isOfRegister = type.name === 'financial_services_register' || type.name === 'pra';
  if (!isOfRegister || found === '' || isBlank(stated) || plain(found) === plain(stated!)) return [];
  return [`The reference number is ${found}, and the candidate stated ${stated}.`];
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
  [/\bsecond class(?: honou?rs)?,? \(?(?:first division|division (?:1|one|i))\b/gi, 'upper second'],
  [/\bsecond class(?: honou?rs)?,? \(?(?:second division|division (?:2|two|ii))\b/gi, 'lower second'],
  [/\bmaths?\b/gi, 'mathematics'],
  [/\blaws\b/gi, 'law'],
  [/\buniv\b\.?/gi, 'university'],
  [/\bA[- ]levels?\b/gi, 'A level'],
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

const monthOf = (day: DayOrMonth): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
/** What was passed late in a year is awarded in the next one. */
const lateMonths = 6;

function isOtherYear(one: DayOrMonth, other: DayOrMonth): boolean {
  if (one.slice(0, 4) === other.slice(0, 4)) return false;
  const hasMonths = one.length > 4 && other.length > 4;
  return !hasMonths || Math.abs(monthOf(one) - monthOf(other)) > lateMonths;
}

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
    ...(awarded !== '' && claimed !== null && isOtherYear(awarded, claimed)
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
  ...otherReference(type, found, facts),
  ...otherQualification(type, found, facts),
];
