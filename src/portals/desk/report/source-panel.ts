// Where a screener asks about a report, with what the source asks of them, to copy.
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { type ApplicantFacts, givenDob } from '../../../features/facts/facts.ts';
import { firstNameThen, withoutHiddenNames } from '../../../features/facts/previous-name-rules.ts';
import { asksCompanies, bodyOf, sourceLinks } from '../../../features/report-types/source-links.ts';
import { isMembershipOf } from '../../../features/requirements/membership-requirement.ts';
import type { Asked } from '../../../features/requirements/requirement-rules.ts';
import { wordsOf } from '../../../messages/sentences.ts';
import { typeOf } from './report-moves.ts';
import type { ShownNeed } from './report-needs.ts';

/** The requirements whose fact is a number or a code that a source asks for. */
const numbers: readonly Asked['id'][] = [
  'share_code',
  'driving_licence',
  'driving_licence_check_code',
  'disclosure_certificate',
];

const DOB = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The numbers under which the body of the type has the candidate; not those of other bodies. */
function memberships(report: OpenedReport['report'], { memberships: given }: ApplicantFacts) {
  const body = bodyOf(typeOf(report));
  if (body === undefined) return [];
  const { name, key } = body;
  return given
    .filter((one) => isMembershipOf(one, { body: name, key }))
    .map(({ number }) => ({ label: 'Membership or registration number', text: number ?? '' }));
}

/**
 * As registers are searched: by the whole name and each of its parts, former names, the day of birth and where they live. A
 * name that only the authorities may know is typed into no public page.
 */
function person(given: ApplicantFacts) {
  const facts = withoutHiddenNames(given);
  const { first_name: first, middle_name: middle, last_name: last, previous_names: former, addresses } = facts;
  const current = addresses.find(({ end_date: end }) => end === null) ?? addresses[0];
  return [
    { label: 'Name', text: [first, middle, last].filter(Boolean).join(' ') },
    { label: 'First name', text: first },
    { label: 'Last name', text: last },
    ...former.map((one) => ({
      label: 'Former name',
      text: [firstNameThen(one, first), one.last_name].filter(Boolean).join(' '),
    })),
    ...(former.length === 0 ? [{ label: 'Previous last name', text: facts.previous_last_name ?? '' }] : []),
    { label: 'Date of birth', text: (givenDob(facts.dob) ?? '').replace(DOB, '$3/$2/$1') },
    { label: 'Postcode', text: current?.postcode ?? '' },
  ];
}

/** A register of companies is searched for the employers of an employment, which are no people. */
const employers = ({ activities }: ApplicantFacts) =>
  [...new Set(activities.map(({ employer }) => employer))].map((text) => ({ label: 'Employer', text }));

/** The model of `sources.njk`; undefined where no public page is known, or the candidate is erased. */
export function sourcesModel({ report, check, key }: OpenedReport, needs: readonly ShownNeed[]) {
  const links = sourceLinks(typeOf(report));
  if (links.length === 0 || key === undefined) return undefined;
  const { facts } = check.order;
  const asked = needs.filter(({ id }) => numbers.includes(id)).flatMap((need) => need.facts);
  const rows = [
    ...asked.map(({ label, lines }) => ({ label, text: lines[0] ?? '' })),
    ...(needs.some(({ id }) => id === 'fca_reference')
      ? [{ label: wordsOf('fca_reference_number').label, text: facts.fca_reference_number ?? '' }]
      : []),
    ...memberships(report, facts),
    ...(asksCompanies(typeOf(report)) ? employers(facts) : person(facts)),
  ];
  return { links, rows: rows.filter(({ text }) => text !== '') };
}
