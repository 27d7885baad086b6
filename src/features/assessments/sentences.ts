// Lists the sentences and cautions of England and Wales with their rehabilitation periods, as data.

/** The months after the conviction, or after the end of the sentence, by the sentence's length. */
export interface Rehabilitation {
  readonly after: 'conviction' | 'end';
  /** The first band whose length in months is not exceeded applies. */
  readonly bands: readonly (readonly [length: number, months: number])[];
}

export interface Sentence {
  /** `at_once`: spent on the day; `when_paid`: until it is paid. */
  readonly adult: Rehabilitation | 'at_once' | 'when_paid' | null;
  /** For a person under 18 at conviction; null if they cannot get this sentence. */
  readonly youth: Sentence['adult'];
  /** It restricts the person's conduct: it lasts for its own term and extends no other conviction (s.6(5)). */
  readonly isPreventive?: true;
  /** It ends the day before the same day of the month, and days on tagged bail count. */
  readonly isCustodial?: true;
  /** In months. */
  readonly longest?: number;
  /** The months with an endorsement of the licence. */
  readonly endorsed?: { readonly adult: number; readonly youth: number };
}

const always = Number.POSITIVE_INFINITY;
const after = (from: Rehabilitation['after'], months: number): Rehabilitation => ({
  after: from,
  bands: [[always, months]],
});
const custody: Pick<Sentence, 'adult' | 'youth' | 'isCustodial'> = {
  adult: {
    after: 'end',
    bands: [
      [12, 12],
      [48, 48],
      [always, 84],
    ],
  },
  youth: {
    after: 'end',
    bands: [
      [12, 6],
      [48, 24],
      [always, 42],
    ],
  },
  isCustodial: true,
};
const untilItEnds: Sentence = { adult: after('end', 0), youth: after('end', 0) };
const preventive: Sentence = { ...untilItEnds, isPreventive: true };

/** The length that counts for a sentence without one. */
export const monthsWithoutLength = 24;

/** Source: Rehabilitation of Offenders Act 1974, s.5, as the Ministry of Justice's own calculator applies it. */
export const sentences = {
  prison: custody,
  suspended_prison: { ...custody, longest: 24 },
  detention: custody,
  detention_training: { ...custody, adult: null, longest: 24 },
  service_detention: { adult: after('end', 12), youth: after('end', 6) },
  dismissal_from_service: { adult: after('conviction', 12), youth: after('conviction', 6) },
  fine: { adult: after('conviction', 12), youth: after('conviction', 6) },
  motoring_fine: {
    adult: after('conviction', 12),
    youth: after('conviction', 6),
    endorsed: { adult: 60, youth: 30 },
  },
  fixed_penalty_endorsed: { adult: after('conviction', 60), youth: after('conviction', 30) },
  penalty_points: { adult: after('conviction', 36), youth: after('conviction', 36) },
  disqualification: preventive,
  compensation: { adult: 'when_paid', youth: 'when_paid' },
  community_order: { ...untilItEnds, youth: null },
  youth_rehabilitation_order: { ...untilItEnds, adult: null },
  hospital_order: untilItEnds,
  bind_over: untilItEnds,
  conditional_discharge: untilItEnds,
  absolute_discharge: { adult: 'at_once', youth: 'at_once' },
  reparation_order: { adult: 'at_once', youth: 'at_once', isPreventive: true },
  referral_order: { ...preventive, adult: null },
  supervision_order: { ...preventive, adult: null },
  attendance_centre_order: preventive,
  restraining_order: preventive,
  criminal_behaviour_order: preventive,
  serious_crime_prevention_order: preventive,
  sexual_harm_prevention_order: preventive,
  service_community_order: preventive,
  overseas_community_order: preventive,
  other_order: preventive,
} as const satisfies Readonly<Record<string, Sentence>>;

export type SentenceKind = keyof typeof sentences;

/** A conditional caution is spent when its conditions end, but at the latest so many months after it was given. */
export const conditionalCautionMonths = 3;

/** How long a standard or enhanced certificate shows an offence that is not specified. */
export const shownForMonths = {
  conviction: { adult: 132, youth: 66 },
  /** Of the young: never. */
  caution: { adult: 72, youth: 0 },
} as const;
