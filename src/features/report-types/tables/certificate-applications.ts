// How a candidate applies for the certificate of a country that nobody else can get, as data: one row each. A country whose
// authority issues none for a job, or none in practice, has no row: its candidates are not asked for one.
import { from, type Known, unconfirmed } from '../../knowledge/known.ts';

/** Where somebody applies. */
export type CertificateWay =
  | 'online'
  | 'in_person'
  | 'embassy'
  | 'post'
  | 'registration_office'
  | 'police_station'
  | 'through_employer';

/** What shows that it is genuine: an apostille, the stamp of an embassy, or a code that anybody checks online. */
export type CertificateProof = 'apostille' | 'embassy' | 'online';

export interface CertificateApplication {
  readonly ways: readonly CertificateWay[];
  /** `free`, or the amount in words. */
  readonly fee?: Known<string>;
  readonly proof: CertificateProof;
  readonly isInEnglish?: true;
  /** The law lets nobody make them ask for it, or lets few employers see it: who has none is not waited for. */
  readonly isOfChoice?: true;
}

const french: CertificateApplication = {
  ways: ['online', 'post'],
  fee: from('service_public_casier', 'free'),
  proof: 'online',
};

const frenchOverseas: CertificateApplication = { ...french, ways: ['in_person', 'post'] };

export const certificateApplications: Readonly<Record<string, CertificateApplication>> = {
  AFG: { ways: ['embassy'], proof: 'embassy' },
  ARE: { ways: ['online'], fee: unconfirmed('About 100 to 300 dirhams'), proof: 'online', isInEnglish: true },
  ARG: { ways: ['online', 'embassy'], proof: 'apostille' },
  AUT: { ways: ['online', 'police_station', 'embassy'], proof: 'apostille' },
  BEL: { ways: ['online', 'registration_office'], proof: 'apostille' },
  BHR: { ways: ['online', 'in_person'], proof: 'apostille', isInEnglish: true },
  BLM: french,
  BOL: { ways: ['in_person'], proof: 'apostille' },
  BTN: { ways: ['online'], proof: 'embassy', isInEnglish: true },
  CYP: { ways: ['police_station'], proof: 'apostille' },
  DEU: {
    ways: ['online', 'registration_office', 'post'],
    fee: from('bundesjustizamt', '13 euros'),
    proof: 'apostille',
  },
  EGY: { ways: ['in_person', 'embassy'], proof: 'embassy' },
  ERI: { ways: ['in_person'], proof: 'embassy' },
  FIN: { ways: ['online', 'post'], proof: 'apostille' },
  FRA: french,
  GLP: french,
  GNQ: { ways: ['in_person', 'embassy'], proof: 'embassy' },
  GUF: french,
  HRV: { ways: ['in_person', 'embassy'], proof: 'apostille', isOfChoice: true },
  HUN: { ways: ['online', 'in_person', 'embassy'], proof: 'apostille' },
  IRL: { ways: ['police_station'], proof: 'apostille', isInEnglish: true, isOfChoice: true },
  IRN: { ways: ['embassy'], proof: 'embassy' },
  IRQ: { ways: ['in_person', 'embassy'], proof: 'embassy' },
  ISR: { ways: ['online', 'in_person'], proof: 'apostille', isOfChoice: true },
  JAM: { ways: ['police_station'], proof: 'apostille', isInEnglish: true },
  KEN: { ways: ['online'], fee: unconfirmed('1,050 shillings'), proof: 'online', isInEnglish: true },
  KOR: { ways: ['online', 'embassy'], proof: 'apostille', isOfChoice: true },
  KWT: { ways: ['embassy'], proof: 'embassy' },
  LBY: { ways: ['embassy'], proof: 'embassy' },
  LIE: { ways: ['in_person', 'post'], proof: 'apostille' },
  MAF: french,
  MCO: { ways: ['post'], proof: 'apostille' },
  MEX: { ways: ['in_person', 'embassy'], proof: 'apostille' },
  MTQ: french,
  MYS: { ways: ['online', 'embassy'], proof: 'embassy', isInEnglish: true },
  MYT: french,
  NCL: frenchOverseas,
  NLD: { ways: ['through_employer'], proof: 'apostille' },
  NOR: { ways: ['online'], proof: 'apostille', isOfChoice: true },
  OMN: { ways: ['online', 'in_person'], proof: 'apostille' },
  PYF: frenchOverseas,
  QAT: { ways: ['in_person', 'embassy'], proof: 'embassy' },
  REU: french,
  SAU: { ways: ['online', 'embassy'], proof: 'apostille' },
  SGP: { ways: ['online'], proof: 'apostille', isInEnglish: true },
  SPM: french,
  SSD: { ways: ['in_person'], proof: 'embassy', isInEnglish: true },
  SWE: { ways: ['online', 'post'], proof: 'apostille', isOfChoice: true },
  TKM: { ways: ['in_person'], proof: 'embassy' },
  TTO: { ways: ['in_person'], proof: 'apostille', isInEnglish: true },
  VAT: { ways: ['post'], proof: 'apostille' },
  WLF: frenchOverseas,
};
