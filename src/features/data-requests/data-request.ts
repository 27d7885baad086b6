// The types of a request about somebody's data, and the closed lists of what is recorded about one, with the texts of the pages.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { Asker, AskerKind, ComplaintSubject, RootCause } from './complaint.ts';

interface Kind {
  /** At the desk, for the client and in lists. */
  readonly name: string;
  readonly law: string;
  /** In a mail to the person: `You asked for ….` */
  readonly asked: string;
}

export const requestKinds = {
  access: { name: 'A copy of their data', law: 'Art. 15', asked: 'a copy of your data' },
  correction: { name: 'Correction', law: 'Art. 16', asked: 'your data to be corrected' },
  erasure: { name: 'Erasure', law: 'Art. 17', asked: 'your data to be erased' },
  restriction: { name: 'Restriction', law: 'Art. 18', asked: 'your data to be restricted' },
  portability: {
    name: 'Data to take elsewhere',
    law: 'Art. 20',
    asked: 'your data in a form that you can take elsewhere',
  },
  objection: { name: 'Objection', law: 'Art. 21', asked: 'your data not to be used' },
  withdrawal: { name: 'Withdrawal of consent', law: 'Art. 7(3)', asked: 'your consent to be withdrawn' },
  complaint: {
    name: 'Complaint',
    law: 'Data Protection Act 2018 s. 164A',
    asked: 'an answer to your complaint',
  },
} as const satisfies Record<string, Kind>;

export type RequestKind = keyof typeof requestKinds;

/** How a request came to the desk. */
export const deskWays = {
  mail: 'By mail',
  telephone: 'By telephone',
  letter: 'By letter',
  in_person: 'In person',
} as const;

export const requestWays = {
  own_page: 'On their own page',
  client: 'Through the client',
  /** Nobody asked the client: it needs the data no more. */
  client_itself: 'By the client itself',
  ...deskWays,
  /** Nobody recorded the request before what it asks for was done. */
  not_recorded: 'Not recorded',
} as const;

export type RequestWay = keyof typeof requestWays;

/** The person did not ask, and hears nothing of it: the client does. */
export const isOfClient = ({ way }: { readonly way: RequestWay }): boolean => way === 'client_itself';

/** A user of the client complained themselves: they are answered by mail. */
export const isByOwnUser = ({ way, asker }: { readonly way: RequestWay; readonly asker: AskerKind | null }): boolean =>
  way === 'client_itself' && asker === 'client';

/** A complaint about the service, not about data: team leaders and account managers deal with it, too. */
export const isOfDelay = ({
  kind,
  subject,
}: {
  readonly kind: RequestKind;
  readonly subject: ComplaintSubject | null;
}) => kind === 'complaint' && subject === 'delay';

/** How it was made sure that they are who they say. */
export const identityProofs = {
  known_address: 'They wrote from the address that we have',
  called_back: 'We called the number that we have',
  document_seen: 'We saw an identity document',
  client_confirmed: 'The client confirmed it',
} as const;

export type IdentityProof = keyof typeof identityProofs;

/** Of `identity_confirmed` as it is recorded: their own page asks for a code that is mailed. */
export const recordedProofs = {
  ...identityProofs,
  mailed_code: 'They entered the code that we mailed',
  signed_in: 'An administrator of the client was signed in',
} as const;

/** Why the answer takes longer (Art. 12(3)). */
export const extensionReasons = {
  complex: 'It is complex',
  many: 'The person has asked for many things',
} as const;

export type ExtensionReason = keyof typeof extensionReasons;

/** Why a request is refused, for the desk and, as a sentence, for the person. */
export const refusalReasons = {
  manifestly_unfounded: { name: 'Manifestly unfounded (Art. 12(5))', says: 'The request is manifestly unfounded.' },
  excessive: { name: 'Excessive (Art. 12(5))', says: 'The request is excessive.' },
  legal_claims: {
    name: 'The data are needed for legal claims',
    says: 'The data are needed to establish, exercise or defend legal claims.',
  },
  legal_duty: {
    name: 'The law demands that the data are kept',
    says: 'The law demands that the data are kept.',
  },
  needed_for_contract: {
    name: 'The data are needed for the check that the client ordered',
    says: 'The data are still needed for the purpose for which they were collected.',
  },
  rights_of_others: {
    name: 'It would harm the rights of others (Art. 15(4))',
    says: 'What you ask for would harm the rights and freedoms of others.',
  },
  not_met: {
    name: 'The conditions of the right are not met',
    says: 'The law does not give this right here.',
  },
  identity_not_shown: {
    name: 'They did not show who they are',
    says: 'We could not make sure that the request is yours.',
  },
} as const;

export type RefusalReason = keyof typeof refusalReasons;

/** How a request ended without being refused. */
export const otherOutcomes = {
  done: 'Done',
  partly_done: 'Done in part',
  answered: 'Looked into, and answered',
  upheld: 'Upheld, and put right',
  partly_upheld: 'Upheld in part',
  not_upheld: 'Looked into, and not upheld',
  no_data: 'No data about them found',
  taken_back: 'They took it back',
  data_erased: 'Ended, because the data were erased',
} as const;

/** Those that somebody at the desk chooses; the others follow from what was done. */
const chosenOutcomes = ['done', 'partly_done', 'no_data', 'taken_back'] as const;
const complaintOutcomes = ['upheld', 'partly_upheld', 'not_upheld', 'taken_back'] as const;

/** With the texts of the pages. A complaint is upheld or not, and not refused for a reason of another right. */
export const outcomesFor = (kind: RequestKind): Readonly<Record<string, string>> =>
  kind === 'complaint'
    ? {
        ...Object.fromEntries(complaintOutcomes.map((one) => [one, otherOutcomes[one]])),
        identity_not_shown: `Not looked into: ${refusalReasons.identity_not_shown.name}`,
      }
    : {
        ...Object.fromEntries(chosenOutcomes.map((one) => [one, otherOutcomes[one]])),
        ...Object.fromEntries(Object.entries(refusalReasons).map(([reason, { name }]) => [reason, `Refuse: ${name}`])),
      };

export type OtherOutcome = keyof typeof otherOutcomes;
export type Outcome = OtherOutcome | RefusalReason;

/** What a person is told of an end that is no refusal. */
export const doneSays: Readonly<Record<OtherOutcome, string>> = {
  done: 'We have done what you asked for.',
  partly_done: 'We have done a part of what you asked for.',
  answered: '',
  upheld: 'We have looked into it, and you are right.',
  partly_upheld: 'We have looked into it, and you are right in part.',
  not_upheld: 'We have looked into it, and do not agree.',
  no_data: 'We hold no data about you.',
  taken_back: 'You took your request back, and we do nothing more about it.',
  data_erased: '',
};

export const isRefusal = (outcome: string): outcome is RefusalReason => Object.hasOwn(refusalReasons, outcome);

export const outcomeText = (outcome: string): string =>
  isRefusal(outcome) ? `Refused: ${refusalReasons[outcome].name}` : otherOutcomes[outcome as OtherOutcome];

/** What was done about a request beside it. */
export const requestActs = {
  copied: 'The copy was made',
  erased: 'The data were erased',
  restriction_asked: 'The restriction was recorded',
  message_answered: 'A message from their own page was answered',
  consent_withdrawn: 'They withdrew their consent on their own page',
  recipients_told: 'Everybody else who has the data was told (Art. 19)',
  given_own_page: 'The copy was put on their own page',
  given_letter: 'The copy was sent by post',
  given_in_person: 'The copy was given in person',
  given_transfer: 'The copy was sent by a secure transfer',
  fetched: 'They took the copy from their own page',
} as const;

/** How long a copy waits on their own page. */
export const OWN_COPY_DAYS = 30;

/** How a copy reaches the person, or who asks for them. */
export const deliveries = {
  own_page: `On their own page, behind their link and a code, for ${OWN_COPY_DAYS} days`,
  letter: 'By post',
  in_person: 'In person',
  transfer: 'By a secure transfer outside this program',
} as const;

export type Delivery = keyof typeof deliveries;

/** Who asks for a candidate is not led to their page: its link and codes are the candidate's. */
export const deliveriesFor = (askedBy: Asker | undefined): readonly Delivery[] =>
  (Object.keys(deliveries) as Delivery[]).filter((one) => one !== 'own_page' || askedBy === undefined);

/** For the person, after what was done. */
export const deliverySays: Readonly<Record<Delivery, string>> = {
  own_page: `Your copy is on your own page for ${OWN_COPY_DAYS} days: open it by the link in this email, and enter the code that we email you.`,
  letter: 'Your copy comes by post.',
  in_person: 'Your copy is given to you in person.',
  transfer: 'Your copy comes to you by a secure transfer.',
};

export const isOfCopy = ({ kind }: { readonly kind: RequestKind }): boolean =>
  kind === 'access' || kind === 'portability';

export type RequestAct = keyof typeof requestActs;

/** How a person is told. `mail` is sent by the program where it has their address. */
export const toldWays = {
  mail: 'By mail',
  letter: 'By letter',
  telephone: 'By telephone',
  in_person: 'In person',
} as const;

export type ToldWay = keyof typeof toldWays;

export type StepName =
  | 'acknowledged'
  | 'identity_asked'
  | 'identity_confirmed'
  | 'clarification_asked'
  | 'clarified'
  /** By the candidate on their own page. */
  | 'added'
  | 'extended'
  | 'announced'
  | 'acted'
  | 'referred'
  | 'closed';

export interface DataRequestStep {
  readonly step: StepName;
  readonly on: IsoDate;
  readonly code: string | null;
  readonly told: ToldWay | null;
  /** What the person was told, or added themselves; empty if nothing was written, or they were erased. */
  readonly words: string;
  readonly by: Actor;
  readonly at: Date;
}

export interface DataRequest {
  readonly tenant: Tenant;
  readonly id: string;
  readonly kind: RequestKind;
  readonly way: RequestWay;
  readonly receivedOn: IsoDate;
  readonly applicantId: string | null;
  readonly checkId: string | null;
  /** Empty if it stands with the message, the restriction or the withdrawal, the person was erased, or nothing is kept about them and it is answered. */
  readonly words: string;
  /** Of a complaint. */
  readonly subject: ComplaintSubject | null;
  /** Null of a candidate. */
  readonly asker: AskerKind | null;
  /** Who asks that is no candidate, or asks for one; undefined where nothing was written or is kept any more. */
  readonly askedBy: Asker | undefined;
  readonly ownerId: string | null;
  readonly rootCause: RootCause | null;
  /** What was changed because of it; empty if nothing was written. */
  readonly change: string;
  readonly recordedBy: Actor;
  readonly recordedAt: Date;
  /** Null while the person has not shown who they are, or has not said what they mean. */
  readonly dueOn: IsoDate | null;
  readonly isOpen: boolean;
  readonly steps: readonly DataRequestStep[];
}

export const isOneOf = <T extends string>(list: Readonly<Record<T, unknown>>, value: unknown): value is T =>
  typeof value === 'string' && Object.hasOwn(list, value);
