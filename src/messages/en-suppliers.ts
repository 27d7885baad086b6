// The words of suppliers: what they are, how work is ordered from them, and what data protection says of them.

export const supplierKinds = {
  court_researcher: 'Court researcher',
  record_body: 'Criminal record body',
  education: 'University or school',
  register: 'Register or professional body',
  partner: 'Partner firm',
  other: 'Other source',
} as const;
export type SupplierKind = keyof typeof supplierKinds;

export const orderWays = {
  portal: 'Its website',
  email: 'Email',
  post: 'Post',
  telephone: 'Telephone',
} as const;
export type OrderWay = keyof typeof orderWays;

/** UK GDPR, Art. 4(7) and (8). */
export const dataRoles = {
  processor: 'Processor: it acts on our instructions',
  controller: 'Controller: it decides itself why and how it uses the data',
} as const;
export type DataRole = keyof typeof dataRoles;

/** UK GDPR, Art. 44 to 49. */
export const safeguards = {
  none: 'None: it is in the United Kingdom',
  adequacy: 'UK adequacy regulations',
  idta: 'International data transfer agreement',
  addendum: 'UK addendum to the EU standard contractual clauses',
  binding_rules: 'Binding corporate rules',
  exception: 'An exception for a specific situation (Art. 49)',
} as const;
export type Safeguard = keyof typeof safeguards;
