// The closed lists of what the register keeps of a complaint, and of who asks that is no candidate, with the texts of the pages.

export const complaintSubjects = {
  accuracy: 'A result is not right',
  delay: 'It takes too long',
  conduct: 'How somebody was treated',
  data_protection: 'The use of data',
  charge: 'A charge',
  accessibility: 'Accessibility',
  other: 'Something else',
} as const;

export type ComplaintSubject = keyof typeof complaintSubjects;

/** As what somebody asks who is no candidate. */
export const askers = {
  client: 'The client',
  referee: 'A referee',
  employer: 'A former employer, or a contact there',
  landlord: 'A landlord or agent',
  supplier: 'A supplier',
  public: 'Somebody else',
} as const;

export type AskerKind = keyof typeof askers;

/** Why there was reason to complain. */
export const rootCauses = {
  own_mistake: 'A mistake of one person',
  process: 'The way in which we work',
  system: 'The program',
  source: 'A source was wrong or late',
  supplier: 'A supplier',
  client: 'The client',
  words: 'What we wrote was not clear',
  nothing_wrong: 'Nothing was wrong',
} as const;

export type RootCause = keyof typeof rootCauses;

/** Who outside deals with it too. */
export const referrals = {
  ico: 'The Information Commissioner’s Office has it',
  ombudsman: 'An ombudsman has it',
  court: 'A court has it',
  trade_body: 'The trade body or certifier was told',
} as const;

export type Referral = keyof typeof referrals;

/** So many months after its answer, what somebody asked who is no candidate goes, with the answer and who they are. */
export const keptMonths = {
  complaint: 72,
  /** As long as the Information Commissioner takes a complaint about the answer. */
  other: 3,
} as const;

/** By which authority somebody asks for a candidate, which the desk has seen. */
export const authorities = {
  signed: 'Signed by the candidate',
  power_of_attorney: 'A power of attorney',
  parent: 'Parental responsibility',
  court: 'An order of a court',
} as const;

/**
 * Who asks that is no candidate; personal data, encrypted with the account's key. Of a candidate, who asks for them, which
 * their own key encrypts.
 */
export interface Asker {
  readonly name: string;
  /** An email, postal address or telephone. */
  readonly contact: string;
  /** Of who asks for a candidate. */
  readonly authority?: keyof typeof authorities;
  /** What they were told, by the number of the step. */
  readonly told?: Readonly<Record<number, string>>;
}

export const nobodyNamed: Asker = { name: '', contact: '' };
