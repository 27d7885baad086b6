// What is wrong with a referee as typed, and what speaks against asking as it stands, so that a screener asks all the same only with a reason; pure.

import type { Calendar } from '../../lib/bank-holidays.ts';
import { looksLike } from '../../lib/company-domains.ts';
import { addWorkingDays, formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { emailFaults, registrableDomain } from '../../lib/email-addresses.ts';
import { Problems } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Contact, isMeantBy } from '../directory/organisation-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Claim, Entry, Referee } from './claim-rules.ts';
import { mailboxSigns, signsOf } from './mailbox-rules.ts';
import type { Reference } from './reference.ts';

const LONGEST = { name: 250, jobTitle: 250, organisation: 250, telephone: 30 } as const;

/** @param needsEmail for a request by mail */
export function refereeProblems(referee: Referee, needsEmail: boolean): Problems {
  const problems = new Problems();
  if (referee.name === '' && referee.organisation === '') {
    problems.add('name', 'Enter the name of the referee or of the organisation');
  }
  for (const [key, most] of Object.entries(LONGEST)) {
    if (referee[key as keyof typeof LONGEST].length > most) problems.add(key, `Must be ${most} characters or fewer`);
  }
  if (referee.email === '' && needsEmail) problems.add('email', 'Enter the email address of the referee');
  if (referee.email !== '' && emailFaults(referee.email).length > 0) {
    problems.add('email', 'Enter an email address in the correct form, such as name@example.com');
  }
  return problems;
}

/** The referee with the contact of the directory; a name that was typed stays where it has no department. */
export const withContact = (
  referee: Referee,
  { name, department, email, telephone }: Pick<Contact, 'name' | 'department' | 'email' | 'telephone'>,
): Referee => ({
  name: department || referee.name,
  jobTitle: department === '' ? referee.jobTitle : '',
  organisation: name,
  email,
  telephone,
});

/** By their mail addresses. */
export const samePerson = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** As the candidate named it: that of the personal referee, if that one is asked. */
export const namedEmailOf = ({ referee, second }: Pick<Entry, 'referee' | 'second'>, { email }: Referee): string =>
  second !== undefined && samePerson(second.email, email) ? second.email : referee.email;

/** Whether the telephone number of the one stayed with the name or, without one, the address of another. */
export const isOthersNumber = (one: Referee, other: Referee): boolean =>
  one.telephone !== '' &&
  one.telephone === other.telephone &&
  (one.name === '' ? !samePerson(one.email, other.email) : one.name.toLowerCase() !== other.name.toLowerCase());

export interface Objection {
  readonly code: 'contact_timing' | 'not_agency' | 'free_mail' | 'own_address' | 'asked_before';
  readonly sentence: string;
}

/** Of the mail address to which a request would go. */
export const addressObjections = ({ email, organisation }: Referee, candidateEmail: string): Objection[] =>
  signsOf({ email, organisation, namedEmail: '', candidateEmail })
    .filter((sign) => sign === 'free_mail' || sign === 'own_address')
    .map((code) => ({ code, sentence: mailboxSigns[code] }));

/** Whether a referee is of the agency of the claim, as far as their organisation and mail domain tell. */
function isOfAgency({ organisation, email }: Referee, agency: string, employer: string): boolean {
  const isNamed = isMeantBy(organisation, [agency]) || isMeantBy(agency, [organisation]);
  const domain = registrableDomain(email);
  const isOfEmployer =
    domain !== undefined && looksLike(employer, domain) === true && looksLike(agency, domain) !== true;
  return isNamed && !isOfEmployer;
}

/** The place where the agency sent the candidate holds nothing, and must often not learn of the check. */
export const agencyObjections = ({ agency, subject }: Claim, referee: Referee): Objection[] =>
  agency === undefined || isOfAgency(referee, agency, subject)
    ? []
    : [
        {
          code: 'not_agency',
          sentence: `The candidate worked there through ${agency}: see that the referee is of the agency, not of ${subject}.`,
        },
      ];

/** The candidate has not allowed it yet, or the mail would go to a personal address. */
export const objectionsTo = (
  { claim, contactOnly }: Pick<Entry, 'claim' | 'contactOnly'>,
  referee: Referee,
  candidateEmail: string,
  by: 'mail' | 'telephone',
): Objection[] => [
  ...(contactOnly === undefined
    ? []
    : [
        {
          code: 'contact_timing',
          sentence: `The candidate says when the employer may be contacted: ${contactOnly}.`,
        } as const,
      ]),
  ...agencyObjections(claim, referee),
  ...(by === 'mail' ? addressObjections(referee, candidateEmail) : []),
];

type AskedReference = Pick<
  Reference,
  'status' | 'request' | 'askingTypeId' | 'reportId' | 'readerId' | 'requestedAt' | 'mailedAt' | 'repliedAt'
>;

/** Whether a reference counts as asked about the entry; nobody answers a request that was withdrawn. */
export const isAskedAbout =
  (entryKey: string) =>
  ({ status, request }: Pick<AskedReference, 'status' | 'request'>) =>
    request.entryKey === entryKey && status !== 'withdrawn';

const day = (at: Date) => formatLongDate(ukDateOf(at));

/** `Employment history, UK on 3 March 2026` */
export const whereAsked = ({ askingTypeId, requestedAt }: Pick<AskedReference, 'askingTypeId' | 'requestedAt'>) =>
  `${reportTypeById(askingTypeId)?.label ?? 'another report'} on ${day(requestedAt)}`;

function becameOf({ status, repliedAt }: AskedReference): string {
  const on = repliedAt === null ? '' : ` on ${day(repliedAt)}`;
  switch (status) {
    case 'answered':
      return `, and answered${on}`;
    case 'declined':
      return `, and declined${on}`;
    case 'withdrawn':
      return '; the request is withdrawn';
    default:
      return ', and has not answered';
  }
}

/** That the order has asked somebody about the same entry: whom, when, and in which report. */
export function askedBefore(reference: AskedReference): Objection {
  const { name, organisation, email } = reference.request.referee;
  const who = [name || organisation, ...(reference.mailedAt === null ? [] : [email])].filter((part) => part !== '');
  if (reference.status === 'requested' && reference.mailedAt === null)
    return {
      code: 'asked_before',
      sentence: `${who.join(', ')} is to be called: requested in ${whereAsked(reference)}.`,
    };
  const asked = `${who.join(', ')} was asked in ${whereAsked(reference)}`;
  return { code: 'asked_before', sentence: `${asked}${becameOf(reference)}.` };
}

/**
 * The last day on which an answer leaves a working day before the report is due; undefined where nobody knows when that
 * is, and where the day has come.
 */
export function helpsUntil(dueOn: IsoDate | null, today: IsoDate, calendar: Calendar): IsoDate | undefined {
  if (dueOn === null) return undefined;
  const last = addWorkingDays(dueOn, -1, calendar.england_and_wales);
  return last > today ? last : undefined;
}

/** Whether the newest mail to the referee is of that day in the United Kingdom. */
export const isMailedOn = (mailedAt: Date | null, day: IsoDate): boolean =>
  mailedAt !== null && ukDateOf(mailedAt) === day;
