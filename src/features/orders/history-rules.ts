// What must hold of the histories in an order of interface v1: whole entries, dates in order, no gap that matters; pure.
import { type Gap, gapsSince, type Stay } from '../../lib/address-history.ts';
import { addYears, formatLongDate, type IsoDate, laterOf } from '../../lib/dates.ts';
import { isUkCountry } from '../../lib/postcodes.ts';
import type { Problems } from '../../lib/refusal.ts';
import { activityGaps, leavingContradiction } from '../applicants/activity-rules.ts';
import { type Activity, type Address, type ApplicantFacts, noFacts } from '../facts/facts.ts';
import { employedStatuses } from '../value-sets/employment-values.ts';
import type { CandidateBody } from './order-body.ts';

export interface Given {
  readonly body: CandidateBody;
  readonly facts: ApplicantFacts;
  readonly today: IsoDate;
  readonly problems: Problems;
}

/** Says what is missing, unless what was given there could not be read. */
export function require({ problems }: Pick<Given, 'problems'>, path: string, value: unknown): void {
  const isMissing = value === null || value === undefined || value === '';
  if (isMissing && !problems.has(path)) problems.add(path, "can't be blank");
}

/** A time in the past that begins before it ends, and not before the candidate was born. */
export function addTimeProblems(
  { facts, today, problems }: Given,
  from: readonly [path: string, date: IsoDate | null],
  to: readonly [path: string, date: IsoDate | null] = ['', null],
): void {
  for (const [path, date] of [from, to]) {
    if (date === null) continue;
    if (date > today) problems.add(path, 'is in the future');
    if (date < facts.dob) problems.add(path, 'is before the date of birth');
  }
  if (from[1] !== null && to[1] !== null && to[1] < from[1]) {
    problems.add(to[0], `is before ${from[0].slice(from[0].lastIndexOf('.') + 1)}`);
  }
}

function addGaps(path: string, gaps: readonly Gap[], problems: Problems): void {
  for (const { from, to } of gaps)
    problems.add(path, `have a gap from ${formatLongDate(from)} to ${formatLongDate(to)}`);
}

const isFaulty = (problems: Problems, list: string, names: readonly string[]): boolean =>
  Object.keys(problems.fields).some((path) => path.startsWith(list) && names.some((name) => path.endsWith(`.${name}`)));

const addressPath = (index: number) => `Candidate.AddressList[${index}]`;

export function addAddressTimeProblems(given: Given): void {
  const entries = given.body.AddressList ?? [];
  entries.forEach((entry, index) => {
    const path = addressPath(index);
    const moved = [`${path}.DateMovedToThisAddress`, entry.DateMovedToThisAddress ?? null] as const;
    addTimeProblems(given, moved, [`${path}.DateLeftThisAddress`, entry.DateLeftThisAddress ?? null]);
    if (entry.IsCurrentAddress === true && (entry.DateLeftThisAddress ?? null) !== null) {
      given.problems.add(`${path}.DateLeftThisAddress`, 'must be left out of the current address');
    }
    // Without either it would be read as the address of now (interface, Address: no end date is the current residence).
    const isUnread = [path, `${path}.IsCurrentAddress`].some((at) => given.problems.has(at));
    if (entry.IsCurrentAddress !== true && !isUnread) {
      require(given, `${path}.DateLeftThisAddress`, entry.DateLeftThisAddress);
    }
  });
  const current = entries.flatMap(({ IsCurrentAddress }, index) => (IsCurrentAddress === true ? [index] : []));
  for (const index of current.slice(1)) {
    given.problems.add(`${addressPath(index)}.IsCurrentAddress`, 'must be true of one address only');
  }
}

function requirePlace(given: Given, path: string, address: Address): void {
  const isUk = isUkCountry(address.country ?? noFacts.country);
  const hasBuilding = [address.building_number, address.building_name, address.flat_number].some(Boolean);
  if (isUk && !hasBuilding) require(given, `${path}.HouseNumber`, null);
  if (!address.building_name) require(given, `${path}.StreetName`, address.street);
  require(given, `${path}.Town`, address.town);
  if (isUk) require(given, `${path}.Postcode`, address.postcode);
  require(given, `${path}.Country`, address.country);
}

/** @param years without a gap up to today, as far as the candidate has lived */
export function requireAddressHistory(given: Given, years: number): void {
  const { body, facts, today, problems } = given;
  const entries = body.AddressList ?? [];
  require(given, 'Candidate.AddressList', entries[0]);
  if (entries.length === 0) return;
  entries.forEach((entry, index) => {
    const path = addressPath(index);
    requirePlace(given, `${path}.Address`, facts.addresses[index]!);
    require(given, `${path}.DateMovedToThisAddress`, entry.DateMovedToThisAddress);
  });
  if (!entries.some(({ IsCurrentAddress }) => IsCurrentAddress === true)) {
    problems.add('Candidate.AddressList', 'have no current address');
  }
  const hasFaultyTime = isFaulty(problems, 'Candidate.AddressList[', ['DateMovedToThisAddress', 'DateLeftThisAddress']);
  // Of a time that is wrong, the gap that it leaves is no news.
  if (hasFaultyTime) return;
  const stays = entries.flatMap((entry, index): Stay[] => {
    const { start_date: startDate, end_date: endDate } = facts.addresses[index]!;
    return entry.IsCurrentAddress === true || endDate !== null ? [{ startDate, endDate }] : [];
  });
  addGaps('Candidate.AddressList', gapsSince(stays, laterOf(facts.dob, addYears(today, -years)), today), problems);
}

const activityPath = (index: number) => `Candidate.EmploymentHistory[${index}]`;

/** An entry that is given at all must be whole: what somebody did, when, and where they were employed, for whom. */
export function addActivityProblems(given: Given): void {
  given.facts.activities.forEach((activity, index) => {
    const path = activityPath(index);
    require(given, `${path}.EmploymentStatus`, activity.status);
    require(given, `${path}.From`, activity.start_date);
    if (employedStatuses.has(activity.status)) {
      require(given, `${path}.Employer`, activity.employer);
      require(given, `${path}.JobTitle`, activity.job_title);
    }
    if (activity.status === 'SelfEmployed') require(given, `${path}.SelfEmployedStatus`, activity.self_employed_status);
    addTimeProblems(given, [`${path}.From`, activity.start_date || null], [`${path}.To`, activity.end_date]);
    addLeavingProblems(given, path, activity);
  });
}

const leavingMessages = {
  'has ended': 'cannot be StillEmployed where To is given',
  'goes on': 'must be left out, or be StillEmployed, where To is not given',
} as const;

function addLeavingProblems({ problems }: Given, path: string, activity: Activity): void {
  const hasEnded = activity.end_date !== null || problems.has(`${path}.To`);
  const contradiction = leavingContradiction({ ...activity, hasEnded });
  if (contradiction !== undefined) problems.add(`${path}.ReasonForLeaving`, leavingMessages[contradiction]);
}

const isEmployed = ({ status }: Activity) => employedStatuses.has(status);

/** @param years to account for; with 0, the employments that there were */
export function requireActivities(given: Given, years: number): void {
  const { facts, today, problems } = given;
  require(given, 'Candidate.EmploymentHistory', facts.activities[0]);
  if (facts.activities.length === 0) return;
  facts.activities.forEach((activity, index) => {
    const path = activityPath(index);
    if (!isEmployed(activity)) return;
    require(given, `${path}.ContactTiming`, activity.contact_timing);
    if (activity.end_date !== null) require(given, `${path}.ReasonForLeaving`, activity.reason_for_leaving);
  });
  const hasFaultyTime = isFaulty(problems, 'Candidate.EmploymentHistory[', ['From', 'To']);
  if (!hasFaultyTime) addGaps('Candidate.EmploymentHistory', activityGaps(facts, years, today), problems);
}

export function addPreviousNameTimeProblems(given: Given): void {
  const { KnownFromDate: current = null, IsFromBirth } = given.body.CurrentName ?? {};
  if (IsFromBirth === true && given.facts.previous_names.length > 0) {
    given.problems.add('Candidate.PreviousNames', 'must be left out where CurrentName.IsFromBirth is true');
  }
  given.facts.previous_names.forEach(({ known_from, known_to }, index) => {
    const path = `Candidate.PreviousNames[${index}]`;
    addTimeProblems(given, [`${path}.KnownFromDate`, known_from], [`${path}.KnownToDate`, known_to]);
    if (current !== null && known_to !== null && known_to > current) {
      given.problems.add(`${path}.KnownToDate`, 'is after CurrentName.KnownFromDate');
    }
  });
}
