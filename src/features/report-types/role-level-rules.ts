// Decides which criminal record check a job role may have, with the reason and the law; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { Known } from '../knowledge/known.ts';
import type { Law } from './report-type.ts';
import {
  authorityFees,
  type Eligibility,
  type Group,
  type Level,
  type LevelRow,
  levelRows,
  levels,
  otherNations,
  type RoleAnswers,
  selfEmployedFrom,
  selfEmployedLaw,
  supervisionCountsUntil,
  type Workforce,
} from './role-levels.ts';

type BarredList = 'children' | 'adults';

export interface RoleLevel {
  /** The row of the table that decides. */
  readonly rule: string;
  readonly level: Level;
  readonly barredLists: readonly BarredList[];
  readonly workforce: Workforce;
  /** The report types to order for it: two where one cannot search both barred lists. */
  readonly reportTypes: readonly { readonly name: string; readonly variant: string }[];
  /** The authority's fee in pence; 0 for a volunteer above basic. */
  readonly feePence: number;
  readonly byUmbrellaBody: boolean;
  readonly reason: string;
  readonly law: readonly Known<string>[];
}

const listsOf = (group: Group): readonly BarredList[] =>
  group === 'both' ? ['children', 'adults'] : group === 'none' ? [] : [group];

/** The deciding row, and the people with whom the role works. */
function decide(answers: RoleAnswers, on: IsoDate): { row: LevelRow; group: Group } {
  const { personal_care: care = 'none', contact_with: contact = 'none' } = answers;
  const withChildren = answers.teaches_children === true || answers.works_in_specified_place === true;
  if (care !== 'none') {
    const adultsToo = care === 'children' && answers.supports_adults === true;
    return { row: levelRows.regulated_care, group: adultsToo ? 'both' : care };
  }
  const supervisionCounts = on < supervisionCountsUntil && answers.is_supervised === true;
  const teaches = answers.teaches_children === true && answers.is_frequent === true && !supervisionCounts;
  const volunteersSupervised = supervisionCounts && answers.is_paid !== true;
  const inPlace = answers.works_in_specified_place === true && answers.is_frequent === true && !volunteersSupervised;
  if (answers.supports_adults === true) {
    return { row: levelRows.regulated_adults, group: teaches || inPlace ? 'both' : 'adults' };
  }
  if (teaches) return { row: levelRows.regulated_children, group: 'children' };
  if (inPlace) return { row: levelRows.specified_place, group: 'children' };
  if (withChildren || contact !== 'none') {
    const group = contact === 'none' ? 'children' : withChildren && contact === 'adults' ? 'both' : contact;
    return { row: levelRows.frequent_contact, group };
  }
  if (answers.governs_school === true) return { row: levelRows.school_governance, group: 'children' };
  if (answers.drives_taxi === true) return { row: levelRows.taxi, group: 'both' };
  if (answers.household_or_licence === true) return { row: levelRows.household_or_licence, group: 'none' };
  if (answers.excepted_profession === true) return { row: levelRows.excepted_profession, group: 'none' };
  return { row: levelRows.otherwise, group: 'none' };
}

/** The answers of a role that is done with this group alone. */
const aloneWith = (answers: RoleAnswers, group: BarredList): RoleAnswers => {
  const { personal_care: care } = answers;
  return {
    ...answers,
    personal_care: care === 'both' || care === group ? group : 'none',
    ...(group === 'children'
      ? { supports_adults: false }
      : { teaches_children: false, works_in_specified_place: false }),
  };
};

/** Which row lets the list of each group be searched, of the lists that the role allows. */
export const rowsByGroup = ({ answers, decidedOn }: Pick<Eligibility, 'answers' | 'decidedOn'>) =>
  roleLevel(answers, decidedOn).barredLists.map(
    (group) => [group, decide(aloneWith(answers, group), decidedOn).row.id] as const,
  );

function workforceOf(row: LevelRow, group: Group): Workforce {
  if (row.id === 'taxi' || group === 'none') return 'other';
  return group === 'both' ? 'child and adult' : group === 'children' ? 'child' : 'adult';
}

/** @param on the day of the request, because the law changed on some dates */
export function roleLevel(answers: RoleAnswers, on: IsoDate): RoleLevel {
  const { nation = 'england_and_wales', is_self_employed: isSelfEmployed = false } = answers;
  const found = decide(answers, on);
  const isTooEarly = isSelfEmployed && on < selfEmployedFrom;
  const row: LevelRow = isTooEarly ? levelRows.otherwise : found.row;
  const group = isTooEarly ? 'none' : found.group;
  const barredLists = row.lists ? listsOf(group) : [];
  const isVolunteer = answers.is_paid === false && answers.is_trainee !== true && answers.is_for_relative !== true;
  const other = nation === 'england_and_wales' ? undefined : otherNations[nation];
  return {
    rule: row.id,
    level: row.level,
    barredLists,
    workforce: workforceOf(row, group),
    reportTypes:
      other === undefined
        ? [{ name: 'criminal_history', variant: row.level }]
        : other.variantsOf(row, barredLists).map((variant) => ({ name: other.name, variant })),
    feePence: isVolunteer && row.level !== 'basic' ? 0 : authorityFees[row.level].value,
    byUmbrellaBody: isSelfEmployed && row.level !== 'basic',
    reason: row.reason,
    law: [row.law, ...(other === undefined ? [] : [other.law]), ...(isSelfEmployed ? [selfEmployedLaw] : [])],
  };
}

/** The workforce on the application: by the role's answers, without them by whom it works with; undefined if neither says. */
export function workforceOfRole(role: {
  readonly eligibility: Pick<Eligibility, 'answers' | 'decidedOn'> | null;
  readonly working_with_children: boolean;
  readonly working_with_vulnerable_adults: boolean;
}): Workforce | undefined {
  if (role.eligibility !== null) return roleLevel(role.eligibility.answers, role.eligibility.decidedOn).workforce;
  if (!role.working_with_children) return role.working_with_vulnerable_adults ? 'adult' : undefined;
  return role.working_with_vulnerable_adults ? 'child and adult' : 'child';
}

/** What of the law concerns an order for this workforce. */
export const lawFor = (law: readonly Law[], workforce: Workforce | undefined): readonly Law[] =>
  law.filter(({ isOfWorkWithChildren }) => !isOfWorkWithChildren || workforce?.includes('child') === true);

/** A higher level than the role allows is unlawful; a lower one leaves out what the employer must know. */
export const isHigher = (one: Level, other: Level): boolean => levels.indexOf(one) > levels.indexOf(other);
