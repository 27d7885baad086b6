// The kinds of queries in English: their names, and the texts with which they begin, for the candidate and the client.

interface QueryWords {
  readonly label: string;
  /** What a screener begins with; words in square brackets are to be replaced. Left out where nobody asks them this. */
  readonly candidate?: string;
  readonly client?: string;
}

/** The kind of query by which a candidate is asked about a report that was added to their order. */
export const ADDED_REPORT = 'added_report';

/** The kind of query by which a candidate is sent to the pages of another service, such as one that proves identities. */
export const OUTSIDE_STEP = 'outside_step';

/** The kind of query by which a candidate chooses one of the times that are offered for an appointment. */
export const APPOINTMENT = 'appointment';

/** The kind of query by which a candidate shows a certificate that was posted to them. */
export const SHOW_CERTIFICATE = 'show_certificate';

/** The kind of query by which a report waits for a certificate that only the candidate can get. */
export const OWN_CERTIFICATE = 'own_certificate';

/** The kind of query by which a client is asked why a barred list may be searched. */
export const BARRED_LISTS = 'barred_lists';

/** The kind of query by which a client is asked on which ground the law lets it order a report. */
export const LEGAL_GROUND = 'legal_ground';

/** What a candidate reads of such a step when a provider says nothing itself. */
export const usualStepText =
  'One step of your check is done at another service. Follow the link, do what it asks of you, and come back here.';

const kinds = {
  /** Not asked by a screener: the candidate agrees to it, and answers what it needs, in the form. */
  added_report: { label: 'A report that was added' },
  /** Asked on a page of its own, with the times. */
  appointment: { label: 'An appointment' },
  /** Asked on the page of the certificate, which says how to apply. */
  own_certificate: { label: 'Criminal record certificate of another country' },
  missing_information: {
    label: 'Missing information',
    candidate: 'We need something more to finish this check: [what is missing]. Please write it below.',
    client: 'The order does not say [what is missing]. Please tell us, so that we can finish this check.',
  },
  missing_document: {
    label: 'Missing document',
    candidate: 'We need one more document: [which]. Please add a photo or a file of it below.',
    client: 'We need one more document for this check: [which]. Please add it below.',
  },
  show_certificate: {
    label: 'Show us the certificate',
    candidate:
      'Your certificate, number [number], was issued on [date] and posted to you. Please show it to us by [date]: add a clear photo of every page below, with all four corners. Keep the original: it is yours. If it has not come, or something on it is wrong, tell us below.',
  },
  unreadable_document: {
    label: 'Document that cannot be read',
    candidate:
      'We cannot read [which document]: [what is wrong with it]. Please add a new photo of it, in good light and with all four corners.',
    client: 'We cannot read [which document]: [what is wrong with it]. Please add a better copy.',
  },
  name_mismatch: {
    label: 'Names that differ',
    candidate:
      'Your name is written differently in [which document]. If you changed your name, please add what shows it, such as a marriage certificate or a deed poll. Otherwise please tell us why it differs.',
    client: 'The name in the order differs from the one in [which document]. Please tell us which one is right.',
  },
  address_gap: {
    label: 'Gap in the addresses',
    candidate:
      'Your addresses leave out the time from [date] to [date]. Please tell us where you lived then, with the postcode.',
  },
  activity_gap: {
    label: 'Gap in the activities',
    candidate:
      'Your history leaves out the time from [date] to [date]. Please tell us what you did then, and add a paper that shows it if you have one.',
  },
  date_conflict: {
    label: 'Dates that differ',
    candidate:
      'For [employer or school] you wrote [dates]; they say [dates]. Please tell us which dates are right, and add a paper that shows them if you have one.',
  },
  current_employer: {
    label: 'Permission to contact the current employer',
    candidate:
      'To confirm your present job we have to contact [employer]. May we do so now? If not, please tell us from which day we may.',
    client:
      'The candidate does not want [employer] to be contacted yet. Should we wait, contact them later, or use documents instead?',
  },
  identity: {
    label: 'Identity not confirmed',
    candidate:
      'We could not confirm your identity with the documents that you gave: [why]. Please add [which document], or tell us if you do not have one.',
    client: 'The candidate’s identity is not confirmed yet. Please see their original documents and confirm it.',
  },
  outside_step: {
    label: 'A step at another service',
    candidate:
      'One step of your check is done at another service, [its name]: there you [what they do, such as: show your passport and your face]. It takes about [10] minutes. Have [your passport] at hand, follow the link, and tell us here when you have finished.',
  },
  source_form: {
    label: 'The source needs a form or a fee',
    candidate:
      '[Source] needs a form that you sign. Please download it here, sign it, and add a photo or a scan of it.',
    client: '[Source] asks for a fee of £[amount]. May we pay it and charge it to your account?',
  },
  client_decision: {
    label: 'A decision about the order',
    client: 'We need your decision before we go on: [what is to be decided].',
  },
  barred_lists: {
    label: 'Why a barred list is asked',
    client:
      'The order asks for the [children’s or adults’] barred list. The law allows it for regulated activity alone. What does the job do that is regulated activity, with whom and how often? If it does none of it, tell us, and we send the application without the list.',
  },
  legal_ground: {
    label: 'Ground that the law asks for',
    client:
      'The law of [country] lets an employer ask for this report on a ground alone, and the order names none. What is the job, and why is the report needed for it? If there is no ground, tell us, and we stop the report.',
  },
  police_or_dbs: {
    label: 'Question of the DBS or the police',
    candidate: 'The DBS asks about your application: [the question]. Please answer it below.',
    client: 'The DBS asks about this application: [the question]. Please answer it below.',
  },
} as const satisfies Readonly<Record<string, QueryWords>>;

export type QueryKind = keyof typeof kinds;

export const queryKinds: Readonly<Record<QueryKind, QueryWords>> = kinds;
