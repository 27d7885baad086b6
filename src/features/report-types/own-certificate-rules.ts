// The certificates of a criminal record that only the candidate can get: what their form says of each, and how old it may be; pure.
import { countryByAlpha3 } from '../../lib/countries.ts';
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { say, sayText } from '../../messages/say.ts';
import type { DocumentSlot } from '../requirements/document-slot-rules.ts';
import type { OwnCertificateParams } from '../requirements/evidence-requirement.ts';
import { certificateHolds } from './certificate-validity-rules.ts';
import type { ReportType } from './report-type.ts';
import {
  type CertificateApplication,
  type CertificateProof,
  type CertificateWay,
  certificateApplications,
} from './tables/certificate-applications.ts';
import { criminalRecordCountries } from './tables/criminal-record-countries.ts';
import type { CriminalRecordCountry } from './tables/criminal-record-country.ts';

/** By which the form's page and the files of the slot are named. */
const prefix = 'own_certificate-';

const family = { name: 'criminal_history_international' } as const;

interface OwnCertificate {
  readonly row: CriminalRecordCountry;
  readonly application: CertificateApplication;
}

/** Undefined of a country whose certificate others get too, or nobody. */
function certificateOf(country: string): OwnCertificate | undefined {
  const row = criminalRecordCountries.find((one) => one.country === country);
  const application = certificateApplications[country];
  return row === undefined || application === undefined ? undefined : { row, application };
}

export const isOwnCertificate = (country: string): boolean => certificateOf(country) !== undefined;

/** The slot of the candidate's documents that a report of this type asks for; undefined if it asks for none. */
export function ownCertificateSlotOf(type: Pick<ReportType, 'requires'> | undefined): string | undefined {
  for (const required of type?.requires ?? [])
    if (typeof required === 'object' && 'own_certificate' in required)
      return `${prefix}${required.own_certificate.country.toLowerCase()}`;
  return undefined;
}

export interface OwnCertificateTerms {
  /** Working days that its issuer takes. */
  readonly workingDays: number;
  readonly isOfChoice: boolean;
}

const USUAL_DAYS = 10;

/** Undefined of another slot. */
export function termsOfSlot(slot: string): OwnCertificateTerms | undefined {
  const found = slot.startsWith(prefix) ? certificateOf(slot.slice(prefix.length).toUpperCase()) : undefined;
  if (found === undefined) return undefined;
  return {
    workingDays: found.row.workingDays ?? USUAL_DAYS,
    isOfChoice: found.application.isOfChoice === true,
  };
}

const wayTexts = {
  online: 'Online, on its own website',
  in_person: 'In person, at its office',
  embassy: 'At an embassy or consulate of the country',
  post: 'By post, with its form',
  registration_office: 'At the registration office of the town where you live',
  police_station: 'At the police station of the place where you live or lived',
  through_employer: 'The employer begins the application and sends you a link or a form, with which you apply',
} as const satisfies Readonly<Record<CertificateWay, string>>;

const proofTexts = {
  apostille: 'An apostille, if you can get it with the certificate. It may be asked for afterwards',
  embassy: 'The stamp of the country’s foreign ministry or embassy, if you can get it with the certificate',
  online: 'Nothing: its code is checked online',
} as const satisfies Readonly<Record<CertificateProof, string>>;

function feeText({ fee }: CertificateApplication): string {
  if (fee === undefined) return say('Its issuer says what it costs');
  return fee.value === 'free' ? say('Nothing') : sayText(fee.value);
}

const ageOf = (country: string, issuedOn: IsoDate) => certificateHolds({ ...family, country }, issuedOn);

/** @param today the length alone is read of it */
function ageText(country: string, today: IsoDate): string {
  const { words } = ageOf(country, today);
  const [count = '', unit] = words.split(' ');
  return unit === 'days'
    ? say('At most {count} days old when we get it', { count })
    : say('At most {count} months old when we get it', { count });
}

const takesPrints = ({ needs = [] }: CriminalRecordCountry) => needs.some((need) => need.includes('fingerprint'));

function rowsOf({ row, application }: OwnCertificate, today: IsoDate) {
  const { country, certificate, authority, workingDays, identifier, needs = [] } = row;
  const others = needs.filter((need) => !need.includes('fingerprint'));
  return [
    ...(certificate === undefined ? [] : [{ label: say('Its name'), lines: [sayText(certificate)] }]),
    ...(authority === undefined ? [] : [{ label: say('Who issues it'), lines: [sayText(authority)] }]),
    { label: say('Where to apply'), lines: application.ways.map((way) => say(wayTexts[way])) },
    {
      label: say('What you need'),
      lines: [
        say('Your passport or identity card'),
        ...(identifier === undefined ? [] : [say('Your number in the country, which the form asks for')]),
        ...(takesPrints(row) ? [say('Your fingerprints, which the police or the embassy take')] : []),
        ...others.map((need) => sayText(`${need.slice(0, 1).toUpperCase()}${need.slice(1)}`)),
      ],
    },
    { label: say('What it costs'), lines: [feeText(application)] },
    {
      label: say('How long it takes'),
      lines: [
        workingDays === undefined
          ? say('Its issuer says how long')
          : say('About {count} working days, and the post', { count: workingDays }),
      ],
    },
    { label: say('How old it may be'), lines: [ageText(country, today)] },
    { label: say('What shows that it is genuine'), lines: [say(proofTexts[application.proof])] },
    ...(application.isInEnglish
      ? []
      : [
          {
            label: say('In which language'),
            lines: [say('If it can be issued in English, ask for that. Otherwise we have it translated')],
          },
        ]),
  ];
}

/** None of a country whose certificate others get too, or nobody. */
export function ownCertificateSlots({ country }: OwnCertificateParams, today: IsoDate): DocumentSlot[] {
  const found = certificateOf(country);
  if (found === undefined) return [];
  const { isOfChoice } = found.application;
  return [
    {
      id: `${prefix}${country.toLowerCase()}`,
      title: say('Criminal record certificate, {country}', { country: sayText(countryByAlpha3(country)!.name) }),
      text: 'the certificate that only you can get',
      example: 'Every page of it, with all four corners. Keep the original: we may ask to see it.',
      groups: [],
      accepts: [],
      isOwn: true,
      application: { rows: rowsOf(found, today), ...(isOfChoice && { isOfChoice }) },
      shortOf: (added) => (added.length === 0 ? '' : undefined),
    },
  ];
}

/** Why a certificate of this day is not taken, as the candidate reads it; undefined if it is. */
export function whyTooOld(slot: string, issuedOn: IsoDate, today: IsoDate): string | undefined {
  const { until, words, isOfIssuer } = ageOf(slot.slice(prefix.length).toUpperCase(), issuedOn);
  if (until >= today) return undefined;
  const [count = '', unit] = words.split(' ');
  const said = { day: formatLongDate(issuedOn), count };
  if (unit === 'days')
    return say('A certificate of {day} is too old: it holds for {count} days. Please apply for a new one', said);
  return isOfIssuer
    ? say('A certificate of {day} is too old: it holds for {count} months. Please apply for a new one', said)
    : say('A certificate of {day} is too old: at most {count} months are taken. Please apply for a new one', said);
}
