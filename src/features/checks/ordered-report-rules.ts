// Resolves what a client orders to reports: names, variants, options and groups, each report once; pure.
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import type { MonitorPlanName } from '../report-types/monitoring.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { findReportType, type OrderedOption, optionProblems } from '../report-types/report-type-rules.ts';

export interface OrderedReport {
  readonly type: ReportType;
  /** As ordered; null if none. */
  readonly options: readonly OrderedOption[] | null;
  /** How often it is asked again after it is complete; not at all by default (ours). */
  readonly monitor?: MonitorPlanName | null;
  /** Its part of a package with a price of its own; undefined if the agreed price of its type applies. */
  readonly inPackage?: PackagePart;
}

export interface PackagePart {
  readonly name: string;
  /** Of the reports of the package that are ordered, from 1. */
  readonly part: number;
  /** Its share of the price. */
  readonly pricePence: number;
}

/** Undefined if the type cannot be monitored so. */
export const planOf = (type: Pick<ReportType, 'monitoring'>, name: string): MonitorPlanName | undefined =>
  type.monitoring.find((plan) => plan === name.trim().toLowerCase());

export interface NamedReport {
  readonly name: string;
  readonly variant: string | null;
  readonly options: readonly OrderedOption[];
  readonly monitor?: string | null;
}

/** Refuses with `unknown_report_name`, `variant_not_allowed` or `invalid_fields` (decisions, Create check, cases). */
export function namedReports(named: readonly NamedReport[]): OrderedReport[] {
  const problems = new Problems();
  const seen = new Set<number>();
  const ordered = named.map(({ name, variant, options, monitor = null }, index) => {
    const found = findReportType(name, variant);
    if ('missing' in found) {
      const [reason, code, at] =
        found.missing === 'name'
          ? (['unknown_report_name', 'not_a_report_type', 'name'] as const)
          : (['variant_not_allowed', 'not_a_variant', 'variant'] as const);
      throw new Refusal(reason, {}, undefined, { [`reports[${index}].${at}`]: [problemSentence(code)] });
    }
    if (seen.has(found.type.id)) problems.add('reports', problemSentence('report_twice', { other: found.type.label }));
    seen.add(found.type.id);
    for (const { path, code, params } of optionProblems(found.type, options))
      problems.add(`reports[${index}].${path}`, problemSentence(code, params));
    const plan = monitor === null ? null : planOf(found.type, monitor);
    if (plan === undefined) {
      const problem = problemSentence('monitor_not_offered', { allowed: found.type.monitoring });
      problems.add(`reports[${index}].monitor`, problem);
    }
    return { type: found.type, options: options.length === 0 ? null : options, monitor: plan ?? null };
  });
  problems.refuse('invalid_fields');
  return ordered;
}

/** The union; a report that is also named outside its group keeps the options named there. */
export function unionOf(named: readonly OrderedReport[], grouped: readonly OrderedReport[]): OrderedReport[] {
  const union = new Map<number, OrderedReport>();
  for (const report of [...named, ...grouped]) if (!union.has(report.type.id)) union.set(report.type.id, report);
  return [...union.values()];
}

const purchaseOrderNumberLength = 50;
/** The maximum length of all tags together (ours): a page of a list contains the tags of 500 checks. */
const tagsLength = 10_000;

/** The problems of arguments that a schema cannot express. */
export function argumentProblems(given: {
  readonly reports: readonly unknown[];
  readonly groups: readonly unknown[];
  readonly tags: readonly string[];
  readonly redirectUri: string | null;
}): Problems {
  const problems = new Problems();
  if (given.reports.length === 0 && given.groups.length === 0) {
    problems.add('reports', problemSentence('no_reports'));
  }
  const [purchaseOrderNumber = ''] = given.tags;
  // The first tag is stored as the purchase order number.
  if (isLongerThan(purchaseOrderNumber, purchaseOrderNumberLength)) {
    problems.add('tags', problemSentence('first_tag_too_long', { most: purchaseOrderNumberLength }));
  }
  if (given.tags.join('').length > tagsLength) {
    problems.add('tags', problemSentence('tags_too_long', { most: tagsLength }));
  }
  const { redirectUri } = given;
  // Check the text, not the parsed URL: on our page a browser reads `https:example.com` as a relative path.
  if (redirectUri !== null && !(/^https:\/\/[^\s\p{Cc}]+$/iu.test(redirectUri) && URL.canParse(redirectUri))) {
    problems.add('redirect_uri', problemSentence('not_an_https_url'));
  }
  return problems;
}
