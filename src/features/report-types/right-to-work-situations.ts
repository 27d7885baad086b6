// What the document or the status of a person demands in a check of the right to work: one table, shown at the desk with any
// report on it, and part of the guidance of its variants; pure.

import type { ApplicantFacts } from '../facts/facts.ts';
import { isBlank } from '../facts/finding.ts';
import { type Held, nationalitiesOf } from '../facts/nationality-rules.ts';
import { from, unconfirmed } from '../knowledge/known.ts';
import { ownPassportNationalities } from '../requirements/document-routes.ts';
import { type Guidance, toDo, toKnow } from './guidance.ts';

/** What the guide says; the wording and the numbers are to be checked before somebody relies on them. */
const guide = (line: string) => from('right_to_work_guide', line, 'check_before_relying');

const ofNotice: readonly Guidance[] = [
  toDo(unconfirmed('Only a positive verification notice gives an excuse; keep it.')),
  toDo(unconfirmed('Ask again before the six months end.')),
];

const ofService: readonly Guidance[] = [
  toDo(
    guide(
      'Ask the Employer Checking Service of the Home Office, once the person agrees: it answers in some five working days.',
    ),
  ),
  ...ofNotice,
  toDo(guide('Record the day of issue of the notice: the excuse and the follow-up count six months from it.')),
  toKnow(guide('Without a positive notice there is no excuse, and the work does not begin.')),
];

const inTime: readonly Guidance[] = [
  toDo(
    unconfirmed(
      'Whose application was made in time and is under way may go on working: ask the Employer Checking Service.',
    ),
  ),
  toKnow(
    guide(
      'Of somebody who works already and applied before the permission ended, the excuse lasts 28 days more: the notice has to come within them. There are no such days before a first check.',
    ),
  ),
];

const ofOnlineCheck: readonly Guidance[] = [
  toDo(
    unconfirmed(
      'Use the employer’s service of the Home Office with the share code: the holder’s own page proves nothing.',
    ),
  ),
  toDo(unconfirmed('Keep the page that the service shows; it has the photograph.')),
];

export const rightToWorkSituations = {
  online_check: [
    ...ofOnlineCheck,
    toKnow(
      unconfirmed(
        'A code for work begins with W and holds for 90 days; R is for renting, S for the immigration status in other matters, such as the identity for the DBS: neither proves the right to work.',
      ),
    ),
  ],
  service: ofService,
  asylum_card: [
    ...ofService,
    toKnow(guide('An Application Registration Card alone gives no excuse, and one that prohibits work none at all.')),
    toDo(
      guide(
        'Compare the job with the permission in the card and the notice: an asylum seeker may take only jobs of the list in the Immigration Rules that held when the permission was given.',
      ),
    ),
  ],
  pending_application: [
    ...ofService,
    toDo(guide('If the application is for the EU Settlement Scheme, ask for a share code first: it may be enough.')),
    toKnow(guide('A certificate or acknowledgement of an application gives an excuse only with the notice.')),
  ],
  limited: [toDo(unconfirmed('Set the follow-up before the permission ends.')), ...inTime],
  student: [
    toDo(
      guide(
        'Keep the term and vacation dates of the whole course, from the university or college: without them there is no excuse for a student.',
      ),
    ),
    toDo(
      guide(
        'Record the weekly hours of the permission: usually 20 in term time at degree level, and 10 below it; full time in vacations.',
      ),
    ),
    toDo(guide('Record the day on which the course ends: the conditions change then, and the check is followed up.')),
  ],
  nothing_shown: [
    toKnow(
      guide(
        'Who waits for an answer of the Home Office, or cannot open their eVisa, has the right proved by the Employer Checking Service.',
      ),
    ),
  ],
} as const satisfies Readonly<Record<string, readonly Guidance[]>>;

type Situation = keyof typeof rightToWorkSituations;

export interface ShownRight {
  readonly facts: Pick<ApplicantFacts, 'share_code' | 'has_student_permission' | 'nationality'> & Held;
  /** Of the documents that the candidate added. */
  readonly kinds: readonly string[];
  /** The entry of the lists that the screener recorded, or `online_check`. */
  readonly entry: string | undefined;
  /** The permission that the screener recorded. */
  readonly permission: string | undefined;
}

function situationsOf({ facts, kinds, entry, permission }: ShownRight): Situation[] {
  const { share_code: code, has_student_permission: isStudent } = facts;
  const held = nationalitiesOf(facts);
  const isOwn = held.length === 0 || held.some((one) => ownPassportNationalities.has(one));
  const hasCode = !isBlank(code);
  const found: readonly (readonly [Situation, boolean])[] = [
    ['online_check', hasCode || entry === 'online_check'],
    ['asylum_card', kinds.includes('ApplicationRegistrationCard') || entry === 'application_registration_card'],
    ['pending_application', kinds.includes('CertificateOfApplication') || entry === 'certificate_of_application'],
    ['service', entry === 'verification_notice'],
    ['limited', permission === 'limited' || entry?.endsWith('_limited') === true],
    ['student', isStudent === true],
    ['nothing_shown', !isOwn && !hasCode && kinds.length === 0 && entry === undefined],
  ];
  return found.flatMap(([situation, holds]) => (holds ? situation : []));
}

/** No line twice. */
export function situationGuidance(shown: ShownRight): Guidance[] {
  const lines: readonly Guidance[] = situationsOf(shown).flatMap((situation) => rightToWorkSituations[situation]);
  return [...new Map(lines.map((line) => [line.value, line])).values()];
}

/** Every step that a situation can demand, in its words. */
export const situationSteps: readonly string[] = Object.values(rightToWorkSituations)
  .flat()
  .flatMap(({ kind, value }) => (kind === 'to_do' ? value : []));
