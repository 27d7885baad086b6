// The demo's candidates as data: who they are, what was ordered and how far it is; names, addresses and findings are
// made up.

import { addressFacts } from '../features/facts/address-facts.ts';
import {
  type Activity,
  type Address,
  type ApplicantFacts,
  emptyOf,
  type IdentityDocument,
  noFacts,
} from '../features/facts/facts.ts';
import { activityFacts, qualificationFacts } from '../features/facts/history-facts.ts';
import { identityDocumentFacts } from '../features/facts/identity-facts.ts';
import type { Addressee } from '../features/queries/query.ts';
import { breakdownWith } from '../features/report-types/findings-rules.ts';
import type { MonitorPlanName } from '../features/report-types/monitoring.ts';
import { orderedBreakdown } from '../features/report-types/ordered-list-rules.ts';
import type { ReportType } from '../features/report-types/report-type.ts';
import { reportTypeById } from '../features/report-types/report-type-rules.ts';
import type { Report } from '../features/reports/report.ts';
import type { Findings } from '../features/reports/report-rules.ts';
import { addDays, type IsoDate } from '../lib/dates.ts';
import type { QueryKind } from '../messages/en-queries.ts';

/** How far a candidate's check has come. */
export type Stage =
  | 'invited'
  | 'cancelled'
  | 'form_opened'
  | 'half_filled_in'
  | 'submitted'
  | 'in_progress'
  | 'paused'
  | 'awaiting_approval'
  | 'sent_back'
  | 'reopened'
  | 'corrected'
  | 'withdrawn'
  | 'clear'
  | 'consider'
  | 'red'
  | 'unidentified';

/** The reports ordered together: `name` or `name:variant`. */
export const orders = {
  care: ['identity', 'right_to_work', 'criminal_history:enhanced'],
  employee: ['identity', 'right_to_work', 'criminal_history:basic'],
  finance: ['identity', 'credit', 'sanctions', 'directorship'],
  history: ['employment_history:uk', 'education:uk', 'right_to_work'],
  papers: ['document', 'right_to_work'],
} as const;

export interface DemoCandidate {
  readonly firstName: string;
  readonly lastName: string;
  readonly gender: 'female' | 'male';
  /** The index of the demo account that ordered. */
  readonly account: number;
  readonly order: keyof typeof orders;
  readonly daysAgo: number;
  readonly stage: Stage;
  /** Of one of the reports, after it was complete. */
  readonly monitored?: DemoMonitoring;
  /** When the permission to work ends, in days from today; without it, none ends. */
  readonly permissionEndsIn?: number;
  /** The planned first day of work, in days from today; without it, none was said. */
  readonly startsIn?: number;
}

interface DemoMonitoring {
  /** `name` or `name:variant` */
  readonly report: string;
  readonly plan: MonitorPlanName;
  /** What happened at the last time that it was asked again. */
  readonly last: 'waits_for_person' | 'found_change';
}

/** By the name of the candidate. */
const monitored: Readonly<Record<string, DemoMonitoring>> = {
  'Jo Sample': { report: 'right_to_work', plan: 'before_expiry', last: 'waits_for_person' },
  'Sam Specimen': { report: 'sanctions', plan: 'monthly', last: 'found_change' },
};

/** By the name of the candidate: one that has ended, one that ends in three weeks, and one in five months. */
const permissionEndsIn: Readonly<Record<string, number>> = {
  'Charlie Sample': -9,
  'Drew Sample': 21,
  'Dale Sample': 152,
};

/** By the name of the candidate: some soon, some later, and two whose day has passed. */
const startsIn: Readonly<Record<string, number>> = {
  'Harper Specimen': -1,
  'Yuri Madeup': -2,
  'Val Somebody': 2,
  'Cam Anybody': 5,
  'Eden Nobody': 6,
  'Jamie Specimen': 12,
  'Perry Specimen': 25,
};

type Row = readonly [
  name: string,
  gender: 'f' | 'm',
  account: number,
  order: keyof typeof orders,
  daysAgo: number,
  Stage,
];

const rows: readonly Row[] = [
  ['Jo Sample', 'f', 0, 'care', 61, 'clear'],
  ['Sam Specimen', 'm', 1, 'finance', 60, 'clear'],
  ['Alex Example', 'f', 0, 'employee', 58, 'consider'],
  ['Robin Placeholder', 'm', 2, 'history', 55, 'clear'],
  ['Charlie Sample', 'm', 0, 'care', 52, 'clear'],
  ['Kim Madeup', 'f', 0, 'papers', 50, 'unidentified'],
  ['Max Example', 'm', 1, 'finance', 47, 'red'],
  ['Pat Specimen', 'f', 0, 'employee', 45, 'withdrawn'],
  ['Lee Anybody', 'm', 2, 'employee', 41, 'clear'],
  ['Drew Sample', 'f', 0, 'care', 38, 'clear'],
  ['Quinn Nobody', 'f', 1, 'finance', 36, 'corrected'],
  ['Jules Example', 'm', 0, 'history', 34, 'clear'],
  ['Toni Somebody', 'f', 0, 'employee', 31, 'cancelled'],
  ['Andy Placeholder', 'm', 2, 'papers', 29, 'clear'],
  ['Billie Specimen', 'f', 0, 'care', 27, 'red'],
  ['Casey Madeup', 'm', 1, 'papers', 25, 'clear'],
  ['Dale Sample', 'm', 0, 'employee', 22, 'clear'],
  ['Ellis Anybody', 'f', 2, 'history', 20, 'consider'],
  ['Frankie Example', 'f', 0, 'care', 18, 'clear'],
  ['Gray Nobody', 'm', 1, 'finance', 16, 'withdrawn'],
  ['Indigo Sample', 'm', 0, 'employee', 13, 'invited'],
  ['Jesse Placeholder', 'm', 2, 'employee', 11, 'paused'],
  ['Kit Somebody', 'f', 0, 'history', 10, 'in_progress'],
  ['Logan Example', 'm', 1, 'finance', 9, 'awaiting_approval'],
  ['Morgan Madeup', 'f', 0, 'care', 8, 'paused'],
  ['Nic Sample', 'm', 0, 'employee', 7, 'half_filled_in'],
  ['Oakley Anybody', 'f', 2, 'papers', 7, 'reopened'],
  ['Perry Specimen', 'm', 0, 'care', 6, 'awaiting_approval'],
  ['Rene Nobody', 'f', 0, 'history', 6, 'form_opened'],
  ['Sasha Example', 'f', 1, 'finance', 5, 'in_progress'],
  ['Taylor Placeholder', 'm', 0, 'employee', 5, 'cancelled'],
  ['Val Somebody', 'f', 0, 'care', 4, 'awaiting_approval'],
  ['Winter Sample', 'm', 2, 'employee', 4, 'half_filled_in'],
  ['Yuri Madeup', 'm', 0, 'papers', 3, 'in_progress'],
  ['Ali Example', 'f', 1, 'history', 3, 'sent_back'],
  ['Bo Specimen', 'f', 0, 'employee', 2, 'in_progress'],
  ['Cam Anybody', 'm', 0, 'care', 2, 'submitted'],
  ['Eden Nobody', 'f', 2, 'papers', 1.5, 'submitted'],
  ['Harper Specimen', 'f', 0, 'papers', 1.2, 'clear'],
  ['Fran Sample', 'f', 0, 'history', 1, 'submitted'],
  ['Gene Placeholder', 'm', 1, 'finance', 0.6, 'half_filled_in'],
  ['Hollis Example', 'f', 0, 'care', 0.4, 'submitted'],
  ['Ira Somebody', 'm', 2, 'employee', 0.2, 'form_opened'],
  ['Jamie Specimen', 'f', 0, 'employee', 0.1, 'invited'],
];

export const demoCandidates: readonly DemoCandidate[] = rows.map(([name, gender, account, order, daysAgo, stage]) => {
  const [firstName = '', lastName = ''] = name.split(' ');
  const candidate = { firstName, lastName, account, order, daysAgo, stage } as const;
  const [monitoring, endsIn, startIn] = [monitored[name], permissionEndsIn[name], startsIn[name]];
  return {
    ...{ ...candidate, gender: gender === 'f' ? 'female' : 'male' },
    ...(monitoring && { monitored: monitoring }),
    ...(endsIn !== undefined && { permissionEndsIn: endsIn }),
    ...(startIn !== undefined && { startsIn: startIn }),
  };
});

const address = (number: string, street: string, town: string, postcode: string, from: string, to: string | null) => ({
  ...{ ...emptyOf(addressFacts), country: 'GBR' },
  ...{ building_number: number, street, town, postcode, start_date: from, end_date: to },
});

const earlier: Address = address('3', 'Mill Lane', 'York', 'YO1 7HH', '2008-02-01', '2021-06-30');
const homes: readonly Address[] = [
  address('12', 'Canal Street', 'Leeds', 'LS1 4AP', '2021-07-01', null),
  address('7', 'Harbour Road', 'Bristol', 'BS1 5TY', '2021-07-01', null),
  address('48', 'Station Road', 'Cardiff', 'CF10 1EP', '2021-07-01', null),
];

const job = (employer: string, title: string, from: string, to: string | null): Activity => ({
  ...{ ...emptyOf(activityFacts), status: 'FullTime', employer, place: 'Leeds', job_title: title, country: 'GBR' },
  ...{ start_date: from, end_date: to, contact_timing: 'Immediately', referee: 'Personnel office' },
  reason_for_leaving: to === null ? 'StillEmployed' : 'NewJob',
});

const passport: IdentityDocument = {
  ...{ ...emptyOf(identityDocumentFacts), type: 'passport', number: '999999999', country: 'GBR' },
  ...{ issued_on: '2022-03-04', expires_on: '2099-12-31' },
};

/** The facts that the client gives with the order. */
export function factsGiven({ firstName, lastName, gender, permissionEndsIn: endsIn }: DemoCandidate): ApplicantFacts {
  return {
    ...{ ...noFacts, first_name: firstName, last_name: lastName, gender },
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    identity_documents: [endsIn === undefined ? passport : { ...passport, country: 'IND' }],
  };
}

/** The facts that the candidate gives in the form. @param index makes the candidates' facts differ */
export function factsAnswered(candidate: DemoCandidate, index: number): ApplicantFacts {
  const twoDigits = (number: number) => String(number).padStart(2, '0');
  return {
    ...factsGiven(candidate),
    title: candidate.gender === 'female' ? 'Ms' : 'Mr',
    dob: `${1966 + (index % 38)}-${twoDigits(1 + (index % 12))}-${twoDigits(1 + (index % 28))}`,
    mobile: `07700 9000${twoDigits(index)}`,
    ...(candidate.permissionEndsIn === undefined
      ? { nationality: 'GBR', country_of_birth: 'GBR', town_of_birth: 'York' }
      : { nationality: 'IND', country_of_birth: 'IND', town_of_birth: 'Pune', share_code: 'W2AB34CD5' }),
    id_numbers: [{ type: 'social_insurance', value: `AB1234${twoDigits(index)}C`, state_code: null }],
    has_national_insurance_number: true,
    has_driving_licence: false,
    has_unspent_convictions: false,
    has_read_dbs_privacy_policy: true,
    addresses: [homes[index % homes.length]!, earlier],
    activities: [
      job('Sample Stores', 'Team leader', '2021-09-01', null),
      job('Example Foods', 'Assistant', '2012-09-01', '2021-08-31'),
    ],
    qualifications: [
      {
        ...{ ...emptyOf(qualificationFacts), institution: 'Sample College', country: 'GBR', course: 'Business' },
        ...{ level: 'BTEC National', classification: 'Merit', graduated_on: '2012-07-01' },
      },
    ],
  };
}

export type Verdict = 'clear' | 'consider' | 'red' | 'unidentified';

/** Standard sentences of report types: the first that a type has is said of its report. */
const sentences: Readonly<Record<Exclude<Verdict, 'clear'>, readonly string[]>> = {
  consider: [
    'The certificate was seen; see the certificate.',
    'The dates differ from those stated.',
    'The class or the date differs from what was stated.',
    'A judgment is recorded and satisfied.',
    'The list has too little to decide; the client is asked.',
    'The register shows a disqualification or a ban.',
    'The sources do not find the person at the address given.',
    'The Home Office did not confirm the right to work.',
    'The licence has penalty points; the endorsements are listed.',
    'Part of the period could not be confirmed.',
    'The source could not confirm the details given.',
  ],
  red: [
    'The certificate was seen; see the certificate.',
    'The register shows a disqualification or a ban.',
    'The person is on the list.',
    'An insolvency is recorded.',
    'The sources do not find the person at the address given.',
    'The Home Office did not confirm the right to work.',
    'The licence has penalty points; the endorsements are listed.',
    'Part of the period could not be confirmed.',
    'The source could not confirm the details given.',
  ],
  unidentified: [
    'The candidate did not show the certificate.',
    'Little is on record of the person (a thin file): no source contradicts what was given, but too few confirm it.',
    'The Home Office did not confirm the right to work.',
    'The check code had lapsed, and no new one was given.',
    'Part of the period could not be confirmed.',
    'The source could not confirm the details given.',
  ],
};

const noteOf = ({ clauses }: ReportType, verdict: Verdict): string =>
  verdict === 'clear' ? '' : (sentences[verdict].find((one) => clauses.includes(one)) ?? '');

/** The parts of the type's breakdown are clear, except the last one if the report is not. */
export function findingsOf({ reportTypeId, options }: Report, verdict: Verdict): Findings {
  const type = reportTypeById(reportTypeId)!;
  const parts = orderedBreakdown(type, options);
  const clear = breakdownWith(parts, ([best]) => best!);
  const result = verdict === 'red' ? 'consider' : verdict;
  const worst = breakdownWith(Object.fromEntries(Object.entries(parts).slice(-1)), (results) =>
    results.includes(result) ? result : results.at(-1)!,
  );
  const breakdown = verdict === 'clear' ? clear : { ...clear, ...worst };
  return { breakdown, properties: {}, notes: noteOf(type, verdict) };
}

/** The last day of the permission to work; undefined if none ends. @param orderedOn the day of the order */
export const permissionEndOf = ({ permissionEndsIn: days, daysAgo }: DemoCandidate, orderedOn: IsoDate) =>
  days === undefined ? undefined : addDays(orderedOn, Math.round(daysAgo) + days);

/** The planned first day of work; undefined if none was said. @param orderedOn the day of the order */
export const startOf = ({ startsIn: days, daysAgo }: DemoCandidate, orderedOn: IsoDate) =>
  days === undefined ? undefined : addDays(orderedOn, Math.round(daysAgo) + days);

/** A right to work that is clear, by a permission that ends. */
function limitedFindingsOf(report: Report, endsOn: IsoDate): Findings {
  const { breakdown, ...others } = findingsOf(report, 'clear');
  return { ...others, breakdown: { ...breakdown, permission: { result: 'limited', properties: { ends_on: endsOn } } } };
}

/** @param endsOn the last day of the permission to work, which a report on it says */
export const outcomeOf = (report: Report, verdict: Verdict, endsOn: IsoDate | undefined) => ({
  result: verdict === 'red' ? ('consider' as const) : verdict,
  subResult: report.name !== 'document' ? null : verdict === 'clear' ? ('clear' as const) : ('caution' as const),
  ...(verdict === 'red' ? { trafficLight: 'Red' as const } : {}),
  findings:
    endsOn !== undefined && report.name === 'right_to_work'
      ? limitedFindingsOf(report, endsOn)
      : findingsOf(report, verdict),
});

/** What the reviewer writes. */
export const demoReasons = {
  otherThanRules: 'Talked over with the client, who knows of it: it does not bear on this work.',
  sentBack: {
    code: 'wording',
    text: 'Say which dates differ, and name the person at the employer who confirmed them.',
  },
  reopened: { code: 'new_information', text: 'The candidate sent a clearer picture of the passport.' },
  corrected: { code: 'candidate_disputes', text: 'The entry is of a namesake: the date of birth differs.' },
} as const;

export type DemoQuery = readonly [QueryKind, text: string, Addressee];

/** To which a candidate had agreed by telephone. */
export const demoAppointment = {
  way: 'video',
  place: 'Example Screening calls you. The link to the call is in our email.',
  bring: 'The original of your passport, to hold into the camera.',
  ...{ text: '', dueOn: '', isAgreed: true },
} as const;

export const demoQueries = {
  candidate: [
    'activity_gap',
    'Your history leaves out the time from March to May 2012. Please tell us what you did then.',
    'candidate',
  ],
  client: ['source_form', 'The source asks for a fee of £12. May we pay it and charge it to your account?', 'client'],
  answered: ['missing_information', 'In which month did you leave Example Foods?', 'candidate'],
} as const satisfies Readonly<Record<string, DemoQuery>>;

export const demoAnswer = 'Said by telephone: at the end of August 2021.';

export const demoNote = {
  audience: 'desk',
  text: 'Read the answers and the documents. Nothing is unclear so far.',
} as const;
