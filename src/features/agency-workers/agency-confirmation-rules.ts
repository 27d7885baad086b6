// What an agency confirms in writing of somebody whom it supplies, how it is judged, and in words; pure.
import { addYears, formatLongDate, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import {
  type CriminalLevel,
  criminalLevels,
  kinds,
  type RecordKind,
  recordKinds,
} from '../stated-staff/record-kind-rules.ts';
import { levelIn } from '../stated-staff/record-need-rules.ts';

export interface AgencyConfirmation {
  readonly agency: string;
  /** When the client received it. */
  readonly confirmedOn: IsoDate;
  /** Who wrote it there. */
  readonly confirmedBy: string;
  readonly kinds: readonly RecordKind[];
  /** Of the criminal record; null where none is confirmed. */
  readonly level: CriminalLevel | null;
  /** Empty where none is confirmed. */
  readonly barredList: string;
  /** Other checks that it confirms; may be empty. */
  readonly others: string;
  /** When the identity was seen on arrival, and by whom; null and empty until that is recorded. */
  readonly seenOn: IsoDate | null;
  readonly seenBy: string;
}

const longestText = 200;
const mostYears = 20;

/** @param typed by the names of the inputs. @param chosen the kinds that are ticked */
export function readConfirmation(
  typed: (input: string) => string,
  chosen: readonly string[],
  today: IsoDate,
): { readonly confirmation: AgencyConfirmation; readonly problems: Problems } {
  const problems = new Problems();
  const text = (input: string, missing?: string) => {
    const value = typed(input);
    if (value === '' && missing !== undefined) problems.add(input, missing);
    if (isLongerThan(value, longestText)) problems.add(input, `Use at most ${longestText} characters`);
    return value;
  };
  const day = (input: string, missing?: string): IsoDate | null => {
    const value = typed(input);
    if (value === '') {
      if (missing !== undefined) problems.add(input, missing);
      return null;
    }
    const found = parseDate(value);
    if (found === undefined || found > today || found < addYears(today, -mostYears))
      problems.add(input, 'Enter a day that is not in the future');
    return found ?? null;
  };
  // In the order of the form, in which a reader puts them right.
  const agency = text('agency', 'Enter the agency');
  const confirmedOn = day('confirmed_on', 'Enter the day on which you received it') ?? today;
  const confirmedBy = text('confirmed_by', 'Enter who confirmed it at the agency');
  const ofList = kinds.filter((kind) => chosen.includes(kind));
  if (ofList.length === 0 && typed('others') === '')
    problems.add('kinds', 'Choose which checks it confirms, or write them');
  const [hasRecord, hasList] = [ofList.includes('criminal_record'), ofList.includes('barred_list')];
  const level = hasRecord ? levelIn(typed('level')) : null;
  if (hasRecord && level === null) problems.add('level', 'Choose the level of the criminal record');
  const barredList = hasList ? text('barred_list', 'Enter which barred list') : '';
  const others = text('others');
  const [seenOn, seenBy] = [day('seen_on'), text('seen_by')];
  if (seenOn === null && seenBy !== '' && typed('seen_on') === '')
    problems.add('seen_on', 'Enter the day on which the identity was seen');
  if (seenOn !== null && seenBy === '') problems.add('seen_by', 'Enter who saw the identity');
  const confirmation = {
    ...{ agency, confirmedOn, confirmedBy, kinds: ofList, level, barredList, others, seenOn, seenBy },
  };
  return { confirmation, problems };
}

/** Which checks it confirms, such as `Identity, Criminal record (Standard)`. */
export function confirmedText({ kinds: confirmed, level, barredList, others }: AgencyConfirmation): string {
  const saidOf: Partial<Record<RecordKind, string>> = {
    criminal_record: level === null ? '' : criminalLevels[level],
    barred_list: barredList,
  };
  const texts = confirmed.map((kind) => recordKinds[kind].label + (saidOf[kind] ? ` (${saidOf[kind]})` : ''));
  return [...texts, ...(others === '' ? [] : [others])].join(', ');
}

/** As it stands on paper, a line each. */
export const confirmationLines = (one: AgencyConfirmation): readonly string[] => [
  `Agency: ${one.agency}`,
  `confirmed in writing by ${one.confirmedBy}, received ${formatLongDate(one.confirmedOn)}: ${confirmedText(one)}`,
  ...(one.seenOn === null ? [] : [`identity seen on arrival by ${one.seenBy}, ${formatLongDate(one.seenOn)}`]),
];

/** For the copy that a person gets of their data. */
export const confirmationJson = (one: AgencyConfirmation) => ({
  ...{ agency: one.agency, received_on: one.confirmedOn, confirmed_by: one.confirmedBy },
  ...{ confirms: one.kinds, criminal_record_level: one.level, barred_list: one.barredList, other_checks: one.others },
  ...{ identity_seen_on: one.seenOn, identity_seen_by: one.seenBy },
});
