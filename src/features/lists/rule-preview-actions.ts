// Tries result rules on the outcomes of the last 90 days before they are published: numbers alone, nobody is shown.
import type { Ctx } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { openFindings } from '../reports/report-actions.ts';
import { type Grade, grades } from '../result-rules/result-rule.ts';
import type { FiredRule, ResultRule } from '../result-rules/rule-set.ts';
import { appliesTo, firedRules, gradeOf, mostSevere } from '../result-rules/rule-set-rules.ts';
import { findTriedOutcomes, type TriedOutcome } from './rule-preview-queries.ts';

export const TRIED_DAYS = 90;
const MOST_TRIED = 500;

export interface RulePreview {
  /** The complete reports for which there is a rule. */
  readonly judged: number;
  /** Those of which no rule names anything. */
  readonly unnamed: number;
  /** How many were given each light, and how many of them the rules propose each for. */
  readonly rows: readonly {
    readonly given: Grade;
    readonly proposed: Readonly<Record<Grade, number>>;
  }[];
  /** Of how many reports each rule, by its place, names something. */
  readonly byRule: readonly number[];
  /** There were more, which were not tried. */
  readonly isCut: boolean;
}

interface Tried {
  readonly given: Grade;
  readonly fired: readonly FiredRule[];
}

async function tryOn(ctx: Ctx, accountId: string, rules: readonly ResultRule[], rows: readonly TriedOutcome[]) {
  const account = await ctx.keys.forAccount(accountId);
  const tenant = { accountId, environment: 'live' } as const;
  return rows.flatMap((row): Tried[] => {
    const type = reportTypeById(row.report_type_id);
    if (type === undefined || !rules.some((rule) => appliesTo(rule, type))) return [];
    const key = applicantKey(account, tenant, row.applicant_id, row.sealed_key);
    const { breakdown, properties } = openFindings(key, row.report_id, row.sealed_findings);
    const fired = firedRules(rules, { type, breakdown, properties, today: row.completed_on });
    return [{ given: gradeOf(row.traffic_light), fired }];
  });
}

const proposedBy = ({ fired }: Tried) => mostSevere(fired.map(({ grade }) => grade));

/** What the rules would have proposed for the newest complete live reports of the account. */
export async function previewRules(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  rules: readonly ResultRule[],
): Promise<RulePreview> {
  demand(by, 'manage_result_rules');
  const since = new Date(ctx.now().getTime() - TRIED_DAYS * 86_400_000);
  const rows = await findTriedOutcomes(ctx.db, accountId, { since, limit: MOST_TRIED + 1 });
  const tried = await tryOn(ctx, accountId, rules, rows.slice(0, MOST_TRIED));
  const count = (isCounted: (one: Tried) => boolean) => tried.filter(isCounted).length;
  const proposedOf = (given: Grade) =>
    Object.fromEntries(
      grades.map((grade) => [grade, count((one) => one.given === given && proposedBy(one) === grade)]),
    ) as Record<Grade, number>;
  return {
    judged: tried.length,
    unnamed: count(({ fired }) => fired.length === 0),
    rows: grades.map((given) => ({ given, proposed: proposedOf(given) })),
    byRule: rules.map((_, at) => count(({ fired }) => fired.some(({ number }) => number === at + 1))),
    isCut: rows.length > MOST_TRIED,
  };
}
