// The consent of the candidate: what they read, what they agree to, and what is missing of it; pure.
import { createHash } from 'node:crypto';
import { countryByAlpha3 } from '../../lib/countries.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { en } from '../../messages/en.ts';
import { say } from '../../messages/say.ts';
import type { Said } from '../../messages/sentences.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { asksEmployers, asksPeople } from '../report-types/asked-people.ts';
import { monitorPlan } from '../report-types/monitoring.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { toldToCandidate } from '../report-types/report-type-rules.ts';
import { type Transfer, transfersOf } from '../report-types/transfer-rules.ts';
import type { FormScope, Typed } from './form-page.ts';
import type { FormFront, OpenForm } from './open-form.ts';

/** The version of the words in messages/en-consent.ts; every change of them raises it. */
export const CONSENT_WORDING = '4';

/** What the candidate declares when they submit the form. */
const declaration = 'My answers are true and complete, as far as I know.';

/** The declaration names who helped, if somebody did. Only the candidate declares. */
export const declarationOf = ({ is_helped, helper_name }: Pick<ApplicantFacts, 'is_helped' | 'helper_name'>): string =>
  is_helped === true && helper_name
    ? `${say(declaration)} ${say('{name} helped me with the form or filled it in for me, and I know what it says.', { name: helper_name })}`
    : say(declaration);

interface ConsentSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly points: readonly { readonly label: string; readonly text: string }[];
  /** A web address after the paragraphs. */
  readonly link?: string;
}

export interface ConsentText {
  readonly sections: readonly ConsentSection[];
  /** To be agreed to; the second only if a criminal record is checked. */
  readonly checks: string;
  readonly criminalRecord: string | undefined;
}

export const consentInputs = ['agrees', 'criminal_record', 'wording'] as const;

export const asksCriminalRecord = ({ asked }: FormScope): boolean =>
  asked.some(({ id }) => id === 'criminal_record_consent');

/** A source that is described for screeners says nothing to a candidate. */
const isForCandidates = (source: string): boolean => !/\b(candidate|person|screener|sponsor)/i.test(source);

function answeredBy({ answeredBy: source }: ReportType): string[] {
  return source !== null && isForCandidates(source.value) ? [en.consent.answeredBy(source.value)] : [];
}

/** Of an open form: what is said to the candidate, and what they agree to. */
export function consentText(
  form: Pick<
    FormFront,
    'accountName' | 'eraseAfterDays' | 'neverHiredDays' | 'keepsStaff' | 'clientWords' | 'types' | 'monitored' | 'scope'
  >,
): ConsentText {
  const { accountName, eraseAfterDays, neverHiredDays, keepsStaff, clientWords, types, monitored, scope } = form;
  const words = en.consent;
  const section = (heading: string, paragraphs: readonly string[], points: ConsentSection['points'] = []) => ({
    heading,
    paragraphs,
    points,
  });
  const checked = types.map((type) => ({
    label: type.label,
    text: [toldToCandidate(type), ...answeredBy(type)].join(' '),
  }));
  const transfers = transfersOf(types);
  const countries = (safeguard: Transfer['safeguard']) =>
    transfers.filter((one) => one.safeguard === safeguard).map((one) => countryByAlpha3(one.country)!.name);
  const [adequate, atRisk] = [countries('adequacy').join('; '), countries('exception').join('; ')];
  const abroad = [
    ...(adequate === '' ? [] : [words.abroadAdequate(adequate)]),
    ...(atRisk === '' ? [] : [words.abroadAtRisk(atRisk)]),
  ];
  const later = monitored.map(({ type, plan }) => ({ label: type.label, text: monitorPlan(plan).toCandidates }));
  return {
    sections: [
      section(words.checked, [], checked),
      section(words.asked, [
        words.askedOfRecords,
        ...(asksPeople(types) ? [words.askedOfPeople(accountName)] : []),
        ...(asksEmployers(types) ? [words.askedOfEmployers] : []),
      ]),
      ...(abroad.length > 0 ? [section(words.abroad, abroad)] : []),
      ...(later.length > 0 ? [section(words.later, [words.laterWhy(accountName)], later)] : []),
      section(words.seen, [words.seenBy(accountName)]),
      section(words.decided, [words.decidedBy(accountName)]),
      section(words.kept, [words.keptFor(accountName, eraseAfterDays, keepsStaff, neverHiredDays)]),
      section(words.withdrawn, [words.withdrawing(accountName)]),
      ...(clientWords.consent === '' ? [] : [section(words.fromClient(accountName), clientWords.consent.split('\n'))]),
      ...(clientWords.privacyNotice === ''
        ? []
        : [
            {
              ...section(words.notice(accountName), [words.noticeSays(accountName)]),
              link: clientWords.privacyNotice,
            },
          ]),
    ],
    checks: [
      later.length > 0 ? words.agreesToChecksAndLater : words.agreesToChecks,
      ...(atRisk === '' ? [] : [words.agreesToTransfer(atRisk)]),
    ].join(' '),
    criminalRecord: asksCriminalRecord(scope) ? words.agreesToCriminalRecord(accountName) : undefined,
  };
}

const plainPoint = ({ label, text }: { readonly label: string; readonly text: string }) => `– ${label}: ${text}`;

const plainSection = ({ heading, paragraphs, points, link = '' }: ConsentSection): string =>
  [heading, ...paragraphs, ...points.map(plainPoint), link].filter((one) => one !== '').join('\n');

/** The statements to agree to. */
export const statementsOf = ({ checks, criminalRecord }: ConsentText): string[] =>
  criminalRecord === undefined ? [checks] : [checks, criminalRecord];

/** How a candidate agreed for whom somebody of the desk typed. */
export type Agreed = { readonly by: string } & (
  | { readonly how: 'read_out' }
  | { readonly how: 'signed'; readonly on: IsoDate; readonly file: string }
);

/** Who holds criminal records asks for the applicant's own declaration: words on the telephone are none. */
export const wantsSignature = ({ scope, typist }: Pick<OpenForm, 'scope' | 'typist'>): boolean =>
  asksCriminalRecord(scope) || typist?.from === 'paper';

/** What is kept of a consent: the ticks, with the words that were read and agreed to, and how where others typed. */
export const consentAnswer = (typed: Typed, text: ConsentText, agreed?: Agreed): Typed => ({
  ...typed,
  ...agreed,
  told: text.sections.map(plainSection).join('\n\n'),
  agreed: statementsOf(text).join('\n'),
});

/** The same for the same words: a page that shows others was opened before they changed. */
export const fingerprintOf = (text: ConsentText): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 16);

/** Stands on paper beside the signature, and is typed from there: it shows that these words were signed, and no earlier ones. */
export const markOf = (text: ConsentText): string =>
  createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 6).toUpperCase();

/** What the candidate agreed to. */
export interface GivenConsent {
  readonly wording: string;
  /** What they read, sections apart by an empty line. */
  readonly told: string;
  readonly agreed: readonly string[];
  readonly givenAt: Date;
  /** Where somebody of the desk typed for them. */
  readonly how?: { readonly is: Agreed['how']; readonly by: string; readonly on?: IsoDate };
}

/** @param typed the kept answer */
export const givenConsent = (
  { wording = '', told = '', agreed = '', how, by = '', on }: Typed,
  givenAt: Date,
): GivenConsent => ({
  wording,
  told,
  agreed: agreed.split('\n'),
  givenAt,
  ...(how !== undefined && { how: { is: how as Agreed['how'], by, ...(on !== undefined && { on }) } }),
});

/**
 * What somebody reads who is asked about the candidate: that they agreed to be asked about, and when. Which other checks
 * there are, and whether a criminal record is one, is not for them.
 */
export function agreementToAsk(given: readonly GivenConsent[]): GivenConsent | undefined {
  const first = given[0];
  if (first === undefined) return undefined;
  const told = first.told.split('\n\n').filter((section) => section.startsWith(`${en.consent.asked}\n`));
  return { ...first, told: told.join('\n\n'), agreed: first.agreed.slice(0, 1) };
}

/** Whether the candidate has agreed to everything that a text asks, and has read what it says of each report. */
export function isAgreed(text: ConsentText, given: readonly GivenConsent[]): boolean {
  const told = given.flatMap((one) => one.told.split('\n'));
  const agreed = given.flatMap((one) => one.agreed);
  const points = text.sections.flatMap((section) => section.points.map(plainPoint));
  return points.every((point) => told.includes(point)) && statementsOf(text).every((one) => agreed.includes(one));
}

export function consentFaults(typed: Typed, scope: FormScope): (Said & { readonly input: string })[] {
  const faults: (Said & { readonly input: string })[] = [];
  if (typed.agrees !== 'yes') faults.push({ input: 'agrees', code: 'consent_missing' });
  if (asksCriminalRecord(scope) && typed.criminal_record !== 'yes') {
    faults.push({ input: 'criminal_record', code: 'consent_to_criminal_record_missing' });
  }
  if (typed.wording !== CONSENT_WORDING) faults.push({ input: 'agrees', code: 'consent_wording_changed' });
  return faults;
}
