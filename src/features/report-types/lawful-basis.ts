// On which law the use of data rests and who receives them, by area of the catalogue: the privacy page of candidates and the
// record of processing say it from this table. What the law leaves to the client, its settings choose; pure.
import { type Area, areas } from './report-type.ts';

interface AreaLaw {
  /** Of Art. 6: what the client as employer rests on, or a law that asks for the check. */
  readonly rests: 'employer' | 'immigration';
  /** Data that need a condition of their own: criminal offences (Art. 10) or health (Art. 9). */
  readonly special?: 'criminal' | 'health';
  readonly recipients: string;
}

const laws: Readonly<Record<Area, AreaLaw>> = {
  identity: { rests: 'employer', recipients: 'Services that check documents and identities' },
  right_to_work: { rests: 'immigration', recipients: 'The Home Office, and identity services that it certifies' },
  criminal_records: {
    ...{ rests: 'employer', special: 'criminal' },
    recipients:
      'The Disclosure and Barring Service, Disclosure Scotland or AccessNI, and who countersigns applications to them',
  },
  international_criminal_records: {
    ...{ rests: 'employer', special: 'criminal' },
    recipients: 'The authorities of the country, and agents who ask them',
  },
  employment: {
    rests: 'employer',
    recipients: 'Employers and referees that were named',
  },
  education: { rests: 'employer', recipients: 'Schools, universities and the services that answer for them' },
  financial: { rests: 'employer', recipients: 'Credit reference agencies, and keepers of public registers and lists' },
  driving: {
    rests: 'employer',
    recipients: 'The Driver and Vehicle Licensing Agency or its counterpart in Northern Ireland',
  },
  health: { rests: 'employer', special: 'health', recipients: 'Occupational health services and laboratories' },
  international: { rests: 'employer', recipients: 'Registers and agencies of the country' },
  professional_bodies: { rests: 'employer', recipients: 'The bodies and registers that were named' },
};

const bases = {
  interests: 'Legitimate interests of {account}: to employ people who are suitable (UK GDPR Art. 6(1)(f))',
  public: 'A task of {account} in the public interest (UK GDPR Art. 6(1)(e))',
  immigration: 'What immigration law asks of whoever employs or lets (UK GDPR Art. 6(1)(c))',
} as const;

const specials = {
  criminal: 'Criminal offences: UK GDPR Art. 10 and Data Protection Act 2018, Schedule 1, {condition}',
  health: 'Health: UK GDPR Art. 9(2)(b) and Data Protection Act 2018, Schedule 1, paragraph 1 (employment)',
} as const;

const usualCondition = 'paragraph 1 (employment)';

/** What an account chose of it. */
export interface ChosenLaw {
  readonly isPublicAuthority: boolean;
  readonly criminalRecordCondition: string;
}

/** Sentences with the names of values in braces, and these values. */
interface LawRow {
  readonly area: string;
  readonly bases: readonly string[];
  readonly recipients: string;
  /** The condition for criminal records. */
  readonly condition: string;
}

/** One row for each area, in the order of the catalogue. */
export function lawRows(of: readonly Area[], { isPublicAuthority, criminalRecordCondition }: ChosenLaw): LawRow[] {
  const known = Object.keys(areas) as Area[];
  return known
    .filter((area) => of.includes(area))
    .map((area) => {
      const { rests, special, recipients } = laws[area];
      const basis = rests === 'immigration' ? bases.immigration : bases[isPublicAuthority ? 'public' : 'interests'];
      return {
        area: areas[area],
        bases: [basis, ...(special === undefined ? [] : [specials[special]])],
        recipients,
        condition: criminalRecordCondition || usualCondition,
      };
    });
}
