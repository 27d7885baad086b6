// When the law of a country lets an employer order a type at all, and on which ground the client says that it does; pure.
import type { ReportType } from './report-type.ts';

const groundWords = {
  law_demands: 'A law demands this check for the work',
  vulnerable_people: 'Work with children, or with people who need protection',
  cash_or_finances: 'A position of trust that handles cash or finances',
  special_trust: 'A position of special trust, for which what is searched matters directly',
  other_purpose: 'It is not for employment: the law allows it for another purpose',
} as const;

export type LegalGround = keyof typeof groundWords;

/** What the law of its country says of ordering the type for employment. */
export type LegalLimit =
  | { readonly kind: 'ground_needed'; readonly grounds: readonly Exclude<LegalGround, 'other_purpose'>[] }
  | { readonly kind: 'not_for_employment' };

/** What an order says for the law, which no interface takes. */
export interface OrderLaw {
  /** Three letters, the country of the job. */
  readonly jobCountry?: string | undefined;
  readonly legalGround?: LegalGround | undefined;
}

type Limited = Pick<ReportType, 'label' | 'limit'>;

export const legalGroundText = (ground: LegalGround): string => groundWords[ground];

/** As typed: its code, or its words in a spreadsheet. */
export const legalGroundIn = (text: string): LegalGround | undefined =>
  (Object.keys(groundWords) as LegalGround[]).find(
    (ground) => ground === text || groundWords[ground].toLowerCase() === text.trim().toLowerCase(),
  );

export const legalGroundWords: readonly string[] = Object.values(groundWords);

const isLimited = ({ limit }: Limited) => limit !== null;

/** Those of which the client says the ground. */
export const limitedTypes = <T extends Limited>(types: readonly T[]): T[] =>
  types.filter((type, at) => isLimited(type) && types.findIndex(({ label }) => label === type.label) === at);

/** Another purpose than employment is none that these laws are about. */
const allows = ({ limit }: Limited, ground: LegalGround): boolean =>
  limit === null ||
  ground === 'other_purpose' ||
  (limit.kind === 'ground_needed' && (limit.grounds as readonly LegalGround[]).includes(ground));

/** Those that one of the types allows. */
export const legalGroundChoices = (types: readonly Limited[]) =>
  (Object.keys(groundWords) as LegalGround[])
    .filter((ground) => limitedTypes(types).some((type) => allows(type, ground)))
    .map((value) => ({ value, text: groundWords[value] }));

/** The types that may not be ordered on the ground. */
export const typesAgainst = <T extends Limited>(types: readonly T[], ground: LegalGround): T[] =>
  limitedTypes(types).filter((type) => !allows(type, ground));

/** In a sentence, for whoever orders or screens. */
export const limitText = ({ label, limit }: Limited): string =>
  limit?.kind === 'not_for_employment'
    ? `${label}: not for deciding about employment.`
    : `${label}: only on a ground, which the client states.`;
