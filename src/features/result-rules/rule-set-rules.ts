// Applies the result rules of an account to what a report says, and puts rules and their reasons into words; pure.
import { addYears, daysOf, formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import { isInScope, scopeText } from '../report-types/report-scope-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { conditionOf } from './conditions.ts';
import { type Grade, grades, type Hit, type JudgedReport, type LimitName, type Limits } from './result-rule.ts';
import type { AppliedRules, FiredRule, ResultRule, RuleSet } from './rule-set.ts';

/** Whether something that a rule names can be found in reports of a type. */
export const appliesTo = ({ condition, scope }: ResultRule, type: ReportType): boolean =>
  isInScope(scope, type) && conditionOf(condition).isOf(type);

/** What is not known counts as over the limit, and of a month or a year its last day counts. */
const isOver: Readonly<Record<Exclude<LimitName, 'count'>, (hit: Hit, limit: number, today: IsoDate) => boolean>> = {
  pence: ({ pence }, limit) => (pence ?? null) === null || pence! > limit,
  years: ({ on }, limit, today) => (on ?? null) === null || daysOf(on!)[1] >= addYears(today, -limit),
  days: ({ days }, limit) => (days ?? null) === null || days! > limit,
  daysLeft: ({ daysLeft }, limit) => (daysLeft ?? null) === null || daysLeft! <= limit,
  points: ({ points }, limit) => (points ?? null) === null || points! >= limit,
};

const isOfCodes = ({ code }: Hit, codes: string) =>
  (code ?? null) === null || codes.split(' ').some((beginning) => code!.startsWith(beginning));

/** What was found of a rule; nothing if it is less, or fewer, than the rule names. */
function hitsOf({ condition, limits }: ResultRule, report: JudgedReport): readonly Hit[] {
  const { codes, only, count = 1 } = limits;
  const hits = conditionOf(condition)
    .find(report)
    .filter(
      (hit) =>
        Object.entries(isOver).every(([name, isOverLimit]) => {
          const limit = limits[name as LimitName];
          return limit === undefined || isOverLimit(hit, limit, report.today);
        }) &&
        (codes === undefined || isOfCodes(hit, codes)) &&
        (only === undefined || hit.isOnly !== false),
    );
  const named = hits.filter(({ isOfPart }) => isOfPart !== true);
  const counted = named.length > 0 ? named : hits;
  return counted.length < count ? [] : counted;
}

const severity = (grade: Grade) => grades.indexOf(grade);

/** Of several the most severe; null of none. */
export const mostSevere = (of: readonly Grade[]): Grade | null =>
  of.reduce<Grade | null>((worst, one) => (worst === null || severity(one) > severity(worst) ? one : worst), null);

/** Every rule of which something was found, the most severe first. */
export function firedRules(rules: readonly ResultRule[], report: JudgedReport): FiredRule[] {
  return rules
    .flatMap((rule, at): FiredRule[] => {
      const hits = appliesTo(rule, report.type) ? hitsOf(rule, report) : [];
      const found = [...new Set(hits.map(({ words }) => words))];
      return hits.length === 0 ? [] : [{ number: at + 1, grade: rule.grade, rule: ruleWords(rule), found }];
    })
    .sort((one, other) => severity(other.grade) - severity(one.grade) || one.number - other.number);
}

/** Undefined where the account has no rule for reports of the type. */
export function appliedTo(set: RuleSet | undefined, report: JudgedReport): AppliedRules | undefined {
  if (set === undefined || !set.rules.some((rule) => appliesTo(rule, report.type))) return undefined;
  const fired = firedRules(set.rules, report);
  return { version: set.version, from: set.from, proposes: mostSevere(fired.map(({ grade }) => grade)), fired };
}

/** A light as the grade of a rule. */
export const gradeOf = (light: 'Green' | 'Amber' | 'Red'): Grade => light.toLowerCase() as Grade;

/** Whether an outcome has another light than the rules propose. Where nothing was found that a rule names, they propose none. */
export const deviates = ({ proposes }: Pick<AppliedRules, 'proposes'>, given: Grade): boolean =>
  proposes !== null && proposes !== given;

/** `£500`, and `£500.50` */
const shortPounds = (pence: number) => inPounds(pence).replace(/\.00$/, '');
const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

const limitWords: Readonly<Record<LimitName, (limit: number) => string>> = {
  pence: (limit) => ` over ${shortPounds(limit)}`,
  years: (limit) => ` within ${counted(limit, 'year')}`,
  days: (limit) => ` by more than ${counted(limit, 'day')}`,
  daysLeft: (limit) => ` within ${counted(limit, 'day')}`,
  points: (limit) => `, ${limit} or more`,
  count: (limit) => (limit === 1 ? '' : `, ${limit} or more of them`),
};

function limitsText(condition: ResultRule['condition'], limits: Limits): string {
  const named = conditionOf(condition).limits.map((name) => {
    const limit = limits[name];
    if (limit === undefined) return '';
    return condition === 'gap' && name === 'days' ? ` over ${counted(limit, 'day')}` : limitWords[name](limit);
  });
  const codes = limits.codes === undefined ? '' : ` ${limits.codes.split(' ').join(', ')}`;
  const only = limits.only === undefined ? '' : `, ${conditionOf(condition).only}`;
  return `${codes}${named.join('')}${only}`;
}

/** `Judgment for debt over £500 within 6 years, not satisfied (UK credit)` */
export function ruleWords({ condition, limits, scope }: ResultRule): string {
  const of = scopeText(scope);
  return `${conditionOf(condition).label}${limitsText(condition, limits)}${of === undefined ? '' : ` (${of})`}`;
}

/** Whose the rules are to who reads of them. */
const whose = { client: 'your', desk: 'the client’s' } as const;
export type RulesReader = keyof typeof whose;

/** `your result rules of 1 May 2026` */
export const setText = ({ from }: Pick<AppliedRules, 'from'>, reader: RulesReader): string =>
  `${whose[reader]} result rules of ${formatLongDate(from)}`;

export interface WhyText {
  readonly light: Grade;
  readonly title: string;
  /** A line for each rule. */
  readonly lines: readonly string[];
  /** Why the outcome has another light; empty if it has the proposed one. */
  readonly because: string;
}

/** `Gap of 45 days from 3 May 2026. Rule 2, gap of activity over 31 days: amber.` */
export const firedLine = ({ number, grade, rule, found }: FiredRule): string => {
  const named = `${rule.slice(0, 1).toLowerCase()}${rule.slice(1)}`;
  return `${found.join('; ')}. Rule ${number}, ${named}: ${grade}.`;
};

/** Why an outcome has its light; undefined where the rules say nothing of it, and where its contents were deleted. */
export function whyText(
  { result_rules: applied }: { readonly result_rules?: AppliedRules | undefined },
  given: Grade,
  reader: RulesReader,
): WhyText | undefined {
  if (applied === undefined || applied.proposes === null || applied.fired.length === 0) return undefined;
  const { proposes, fired, because = '' } = applied;
  const set = setText(applied, reader);
  const isOther = deviates(applied, given);
  return {
    light: given,
    title: isOther ? `Not ${proposes}, as ${set} propose, but ${given}` : `Why ${given}, by ${set}`,
    // A rule that fired for less did not make the light.
    lines: fired.filter(({ grade }) => grade === proposes).map(firedLine),
    because: isOther ? because : '',
  };
}
