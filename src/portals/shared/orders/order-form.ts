// The form of an order: what was typed, the body of interface v1 that it makes, and how its problems are said; pure.
import type { Orderable } from '../../../features/orders/order-body-actions.ts';
import { askedOfJob } from '../../../features/orders/ordered-check-rules.ts';
import { codeOf } from '../../../features/report-types/catalogue-rules.ts';
import { sharesOfItems } from '../../../features/report-types/package-price-rules.ts';
import type { ReportType } from '../../../features/report-types/report-type.ts';
import { allowedLists, refinementsOf, reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { barredLists } from '../../../features/value-sets/refinement-values.ts';
import type { FieldMessages } from '../../../lib/refusal.ts';
import { problemSentence } from '../../../messages/en-problems.ts';
import { apiSentence } from '../../../messages/sentences.ts';
import { groundInput, groundPath } from '../barred-list-words.ts';
import type { FieldWords, FormWords } from '../field-words.ts';

/** The inputs of the first page. */
const first = [
  ...['first_name', 'last_name', 'has_one_name', 'dob-day', 'dob-month', 'dob-year', 'email', 'mobile'],
  ...['what', 'types', 'position', 'purchase_order', 'other_reference', 'starts_on', 'has_started', 'work_kind'],
  ...['notes', 'subsidiary', 'asked_by', 'urgent', 'job_country'],
] as const;

/** The inputs of the second page, besides those of each report. */
const ofJob = ['job_role', 'job', 'purpose', 'sector', 'employer', 'place', 'legal_ground'] as const;
const ofGrounds: readonly string[] = barredLists.map(({ name }) => groundInput(name));

const ofReport = /^(?:options_\d{1,9}(?:_[a-z_]{1,40})?|monitor_\d{1,9})$/;

/** Inputs with several values, which are sent on in one hidden input. */
const isList = (name: string) => name === 'types' || name.startsWith('options_');

const isOfDetails = (name: string) =>
  ofReport.test(name) || ofGrounds.includes(name) || (ofJob as readonly string[]).includes(name);

/** What was typed and ticked, by the name of the input. */
export type TypedOrder = Readonly<Record<string, readonly string[]>>;

export const readTypedOrder = (body: Readonly<Record<string, unknown>> | null): TypedOrder =>
  Object.fromEntries(
    Object.entries(body ?? {}).flatMap(([name, value]): [string, string[]][] => {
      if (!(first as readonly string[]).includes(name) && !isOfDetails(name)) return [];
      const texts = [value].flat().filter((one): one is string => typeof one === 'string');
      const values = isList(name) ? texts.flatMap((one) => one.split(',')) : texts;
      return [[name, values.map((one) => one.trim()).filter((one) => one !== '')]];
    }),
  );

/** The ticked options of a report, and those that are chosen in an input of their own. */
export const chosenOptions = (typed: TypedOrder, { id }: Pick<ReportType, 'id'>): string[] =>
  Object.entries(typed).flatMap(([name, values]) =>
    name === `options_${id}` || name.startsWith(`options_${id}_`) ? values : [],
  );

export const typedText = (typed: TypedOrder, name: string): string => typed[name]?.[0] ?? '';

/** What was typed on the other pages, for hidden inputs. @param shown the page that is shown */
export const typedElsewhere = (typed: TypedOrder, shown: 'first' | 'details' | 'answers') =>
  Object.entries(typed)
    .filter(([name]) => shown === 'answers' || isOfDetails(name) !== (shown === 'details'))
    .map(([name, values]) => ({ name, value: values.join() }));

/** `reports`, or the number of a package. */
const packageIdIn = (typed: TypedOrder) => (typedText(typed, 'what') === 'reports' ? '' : typedText(typed, 'what'));

export interface Choice {
  readonly type: ReportType;
  readonly quantity: number;
  /** As `chosenOptions`. */
  readonly options?: readonly string[];
  /** Of the package, whose options nobody chooses. */
  readonly isPacked?: true;
  /** Of all of this quantity, as a part of the price of their package; undefined if the price of the type applies. */
  readonly sharePence?: number;
}

/** Of a form that nobody has begun: the only package is chosen already; undefined where there is a choice. */
export const onlyPackage = ({
  orderable,
}: {
  readonly orderable: Pick<Orderable, 'packages'>;
}): TypedOrder | undefined =>
  orderable.packages.length === 1 ? { what: [String(orderable.packages[0]!.id)] } : undefined;

type Prices = Pick<Orderable, 'packages' | 'availableTypes'>;

/** The reports of a package. */
export function choicesOf(
  { items, price_pence: price }: Orderable['packages'][number],
  { availableTypes }: Pick<Orderable, 'availableTypes'>,
): Choice[] {
  const shares =
    price === null ? undefined : sharesOfItems(price, items, (id) => availableTypes.get(id)?.pricePence ?? null);
  return items.flatMap(({ report_type_id, quantity, options }, at): Choice[] => {
    const type = reportTypeById(report_type_id);
    if (type === undefined) return [];
    return [
      {
        type,
        quantity,
        isPacked: true,
        options: refinementsOf(options ?? []),
        ...(shares === undefined ? {} : { sharePence: shares[at]! }),
      },
    ];
  });
}

const singlesIn = (typed: TypedOrder): ReportType[] =>
  (typed.types ?? []).flatMap((id) => reportTypeById(Number(id)) ?? []);

const has = (chosen: readonly Choice[], { id }: ReportType) => chosen.some(({ type }) => type.id === id);

/**
 * What the order names, also what the account may not order any more: that is a problem of the order. Single reports, which
 * the package does not have, stand first, as they do in the body.
 */
export function chosenIn(typed: TypedOrder, { packages, availableTypes }: Prices): Choice[] {
  const packageId = packageIdIn(typed);
  const pack = packages.find(({ id }) => String(id) === packageId);
  if (packageId !== '' && pack === undefined) return [];
  const packed = pack === undefined ? [] : choicesOf(pack, { availableTypes });
  const singles = singlesIn(typed).filter((type) => !has(packed, type));
  return [...singles.map((type) => ({ type, quantity: 1, options: chosenOptions(typed, type) })), ...packed];
}

/** The single reports that the package has, too, and that are ordered once. */
export const doubledIn = (typed: TypedOrder, chosen: readonly Choice[]): ReportType[] =>
  singlesIn(typed).filter((type) => chosen.some((one) => one.isPacked === true && one.type.id === type.id));

/** Of interface v1. */
const LONGEST_POSITION = 60;

export type AgreedRole = Orderable['jobRoles'][number];

/** The barred lists that may be ordered for the role. */
export const listsOf = (role: AgreedRole) => {
  const allowed = allowedLists(role);
  return barredLists.filter(({ name }) => allowed.includes(name));
};

/** Whether its lists are ordered with it: its answers say that the work is regulated activity. */
export const isDecided = ({ eligibility }: AgreedRole): boolean => eligibility !== null;

/** With the barred lists that were decided for the job role, which each report that offers them then searches. */
export function withAgreedLists(typed: TypedOrder, orderable: Orderable): TypedOrder {
  const { jobRoles } = orderable;
  const role = jobRoles.find(({ id }) => String(id) === typedText(typed, 'job_role'));
  const agreed = role === undefined || !isDecided(role) ? [] : allowedLists(role);
  if (agreed.length === 0) return typed;
  const offering = chosenIn(typed, orderable).filter(
    ({ type, isPacked }) => isPacked !== true && type.options.some(({ name }) => agreed.some((list) => list === name)),
  );
  const options = offering.map(({ type }) => {
    const input = `options_${type.id}`;
    return [input, [...new Set([...(typed[input] ?? []), ...agreed])]] as const;
  });
  return { ...typed, ...Object.fromEntries(options) };
}

/** Whether there is a second page. */
export const asksDetails = (chosen: readonly Choice[]): boolean =>
  chosen.some(
    ({ type, isPacked = false }) =>
      type.limit !== null ||
      askedOfJob(type).length > 0 ||
      (!isPacked && type.options.length + type.monitoring.length > 0),
  );

/** As it was typed, `yyyy-mm-dd`; empty if it was not. */
export function bornOn(typed: TypedOrder): string {
  const [year, month, day] = ['year', 'month', 'day'].map((part) => typedText(typed, `dob-${part}`));
  return `${year}${month}${day}` === '' ? '' : `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`;
}

/** The job applied for; where nobody typed one, the job or the job role that the reports ask for. */
export function positionOf(typed: TypedOrder, chosen: readonly Choice[], { jobRoles }: Pick<Orderable, 'jobRoles'>) {
  const asks = (one: 'job_role' | 'criminal_details') => chosen.some(({ type }) => askedOfJob(type).includes(one));
  const role = asks('job_role') ? jobRoles.find(({ id }) => String(id) === typedText(typed, 'job_role')) : undefined;
  const job = (asks('criminal_details') && typedText(typed, 'job')) || (role?.role_title ?? '');
  return typedText(typed, 'position') || job.slice(0, LONGEST_POSITION);
}

/** As a program would send it; empty texts count as absent. */
export function orderBodyOf(
  typed: TypedOrder,
  chosen: readonly Choice[],
  orderable: Pick<Orderable, 'jobRoles'>,
): Readonly<Record<string, unknown>> {
  const text = (name: string) => typedText(typed, name);
  const checks = chosen.flatMap(({ type, isPacked }) =>
    isPacked === true
      ? []
      : [
          {
            CheckType: codeOf(type),
            Refinements: chosenOptions(typed, type),
            Monitor: text(`monitor_${type.id}`),
          },
        ],
  );
  const doubled = doubledIn(typed, chosen).map((type) => ({ CheckType: codeOf(type), Refinements: [], Monitor: '' }));
  const packageId = packageIdIn(typed);
  const isPackageAlone = packageId !== '' && checks.length + doubled.length === 0;
  return {
    ...(packageId === '' ? {} : { PackageId: packageId }),
    ...(isPackageAlone ? {} : { Checks: [...checks, ...doubled] }),
    PurchaseOrderNumber: text('purchase_order'),
    OtherReference: text('other_reference'),
    Candidate: {
      CurrentName: {
        FirstName: text('first_name'),
        LastName: text('last_name'),
        ...(text('has_one_name') === 'yes' ? { HasOneName: true } : {}),
      },
      PersonalInfo: {
        DateOfBirth: bornOn(typed),
        CandidateEmail: text('email'),
        ...(text('mobile') === '' ? {} : { MobilePhone: { PhoneNumber: text('mobile') } }),
        PositionAppliedFor: positionOf(typed, chosen, orderable),
        ApplicantNotes: text('notes'),
      },
      CriminalRecord: {
        CheckCriminalJobRoleId: text('job_role'),
        CheckCriminalPurposeOfCheck: text('purpose'),
        CheckCriminalEmploymentSector: text('sector'),
        CheckCriminalPositionAppliedFor: text('job'),
        CheckCriminalEmployerName: text('employer'),
        CheckCriminalPlaceOfWork: text('place'),
      },
    },
  };
}

export const mobilePath = 'Candidate.PersonalInfo.MobilePhone.PhoneNumber';
const nothing = { [problemSentence('nothing_ordered')]: 'Choose what to order' };
const words: FormWords = {
  Checks: { input: 'what', begins: 'The order', instead: nothing },
  PackageId: { input: 'what', begins: 'The package' },
  Subsidiary: {
    ...{ input: 'subsidiary', begins: 'The subsidiary' },
    empty: 'Choose the subsidiary that it is for, or the whole account',
  },
  AskedBy: { input: 'asked_by', begins: 'Who asked for it' },
  StartsOn: { input: 'starts_on', begins: 'The first day of work' },
  WorkKind: { input: 'work_kind', begins: 'The kind of person' },
  JobCountry: { input: 'job_country', begins: 'The country of the job' },
  LegalGround: {
    ...{ input: 'legal_ground', begins: 'The ground' },
    empty: 'Choose on which ground the law allows it, or order without it',
  },
  Urgent: { input: 'urgent', begins: '“Urgent”' },
  PurchaseOrderNumber: {
    ...{ input: 'purchase_order', begins: 'The purchase order number' },
    empty: 'Enter the purchase order: orders of this account need one',
  },
  OtherReference: { input: 'other_reference', begins: 'The other reference' },
  'Candidate.CurrentName.FirstName': {
    ...{ input: 'first_name', begins: 'The first name', empty: 'Enter the candidate’s first name' },
  },
  'Candidate.CurrentName.LastName': {
    ...{ input: 'last_name', begins: 'The last name', empty: 'Enter the candidate’s last name' },
  },
  'Candidate.PersonalInfo.DateOfBirth': {
    ...{ input: 'dob-day', begins: 'The date of birth', empty: 'Enter the candidate’s date of birth' },
    instead: { [problemSentence('not_a_date')]: 'The date of birth must be a real date' },
  },
  'Candidate.PersonalInfo.CandidateEmail': {
    ...{ input: 'email', begins: 'The email address', empty: 'Enter the candidate’s email address' },
  },
  [mobilePath]: { input: 'mobile', begins: 'The mobile number' },
  'Candidate.PersonalInfo.PositionAppliedFor': { input: 'position', begins: 'The job' },
  'Candidate.PersonalInfo.ApplicantNotes': { input: 'notes', begins: 'The note' },
  'Candidate.CriminalRecord.CheckCriminalJobRoleId': {
    ...{ input: 'job_role', begins: 'The job role', empty: 'Choose the job role' },
    instead: Object.fromEntries([
      [
        apiSentence({ code: 'role_not_voluntary' }),
        'The job role was agreed as paid work. Order without the option Volunteer, or ask your account manager',
      ],
      ...barredLists.map(({ name, label }) => [
        apiSentence({ code: 'barred_list_not_allowed', params: { other: name } }),
        `The job role was agreed without this part of the criminal record check: ${label}. Order without it, or ask your account manager`,
      ]),
    ]),
  },
  ...Object.fromEntries(
    barredLists.map(({ name, label }): [string, FieldWords] => [
      groundPath(name),
      { input: groundInput(name), begins: label, empty: `${label}: choose why it may be searched` },
    ]),
  ),
  'Candidate.CriminalRecord.CheckCriminalPurposeOfCheck': {
    ...{ input: 'purpose', begins: 'The purpose', empty: 'Choose what the check is for' },
  },
  'Candidate.CriminalRecord.CheckCriminalEmploymentSector': {
    ...{ input: 'sector', begins: 'The sector', empty: 'Choose the sector' },
  },
  'Candidate.CriminalRecord.CheckCriminalPositionAppliedFor': {
    ...{ input: 'job', begins: 'The job', empty: 'Enter the job' },
  },
  'Candidate.CriminalRecord.CheckCriminalEmployerName': {
    ...{ input: 'employer', begins: 'The employer', empty: 'Enter the name of the employer' },
  },
  'Candidate.CriminalRecord.CheckCriminalPlaceOfWork': {
    ...{ input: 'place', begins: 'The place of work', empty: 'Choose where the candidate will work' },
  },
};

/** The same of the candidate alone, by fact. */
export const candidateWords: FormWords = {
  first_name: words['Candidate.CurrentName.FirstName']!,
  last_name: words['Candidate.CurrentName.LastName']!,
  has_one_name: words['Candidate.CurrentName.LastName']!,
  dob: words['Candidate.PersonalInfo.DateOfBirth']!,
  email: words['Candidate.PersonalInfo.CandidateEmail']!,
  mobile: words[mobilePath]!,
};

/** How the problems of the body are said at the inputs. */
export function orderWords(chosen: readonly Choice[]): FormWords {
  const ofChecks = chosen.flatMap(({ type }, index): [string, FieldWords][] => {
    const options = { input: `options_${type.id}`, begins: `${type.label}: the option` };
    return [
      [`Checks[${index}].CheckType`, { input: 'what', begins: type.label }],
      [`Checks[${index}].Monitor`, { input: `monitor_${type.id}`, begins: `${type.label}: the monitoring` }],
      ...(type.options.length === 0 ? [] : [[`Checks[${index}].Refinements`, options] as [string, FieldWords]]),
    ];
  });
  return { ...words, ...Object.fromEntries(ofChecks) };
}

const placeOf = (input: string) => {
  const place = ([...first, ...ofJob, ...ofGrounds] as string[]).indexOf(input);
  return place === -1 ? first.length : place;
};

/** The problems of the inputs of a page in their order; those of no input stand on the first. */
export const problemsOfPage = (errors: FieldMessages, page: 'first' | 'details'): FieldMessages =>
  Object.fromEntries(
    Object.entries(errors)
      .filter(([input]) => isOfDetails(input) === (page === 'details'))
      .toSorted(([one], [other]) => placeOf(one) - placeOf(other)),
  );
