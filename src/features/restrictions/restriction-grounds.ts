// Why people ask that their data are restricted or not used (UK GDPR Art. 18 and 21), with the texts of the pages.

interface Ground {
  /** For the candidate, who chooses it. */
  readonly label: string;
  readonly hint: string;
  /** At the desk and in lists. */
  readonly name: string;
  readonly law: string;
  /** The person wants the data kept: nobody erases them while the restriction lasts. */
  readonly keepsData: boolean;
}

export const restrictionGrounds = {
  accuracy: {
    label: 'Something about me is wrong',
    hint: 'Until we have found out what is right.',
    name: 'Says that the data are wrong',
    law: 'Art. 18(1)(a)',
    keepsData: false,
  },
  objection: {
    label: 'I object to the use of my data, because of my situation',
    hint: 'Until it is clear whether the reasons for the check weigh more than yours.',
    name: 'Objects to the use of the data',
    law: 'Art. 21 and 18(1)(d)',
    keepsData: false,
  },
  unlawful: {
    label: 'My data are used unlawfully, and I do not want them erased',
    hint: 'We then only keep them.',
    name: 'Says that the use is unlawful, and wants the data kept',
    law: 'Art. 18(1)(b)',
    keepsData: true,
  },
  legal_claim: {
    label: 'I need the data for a legal claim, and do not want them erased',
    hint: 'We then keep them longer than we would.',
    name: 'Needs the data for a legal claim',
    law: 'Art. 18(1)(c)',
    keepsData: true,
  },
} as const satisfies Record<string, Ground>;

export type RestrictionGround = keyof typeof restrictionGrounds;

export const isRestrictionGround = (text: unknown): text is RestrictionGround =>
  typeof text === 'string' && Object.hasOwn(restrictionGrounds, text);
