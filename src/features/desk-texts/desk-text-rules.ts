// Which texts the desk may word itself: questions, and sentences and steps for report types; pure.
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { usualRightsSummary } from '../../messages/en-adverse-action.ts';
import { queryKinds } from '../../messages/en-queries.ts';
import { catalogue } from '../report-types/catalogue.ts';
import { families } from '../report-types/families.ts';
import { type Area, areas } from '../report-types/report-type.ts';
import { guidanceFor, reportTypeById } from '../report-types/report-type-rules.ts';

/** `sentences` are offered for the notes of an outcome, `steps` are ticked; both stand before those of the catalogue. */
export const textKinds = ['sentences', 'steps', 'candidate_questions', 'client_questions', 'notices'] as const;
export type TextKind = (typeof textKinds)[number];

export interface TextPlace {
  readonly kind: TextKind;
  /** The kind of a query; or all report types, those of an area, or those of a name. */
  readonly subject: string;
}

export interface TextSubject extends TextPlace {
  readonly label: string;
  /** The usual question; undefined for sentences and steps, which are added to those of the catalogue. */
  readonly usual: string | undefined;
}

const ofQueries = (kind: TextKind, addressee: 'candidate' | 'client'): TextSubject[] =>
  Object.entries(queryKinds).flatMap(([subject, words]) => {
    const usual = words[addressee];
    return usual === undefined ? [] : [{ kind, subject, label: words.label, usual }];
  });

// An area may be called like report types.
const ofArea = (area: Area) => `area-${area}`;
const ofName = (name: string) => `type-${name}`;
const OF_ALL = 'all';

const ofReportTypes = (kind: TextKind): TextSubject[] => [
  { kind, subject: OF_ALL, label: 'All report types', usual: undefined },
  ...Object.entries(areas).flatMap(([area, label]) => [
    { kind, subject: ofArea(area as Area), label: `All of: ${label}`, usual: undefined },
    ...families
      .filter((family) => family.area === area)
      .map(({ name, label: ofFamily }) => ({ kind, subject: ofName(name), label: ofFamily, usual: undefined })),
  ]),
];

/** Everything that has a text, in the order in which people read it. */
export const textSubjects: Readonly<Record<TextKind, readonly TextSubject[]>> = {
  sentences: ofReportTypes('sentences'),
  steps: ofReportTypes('steps'),
  candidate_questions: ofQueries('candidate_questions', 'candidate'),
  client_questions: ofQueries('client_questions', 'client'),
  notices: [
    {
      ...{ kind: 'notices', subject: 'fcra_rights', usual: usualRightsSummary },
      label: 'Summary of rights for jobs in the United States (FCRA)',
    },
  ],
};

export const textSubject = (kind: string, subject: string): TextSubject | undefined =>
  textKinds
    .filter((one) => one === kind)
    .flatMap((one) => textSubjects[one])
    .find((one) => one.subject === subject);

/** The subjects whose sentences and steps are for the report type: first those for all types, last its own. */
export function subjectsOfType(reportTypeId: number): string[] {
  const type = reportTypeById(reportTypeId);
  return type === undefined ? [OF_ALL] : [OF_ALL, ofArea(type.area), ofName(type.name)];
}

/** What the report types of the subject have already; empty for questions, and for all types and areas. */
export function catalogueLines({ kind, subject }: TextPlace): string[] {
  const types = catalogue.filter(({ name }) => subject === ofName(name));
  const lines = {
    sentences: () => types.flatMap(({ clauses }) => clauses),
    steps: () => types.flatMap(({ id }) => guidanceFor(id).toDo.map(({ value }) => value)),
    ...{ candidate_questions: () => [], client_questions: () => [], notices: () => [] },
  };
  return [...new Set(lines[kind]())];
}

const MOST_LINES = 30;
const LONGEST_LINE = 500;
const LONGEST_QUESTION = 2000;
/** The form of an authority has several pages. */
const LONGEST_NOTICE = 20_000;

/** One a line, without empty lines. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** As it is stored: empty lines say nothing in a list, and the usual question is no text of the desk's own. */
export function textAsKept({ usual }: TextSubject, text: string): string {
  if (usual === undefined) return linesOf(text).join('\n');
  return text.trim() === usual ? '' : text.trim();
}

export function textProblems(subject: TextSubject, text: string): Problems {
  const problems = new Problems();
  if (subject.usual !== undefined) {
    const most = subject.kind === 'notices' ? LONGEST_NOTICE : LONGEST_QUESTION;
    if (isLongerThan(text, most)) problems.add('text', `Must be ${most} characters or fewer`);
    return problems;
  }
  const lines = linesOf(text);
  if (lines.length > MOST_LINES) problems.add('text', `Enter ${MOST_LINES} lines or fewer`);
  lines.forEach((line, at) => {
    if (isLongerThan(line, LONGEST_LINE))
      problems.add('text', `Line ${at + 1} must be ${LONGEST_LINE} characters or fewer`);
    if (lines.indexOf(line) < at) problems.add('text', `Line ${at + 1} is the same as line ${lines.indexOf(line) + 1}`);
  });
  return problems;
}
