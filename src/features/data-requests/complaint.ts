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

/** So many years after its answer, the words of a complaint by somebody who is no candidate go, with who they are. */
export const COMPLAINT_YEARS = 6;

/** Who asks that is no candidate; personal data, encrypted with the account's key. */
export interface Asker {
  readonly name: string;
  /** An email, postal address or telephone. */
  readonly contact: string;
  /** What they were told, by the number of the step. */
  readonly told?: Readonly<Record<number, string>>;
}

export const nobodyNamed: Asker = { name: '', contact: '' };
