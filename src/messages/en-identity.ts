// The verdicts on proofs of identity in English, by code.

const groupsOf = (groups: readonly string[]) =>
  groups.length === 1 ? `Group ${groups[0]}` : `Groups ${groups.slice(0, -1).join(', ')} or ${groups.at(-1)}`;

interface RouteInWords {
  readonly name: string;
  readonly first: readonly string[];
  readonly groups: readonly string[];
  readonly count: number;
  readonly named?: string;
}

const routeInWords = ({ name, first, groups, count, named }: RouteInWords) =>
  [
    `${name} asks for ${named === undefined ? '' : 'a birth certificate issued later, '}one document of ${groupsOf(first)}`,
    `and ${count - 1} more of ${groupsOf(groups)}${name === 'Route 2' ? ', with an outside validation' : ''}.`,
  ].join(' ');

const needs = {
  outside_validation: 'Route 2 needs an outside validation of the identity.',
  reason:
    'Say why Route 1 was not met. The DBS asks that the reason is kept for two years: here it is kept as long as the person.',
} as const;

const whenRefused = (routes: readonly RouteInWords[]) =>
  [
    'The outside validation does not confirm who the candidate is.',
    ...routes.filter(({ name }) => name === 'Route 3').map(routeInWords),
    'If the candidate cannot show them, the police take fingerprints: record the day of the invitation, and later the day on which they were taken.',
  ].join(' ');

const validations = {
  confirmed: 'The outside validation confirmed the identity.',
  not_confirmed: 'The outside validation did not confirm the identity.',
} as const;

const proofNeeds: Readonly<Record<string, string>> = {
  documents: 'One document of Group 1 and two more are needed, or a birth certificate and three of Groups 2a and 2b.',
  address: 'One document must show the current address.',
  identity_proof: 'A proof of identity is needed.',
  address_proof: 'A proof of the address is needed.',
  another_address_proof: 'The proof of the address must be another document than that of the identity.',
};

const faults = {
  not_listed: 'it is on no list',
  date_missing: 'its date is missing',
  not_issued_yet: 'its day of issue has not come yet',
  not_for_basic: 'it is not for a basic check',
  too_old: 'it is too old',
  expired: 'it has expired',
  expired_abroad: 'it has expired, and only a passport of the United Kingdom counts for 6 months after that',
  country_missing:
    'it has expired, and the country that issued it is missing: only one of the United Kingdom still counts',
  of_other_age: 'it is for people of another age',
  named_twice: 'it is named twice',
} as const;

export const identityStatement = {
  route: (route: string | null, isMet: boolean) =>
    route === null
      ? 'No route of the DBS is met.'
      : isMet
        ? route === 'Fingerprints'
          ? 'The identity is confirmed by fingerprints, as the DBS provides where no route is met.'
          : `${route} of the DBS is met.`
        : `The documents are those of ${route} of the DBS.`,
  need(need: keyof typeof needs | 'documents' | 'fingerprints', routes: readonly RouteInWords[]) {
    if (need === 'documents') return routes.map(routeInWords).join(' ');
    return need === 'fingerprints' ? whenRefused(routes) : needs[need];
  },
  fault: (document: string, fault: keyof typeof faults) => `${document} does not count: ${faults[fault]}.`,
  namesGroup1: (documents: readonly string[]) =>
    `The candidate’s form names a document of Group 1: ${documents.join(', ')}. Route 1 comes before the others.`,
  proofs: (authority: string, isMet: boolean) =>
    isMet ? `The proofs for ${authority} are met.` : `The proofs for ${authority} are not met.`,
  proofNeed: (need: string) => proofNeeds[need] ?? need,
  dateMissing: (document: string, months: number) =>
    `Enter the date of issue of the ${document.toLowerCase()}: it counts for ${months} months`,
  undated: (documents: readonly string[]) => `The order gives no date of: ${documents.join(', ')}.`,
  documentsMissing: 'Name a document that was seen',
  replacementMissing: 'Say why the confirmation is replaced',
  seen: (documents: readonly string[]) => `Seen: ${documents.join(', ')}.`,
  seenBy: (name: string, day: string) => `By ${name} on ${day}.`,
  seenHow: (way: string) => `How the originals were seen: ${way.slice(0, 1).toLowerCase()}${way.slice(1)}.`,
  seenHowMissing: 'Choose how the originals were seen',
  nameProof: (proof: string) => `The change of name is shown by: ${proof.toLowerCase()}.`,
  validated: (validation: keyof typeof validations) => validations[validation],
  validatedBy: (by: string, day: string, reference: string) => `Validated by ${by} on ${day}, reference ${reference}.`,
  validatedByMissing: 'Enter who validated the identity',
  validatedOnMissing: 'Enter the day of the outside validation',
  validationReferenceMissing: 'Enter the reference that the outside validation has',
  fingerprintsTaken: (day: string) => `The fingerprints were taken on ${day}.`,
  invitedMissing: 'Enter the day on which the candidate was invited to give fingerprints',
  notRefused: 'Fingerprints are for a candidate whom the outside validation does not confirm: choose “Not confirmed”',
  inFuture: 'Enter a day that is not in the future',
  reason: (reason: string) => `Why not Route 1: ${reason}`,
  replaces: (day: string, reason: string) => `Replaces the confirmation of ${day}: ${reason}`,
} as const;
