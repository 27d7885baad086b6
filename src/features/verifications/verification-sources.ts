// Where the confirmation of a stated period comes from, in words.

/** Those that a screener records; a referee's answer is read from the reference. */
export const typedSources = {
  hmrc: 'Employment record of HMRC',
  pay_documents: 'Payslips or P60',
  telephone: 'Telephone',
  benefits: 'Letter of the DWP or Jobcentre',
  accounts: 'Accountant or Companies House',
  school: 'School, university or HEDD',
  travel: 'Travel documents',
  bank: 'Bank statements',
  character: 'Character reference',
  document: 'Another document',
  candidate: 'Statement of the candidate only',
} as const;
export type TypedSource = keyof typeof typedSources;

export const sourceWords = {
  referee: 'Answer of the referee',
  ...typedSources,
  /** Somebody typed confirmed dates into the outcome and said neither where they come from nor who was asked. */
  unrecorded: 'Source not recorded',
} as const;
export type Source = keyof typeof sourceWords;

export const isTypedSource = (value: string): value is TypedSource => Object.hasOwn(typedSources, value);

/** Those that say when an employment began and ended, where papers show a part of it. */
export const saysWhole = (source: Source): boolean => ['referee', 'telephone', 'hmrc', 'school'].includes(source);

/** What the candidate says alone explains a period, and verifies nothing. */
export const verifies = (source: Source): boolean => source !== 'candidate';
