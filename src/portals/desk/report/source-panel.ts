// Where a screener asks about a report, with what the source asks of them, to copy.
import type { OpenedReport } from '../../../features/cases/screening-actions.ts';
import { type ApplicantFacts, givenDob } from '../../../features/facts/facts.ts';
import { bodyOf, sourceLinks } from '../../../features/report-types/source-links.ts';
import { isMembershipOf } from '../../../features/requirements/membership-requirement.ts';
import type { Asked } from '../../../features/requirements/requirement-rules.ts';
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

/** The model of `sources.njk`; undefined where no public page is known, or the candidate is erased. */
export function sourcesModel({ report, check, key }: OpenedReport, needs: readonly ShownNeed[]) {
  const links = sourceLinks(typeOf(report));
  if (links.length === 0 || key === undefined) return undefined;
  const { facts } = check.order;
  const asked = needs.filter(({ id }) => numbers.includes(id)).flatMap((need) => need.facts);
  const rows = [
    ...asked.map(({ label, lines }) => ({ label, text: lines[0] ?? '' })),
    ...memberships(report, facts),
    { label: 'Last name', text: facts.last_name },
    { label: 'Date of birth', text: (givenDob(facts.dob) ?? '').replace(DOB, '$3/$2/$1') },
  ];
  return { links, rows: rows.filter(({ text }) => text !== '') };
}
