// Who gets which report by the rules of the desk: which rule is about it, and who of its people may take it; pure.
import { countryByAlpha3 } from '../../lib/countries.ts';
import { isLanguage } from '../../lib/languages.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type StaysBecause, whyNotTaken } from '../cases/hand-over-rules.ts';
import { leastOf } from '../cases/spread-rules.ts';
import { isInScope, isScope, type Scope } from '../report-types/report-scope-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';

/** In which candidates read their forms. */
export const formLanguages = ['cy', 'en'] as const;
export type FormLanguage = (typeof formLanguages)[number];
export const isFormLanguage = (text: string): text is FormLanguage => formLanguages.some((one) => one === text);

/** What a rule is about, and who gets it. What is null, or false, does not matter. */
export interface AssignmentRule {
  readonly id: string;
  readonly name: string;
  readonly reports: Scope;
  /** Three letters; GBR also covers types without a country. */
  readonly country: string | null;
  readonly accountId: string | null;
  readonly onlyUrgent: boolean;
  /** In which the candidate reads the form. */
  readonly formLanguage: FormLanguage | null;
  readonly teamId: string | null;
  /** Besides those of the team. */
  readonly people: readonly string[];
  /** Of these people, only those who work in this language. */
  readonly speaks: string | null;
  /** Who has a report of an order gets the others of it, as far as they may, also above `mostOpen`. */
  readonly keepsOrder: boolean;
  /** Who has so many reports to do gets no more. What waits for somebody else does not count. */
  readonly mostOpen: number | null;
  /** Without being asked, it takes only reports on which work began then or later: since it is about such reports. */
  readonly appliesFrom: Date;
}

export type FreeReport = Parameters<typeof whyNotTaken>[0] & {
  readonly report_id: string;
  readonly check_id: string;
  readonly is_priority: boolean;
  readonly form_language: FormLanguage;
  readonly began_at: Date;
};

/** Somebody who works on reports. */
export type Able = Parameters<typeof whyNotTaken>[1] & {
  /** Their reports that wait for nobody else. */
  readonly toDo: number;
  /** Of a full week: they get so much less, and may have so much less. */
  readonly share: number;
  readonly languages: readonly string[];
  /** They have signed in once, and work today. */
  readonly isHere: boolean;
};

/** The farthest that anybody of the rule came says why it stays. */
const closeness = [
  'no_rule',
  'nobody',
  'other_account',
  'untrained',
  'no_approver',
  'own_proposal',
  'language',
  'absent',
  'full',
] as const satisfies readonly (
  | Exclude<StaysBecause, 'came_meanwhile'>
  | 'no_rule'
  | 'nobody'
  | 'language'
  | 'absent'
  | 'full'
)[];
export type UnassignedBecause = (typeof closeness)[number];

export interface Assigned {
  readonly reportId: string;
  readonly rule: AssignmentRule;
  readonly userId: string;
}

export interface Unassigned {
  readonly reportId: string;
  /** Undefined where no rule is about it. */
  readonly rule: AssignmentRule | undefined;
  readonly because: UnassignedBecause;
}

export function isAbout(
  rule: AssignmentRule,
  { report_type_id, account_id, is_priority, form_language }: FreeReport,
): boolean {
  const type = reportTypeById(report_type_id);
  return (
    type !== undefined &&
    isInScope(rule.reports, type) &&
    (rule.country === null || rule.country === (type.country ?? 'GBR')) &&
    (rule.accountId === null || rule.accountId === account_id) &&
    (!rule.onlyUrgent || is_priority) &&
    (rule.formLanguage === null || rule.formLanguage === form_language)
  );
}

/** Of a rule that takes also what was ready before it was made. */
export const sinceEver = new Date(0);
export const isForEarlier = ({ appliesFrom }: AssignmentRule): boolean => appliesFrom.getTime() === 0;

/** Whether both are about the same reports. */
export const isAboutSame = (one: AssignmentRule, other: AssignmentRule): boolean =>
  (['reports', 'country', 'accountId', 'onlyUrgent', 'formLanguage'] as const).every(
    (name) => one[name] === other[name],
  );

/** Whether the rule that is about the report was there when work on it began. */
export function isNewTo(rules: readonly AssignmentRule[], report: FreeReport): boolean {
  const rule = rules.find((one) => isAbout(one, report));
  return rule !== undefined && report.began_at >= rule.appliesFrom;
}

interface Given {
  /** In their order: the first that is about a report decides. */
  readonly rules: readonly AssignmentRule[];
  /** The members of a team. */
  readonly membersOf: (teamId: string) => readonly string[];
  readonly people: readonly Able[];
  /** Who has reports of an order now. */
  readonly holdersOf: (checkId: string) => readonly string[];
}

/** Who works half a week may have half as many, one at least. */
const mostFor = ({ share }: Able, mostOpen: number): number => Math.max(1, Math.round(mostOpen * share));

/** In the order of the reports, each to who has least to do, for the time that they work, of those who may take it. */
export function assignByRules(
  reports: readonly FreeReport[],
  { rules, membersOf, people, holdersOf }: Given,
): { readonly given: readonly Assigned[]; readonly left: readonly Unassigned[] } {
  const load = new Map(people.map(({ userId, toDo }) => [userId, toDo]));
  const keepers = new Map<string, readonly string[]>();
  const given: Assigned[] = [];
  const left: Unassigned[] = [];
  for (const report of reports) {
    const reportId = report.report_id;
    const rule = rules.find((one) => isAbout(one, report));
    if (rule === undefined) {
      left.push({ reportId, rule, because: 'no_rule' });
      continue;
    }
    const named = new Set([...(rule.teamId === null ? [] : membersOf(rule.teamId)), ...rule.people]);
    const keeping = rule.keepsOrder ? [...holdersOf(report.check_id), ...(keepers.get(report.check_id) ?? [])] : [];
    const isKeeper = ({ userId }: Able) => keeping.includes(userId);
    const isFull = (one: Able) =>
      rule.mostOpen !== null && load.get(one.userId)! >= mostFor(one, rule.mostOpen) && !isKeeper(one);
    const whyNot = (one: Able): UnassignedBecause | undefined => {
      const because = whyNotTaken(report, one);
      if (because !== undefined) return because;
      if (rule.speaks !== null && !one.languages.includes(rule.speaks)) return 'language';
      if (!one.isHere) return 'absent';
      return isFull(one) ? 'full' : undefined;
    };
    const judged = people.filter(({ userId }) => named.has(userId)).map((one) => ({ one, why: whyNot(one) }));
    const able = judged.flatMap(({ one, why }) => (why === undefined ? [one] : []));
    if (able.length === 0) {
      const reached = judged.map(({ why }) => closeness.indexOf(why!));
      left.push({ reportId, rule, because: closeness[Math.max(closeness.indexOf('nobody'), ...reached)]! });
      continue;
    }
    const ofOrder = able.filter(isKeeper);
    const { userId } = leastOf(ofOrder.length > 0 ? ofOrder : able, (one) => load.get(one.userId)! / one.share);
    load.set(userId, load.get(userId)! + 1);
    keepers.set(report.check_id, [...(keepers.get(report.check_id) ?? []), userId]);
    given.push({ reportId, rule, userId });
  }
  return { given, left };
}

const LONGEST_NAME = 60;
const MOST_OPEN = 1000;

/** A rule as it is typed. */
export interface GivenRule {
  readonly name: string;
  /** As `Scope`; empty for every report. */
  readonly reports: string;
  readonly country: string;
  readonly accountId: string;
  readonly onlyUrgent: boolean;
  readonly formLanguage: string;
  readonly teamId: string;
  readonly people: readonly string[];
  readonly speaks: string;
  readonly keepsOrder: boolean;
  /** Also reports that were ready before the rule was made. */
  readonly isForEarlier: boolean;
  readonly mostOpen: string;
}

export const noRule: GivenRule = {
  ...{ name: '', reports: '', country: '', accountId: '', onlyUrgent: false, formLanguage: '', isForEarlier: false },
  ...{ teamId: '', people: [], speaks: '', keepsOrder: false, mostOpen: '' },
};

export function ruleProblems(given: GivenRule): Problems {
  const { name, reports, country, teamId, people, mostOpen, formLanguage, speaks } = given;
  const problems = new Problems();
  if (name.trim() === '') problems.add('name', "can't be blank");
  if (isLongerThan(name, LONGEST_NAME)) problems.add('name', `must be ${LONGEST_NAME} characters or fewer`);
  if (reports !== '' && !isScope(reports)) problems.add('reports', 'is not included in the list');
  if (country !== '' && countryByAlpha3(country) === undefined) problems.add('country', 'is not included in the list');
  if (formLanguage !== '' && !isFormLanguage(formLanguage))
    problems.add('form_language', 'is not included in the list');
  if (speaks !== '' && !isLanguage(speaks)) problems.add('speaks', 'is not included in the list');
  if (teamId === '' && people.length === 0) problems.add('people', 'choose a team or a person');
  if (mostOpen !== '' && !(/^\d{1,4}$/.test(mostOpen) && Number(mostOpen) > 0 && Number(mostOpen) <= MOST_OPEN))
    problems.add('most_open', `must be from 1 to ${MOST_OPEN}`);
  return problems;
}
