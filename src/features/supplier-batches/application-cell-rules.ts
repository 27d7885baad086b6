// What a body that sends applications to the DBS enters besides what is asked: the name in its parts, the date of birth in
// figures, the workforce, and by which papers somebody saw who the candidate is; pure.
import { formatLongDate } from '../../lib/dates.ts';
import { identityStatement } from '../../messages/en-identity.ts';
import type { IdentityEvidence } from '../checks/identity-rules.ts';
import { type ApplicantFacts, givenDob } from '../facts/facts.ts';
import { type GroundedList, groundText } from '../report-types/list-ground-rules.ts';
import type { Workforce } from '../report-types/role-levels.ts';
import type { SeenPapers } from '../requirements/seen-papers.ts';
import { type BarredListName, barredLists } from '../value-sets/refinement-values.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';

type SeenDocument = SeenPapers['documents'][number];

const dayWords = (what: string, day: string | undefined) => (day ? [`${what} ${formatLongDate(day)}`] : []);

const documentWords = ({ document, country, issued_on, expires_on }: SeenDocument) =>
  [
    nameOfValue('dbsidentitydocument', document),
    ...(country === undefined ? [] : [country]),
    ...dayWords('issued on', issued_on),
    ...dayWords('expires on', expires_on),
  ].join(', ');

/** What the evidence says of it beside the papers: who saw them and when, what else was asked. */
const wordsOf = ({ verdicts }: IdentityEvidence) => [...new Set(verdicts.flatMap(({ details }) => details))].join(' ');

/** Empty for a list that is not asked. */
function groundCell(lists: readonly GroundedList[], name: BarredListName): string {
  const asked = lists.find(({ list }) => list === name);
  if (asked === undefined) return '';
  return asked.ground === undefined ? 'asked, not said why' : groundText(asked.ground);
}

/** By the name of the column; empty where something is not known. */
export function applicationCells(
  facts: Pick<ApplicantFacts, 'title' | 'first_name' | 'middle_name' | 'last_name' | 'dob'>,
  evidence: IdentityEvidence | undefined,
  { workforce, lists }: { readonly workforce: Workforce | undefined; readonly lists: readonly GroundedList[] },
): ReadonlyMap<string, string> {
  return new Map([
    ['title', facts.title ?? ''],
    ['forename', facts.first_name],
    ['middle_names', facts.middle_name ?? ''],
    ['surname', facts.last_name],
    ['birth_date', givenDob(facts.dob) ?? ''],
    ['workforce', workforce ?? ''],
    ['identity_route', evidence === undefined ? '' : identityStatement.route(evidence.route, true)],
    ['identity_documents', evidence?.seen.documents.map(documentWords).join('; ') ?? ''],
    ['identity_confirmed', evidence === undefined ? '' : wordsOf(evidence)],
    ...barredLists.map(({ name }): [string, string] => [`${name}_because`, groundCell(lists, name)]),
  ]);
}
