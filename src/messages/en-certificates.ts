// What is wrong with what was recorded of a certificate of a criminal record, and what a Clear does not rest on, in English.
// An interface says the first after a path, the desk beside the input.

export const certificateFaults = {
  number_form: {
    api: 'is not a number of a DBS certificate (12 digits)',
    person: 'Enter the 12 digits at the top right of the certificate',
  },
  issued_in_future: {
    api: 'is in the future',
    person: 'The day on which the certificate was issued must be today or in the past',
  },
  list_not_ordered: {
    api: 'must be not_requested: the list was not ordered',
    person: 'This list was not ordered, and asking for more than the role allows is unlawful: choose “Not requested”',
  },
} as const;
export type CertificateFaultCode = keyof typeof certificateFaults;

export const certificateSentences = {
  otherLevel: (stated: string, ordered: string) =>
    `The level of the certificate is “${stated}”, and “${ordered}” was ordered.`,
  otherWorkforce: (stated: string, ordered: string) =>
    `The certificate is for the workforce “${stated}”, and the job role is of the workforce “${ordered}”.`,
  noWorkforce: (stated: string, level: string) =>
    `The certificate is for the workforce “${stated}”, and a certificate of the level “${level}” names none.`,
  issuedBefore: (issued: string, ordered: string) =>
    `The certificate was issued on ${issued}, before it was ordered on ${ordered}.`,
  otherName: (printed: string) => `The certificate names “${printed}”, which is no name that the candidate stated.`,
  listNotSearched: (list: string) =>
    `The ${list.slice(0, 1).toLowerCase()}${list.slice(1)} was ordered, and is without an answer.`,
} as const;
