// Groups of requirements that many report types share.
export const person = ['name', 'previous_names', 'date_of_birth'] as const;

const record = [...person, 'gender', 'place_of_birth', 'criminal_record_consent'] as const;

/** The requirements of criminal record authorities. */
export const criminalRecord = [...record, { address_history: { years: 5 } }] as const;

/** The requirements of certificates of AccessNI and Disclosure Scotland. */
export const disclosure = [...criminalRecord, 'criminal_record_age', 'records_abroad'] as const;

/** What the form of the DBS asks, so that nobody has to ask the candidate for it by mail. */
export const dbsDisclosure = [
  ...record,
  { national_insurance_number: { isOfForm: true } },
  { driving_licence: { isOfForm: true } },
  'dbs_application',
  'unspent_convictions',
  { address_history: { years: 5, isByDbs: true } },
  'criminal_record_age',
  'records_abroad',
] as const;
