// The lists of what was found, entry by entry, under the same names for people and for data providers.
import { type Choice, type Entries, type Properties, words } from './breakdown.ts';

interface ListMore {
  readonly hint?: string;
  /** The properties that complete what a provider found. */
  readonly completes?: readonly string[];
  readonly isAdverse?: true;
  readonly mayBegin?: true;
}

const adverse = { isAdverse: true } as const;

/** An entry is nothing without its first property, and a decision nothing without its reason. @param one what an entry is called */
function foundList(one: string, entries: Properties, { completes = [], ...more }: ListMore = {}): Entries {
  const [naming, ...others] = Object.keys(entries);
  const [decided, why] = completes;
  const needs = { [naming!]: others, ...(decided !== undefined && why !== undefined && { [why]: decided }) };
  return { entries, one, completes, needs, ...more };
}

const decisions = { true_match: 'True match', false_positive: 'False positive', undecided: 'Undecided' } as const;

/** Whether what was found concerns the candidate. */
export const decision: Choice = {
  choice: decisions,
  means: { true_match: 'consider', false_positive: 'clear', undecided: 'unidentified' },
};

/**
 * How a register that is searched by name names the person of an entry, and whether that is the candidate, which alone says
 * nothing against them.
 */
const ofRegister = {
  ...{ registered_name: 'text', registered_address: 'text' },
  decision: { choice: decisions, means: { ...decision.means, true_match: 'clear' } },
  decision_reason: 'text',
} as const satisfies Properties;

const decidedOn = { completes: ['decision', 'decision_reason'] } as const;

/** What was looked at and is about somebody else is no finding. */
export const isExcluded = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'decision' in entry && entry.decision === 'false_positive';

/** The properties as programs read them: of an entry about somebody else not who that is. */
export const withoutOtherPeople = (properties: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, list]) => [name, Array.isArray(list) ? list.map(withoutPerson) : list]),
  );

function withoutPerson(entry: unknown): unknown {
  if (!isExcluded(entry)) return entry;
  const { registered_name: _, registered_address: __, ...others } = entry as Readonly<Record<string, unknown>>;
  return others;
}

/** The properties without what is excluded, and how much of each list that is, in words. */
export function withoutExcluded(properties: Readonly<Record<string, unknown>>) {
  const lists = Object.entries(properties).flatMap(([name, list]) => (Array.isArray(list) ? [{ name, list }] : []));
  const shown = lists.map(({ name, list }) => [name, list.filter((entry) => !isExcluded(entry))] as const);
  const excluded = lists.flatMap(({ name, list }) => {
    const count = list.filter(isExcluded).length;
    return count === 0 ? [] : [`${count} of ${list.length} ${words(name).toLowerCase()}`];
  });
  return { properties: { ...properties, ...Object.fromEntries(shown) }, excluded };
}

const period = { from: 'date_or_month', until: 'date_or_month' } as const;

export const debtRecords = foundList(
  'Judgment or insolvency',
  {
    kind: {
      choice: {
        county_court_judgment: 'County court judgment',
        high_court_judgment: 'High Court judgment',
        decree: 'Decree, Scotland',
        judgment_ni: 'Judgment, Northern Ireland',
        bankruptcy: 'Bankruptcy or sequestration',
        voluntary_arrangement: 'Individual voluntary arrangement',
        debt_relief_order: 'Debt relief order',
        trust_deed: 'Protected trust deed',
        bankruptcy_restrictions: 'Bankruptcy restrictions order or undertaking',
        other: 'Another record',
      },
    },
    court_or_register: 'text',
    reference: 'text',
    amount_pence: 'pence',
    dated: 'date_or_month',
    status: {
      choice: {
        unsatisfied: 'Not satisfied',
        satisfied: 'Satisfied',
        in_force: 'In force',
        discharged: 'Discharged or completed',
        set_aside: 'Set aside or annulled',
      },
    },
    ended_on: 'date_or_month',
    ...ofRegister,
  },
  { ...adverse, ...decidedOn },
);

export const foreignDebtRecords = foundList(
  'Record',
  {
    ...{ kind: 'text', court_or_register: 'text', reference: 'text', amount_and_currency: 'text' },
    ...{ dated: 'date_or_month', status: 'text' },
    ...ofRegister,
  },
  { ...adverse, ...decidedOn },
);

export const registersSearched = foundList('Register', {
  ...{ register: 'text', searched_on: 'date', reference: 'text', result: 'text' },
});

export const drivingCategories = foundList('Category', {
  category: 'text',
  entitlement: { choice: { full: 'Full', provisional: 'Provisional' } },
  from: 'date',
  until: 'date',
});

export const drivingEndorsements = foundList('Endorsement', {
  ...{ code: 'text', offence_date: 'date', conviction_date: 'date', points: 'number', disqualified_until: 'date' },
});

export const appointments = foundList(
  'Appointment',
  {
    ...{ company_name: 'text', company_number: 'text', company_status: 'text', role: 'text' },
    ...{ appointed_on: 'date_or_month', resigned_on: 'date_or_month' },
    ...ofRegister,
  },
  decidedOn,
);

export const disqualifications = foundList(
  'Disqualification',
  {
    ...{ from: 'date', until: 'date', undertaken_on: 'date', reason: 'text', case_id: 'text' },
    ...ofRegister,
  },
  { ...adverse, ...decidedOn },
);

export const controlledCompanies = foundList(
  'Company',
  {
    ...{ company_name: 'text', company_number: 'text', nature_of_control: 'text' },
    ...period,
    ...ofRegister,
  },
  decidedOn,
);

export const charities = foundList(
  'Charity',
  { name: 'text', number: 'text', role: 'text', ...period, ...ofRegister },
  decidedOn,
);

export const registerEntries = foundList('Entry', {
  ...{ name: 'text', reference: 'text', status: 'text' },
  ...period,
  particulars: 'long_text',
});

export const fraudRecords = foundList(
  'Record',
  {
    ...{ reference: 'text', kind_of_case: 'text', recorded_by: 'text', recorded_on: 'date', particulars: 'long_text' },
  },
  adverse,
);

export const courtCases = foundList('Case', {
  court: 'text',
  case_number: 'text',
  role: { choice: { claimant: 'Claimant', defendant: 'Defendant', other: 'Another party' } },
  ...{ dated: 'date_or_month', status: 'text', particulars: 'long_text' },
});

/** What an authority or a court of another country holds. */
export const foreignConvictions = foundList(
  'Record',
  {
    ...{ offence: 'text', court_or_authority: 'text', case_number: 'text', dated: 'date_or_month' },
    ...{ disposition: 'text', sentence: 'text', particulars: 'long_text' },
    ...ofRegister,
  },
  { ...adverse, ...decidedOn },
);

/** One search of several courts answers for each, and some later than others. */
export const jurisdictionsSearched = foundList('Jurisdiction', {
  jurisdiction: 'text',
  level: {
    choice: { county: 'County or city', state: 'State or province', federal: 'Federal district', other: 'Other' },
  },
  ...period,
  searched_on: 'date',
  answer: { choice: { no_record: 'No record', record: 'Record found', none: 'No answer' } },
});

export const publishedReports = foundList(
  'Publication',
  {
    ...{ title: 'text', source: 'text', published_on: 'date_or_month', link: 'text', particulars: 'long_text' },
    ...{ decision, reason: 'text' },
  },
  { completes: ['decision', 'reason'] },
);

export const socialMediaProfiles = foundList('Profile', {
  profile: 'text',
  site: 'text',
  whose: { choice: { confirmed: 'The candidate’s, confirmed', likely: 'Likely the candidate’s' } },
});

export const socialMediaFlags = foundList(
  'Flag',
  {
    category: {
      choice: {
        hate: 'Hate',
        violence: 'Violence',
        unlawful: 'Unlawful acts',
        sexual: 'Sexual content',
        drugs: 'Drugs',
      },
    },
    ...{ site: 'text', posted_on: 'date_or_month', link: 'text', particulars: 'long_text' },
  },
  adverse,
);

export const searchedNames = foundList('Name', {
  name: 'text',
  country: 'text',
  result: { choice: { nothing: 'Nothing found', found: 'Found', not_searched: 'Could not be searched' } },
});

export const explainedGaps = foundList(
  'Gap',
  {
    ...{ from: 'date_or_month', to: 'date_or_month', explained_by: 'text', evidence: 'text' },
  },
  adverse,
);

export const evidenceOfGap = foundList('Document', {
  ...{ document: 'text', from: 'date_or_month', to: 'date_or_month' },
});

export const differences = foundList(
  'Difference',
  {
    ...{ subject: 'text', stated: 'text', found: 'text', explained_by: 'text' },
  },
  adverse,
);

export const interests = foundList(
  'Interest',
  { name: 'text', role: 'text', ...period, particulars: 'long_text' },
  { mayBegin: true },
);

export const confirmedAddresses = foundList('Address', { address: 'text', ...period, source: 'text' });

export const matchedAddresses = foundList('Address', { full_address: 'text', source: 'text' });

export const documentNumbers = foundList('Number', { value: 'text', type: 'text' });

export const nationalitiesFound = foundList('Nationality', { nationality: 'text', document: 'text' });

export const substances = foundList('Substance', {
  substance: 'text',
  result: { choice: { negative: 'Negative', positive: 'Positive' } },
  level: 'text',
});

export const adjustments = foundList('Adjustment', { adjustment: 'long_text', until: 'date' });

export const cardClasses = foundList('Class', { class: 'text', until: 'date' });

export const truckCategories = foundList('Kind of truck', { category: 'text', until: 'date' });

export const consideredReports = foundList('Report', { report: 'text', raises: 'long_text' }, adverse);
