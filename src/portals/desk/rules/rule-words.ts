// How pages say what a rule of who gets what is about, who gets it, and why a report stays in the queue.
import type { Plan } from '../../../features/assignments/assignment-actions.ts';
import {
  type AssignmentRule,
  isForEarlier,
  type UnassignedBecause,
} from '../../../features/assignments/assignment-rules.ts';
import { scopeText } from '../../../features/report-types/report-scope-rules.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import { languageName } from '../../../lib/languages.ts';
import { orderNumber } from '../../shared/page-filters.ts';

export type Named = ReadonlyMap<string, string>;

/** `Driving, United Kingdom, of Demo Care Ltd, if urgent`; `Every report`. */
export function aboutText(rule: AssignmentRule, accounts: Named): string {
  const { reports, country, accountId, onlyUrgent, formLanguage } = rule;
  const said = [
    scopeText(reports) ?? 'Every report',
    ...(country === null ? [] : [countryByAlpha3(country)?.name ?? country]),
    ...(accountId === null ? [] : [`of ${accounts.get(accountId) ?? 'another account'}`]),
    ...(onlyUrgent ? ['if urgent'] : []),
    ...(formLanguage === null ? [] : [`with a form in ${languageName(formLanguage)}`]),
    ...(isForEarlier(rule) ? ['also what was ready before'] : []),
  ];
  return said.join(', ');
}

/** `Team Court team, Jo Sample, 1 person of accounts that you do not see`. @param working the ids of all who work on reports */
export function targetText(
  { teamId, people, speaks, keepsOrder }: AssignmentRule,
  { teams, names, working }: { readonly teams: Named; readonly names: Named; readonly working: ReadonlySet<string> },
): string {
  const unseen = people.filter((id) => !names.has(id) && working.has(id)).length;
  return [
    ...(teamId === null ? [] : [`Team ${teams.get(teamId) ?? 'that was removed'}`]),
    ...people.flatMap((id) => names.get(id) ?? (working.has(id) ? [] : ['a former user'])),
    ...(speaks === null ? [] : [`of them who works in ${languageName(speaks)}`]),
    ...(keepsOrder ? ['one person for the whole order'] : []),
    ...(unseen === 0 ? [] : [`${unseen === 1 ? '1 person' : `${unseen} people`} of accounts that you do not see`]),
  ].join(', ');
}

const becauseTexts: Readonly<Record<Exclude<UnassignedBecause, 'no_rule'>, (rule: AssignmentRule) => string>> = {
  nobody: ({ name }) => `Nobody of “${name}” works on reports any more`,
  other_account: ({ name }) => `Nobody of “${name}” works for this account`,
  untrained: ({ name }) => `Nobody of “${name}” who works for this account is trained in its area`,
  no_approver: ({ name }) => `Nobody of “${name}” may work on it`,
  own_proposal: ({ name }) => `Nobody of “${name}” may work on it`,
  language: ({ name, speaks }) => `Nobody of “${name}” who may take it works in ${languageName(speaks ?? '')}`,
  absent: ({ name }) => `Everybody of “${name}” who may take it is away, does not work today, or has not signed in yet`,
  full: ({ name }) => `Everybody of “${name}” who may take it has as many reports to do as the rule allows them`,
};

const whyText = (because: UnassignedBecause, rule: AssignmentRule | undefined): string =>
  because === 'no_rule' || rule === undefined ? 'No rule is about it' : becauseTexts[because](rule);

const mostListed = 100;

/** What would happen now: how many each person gets, and what stays and why. */
export function planModel({ found, people, given, left }: Plan) {
  const byPerson = Map.groupBy(given, ({ userId }) => userId);
  const whyOf = ({ because, rule }: Plan['left'][number]) => whyText(because, rule);
  const byReason = Map.groupBy(left, whyOf);
  const reports = new Map(found.map((one) => [one.report_id, one]));
  return {
    found: found.length,
    given: given.length,
    left: left.length,
    people: people
      .flatMap(({ id, name, toDo }) => {
        const count = byPerson.get(id)?.length ?? 0;
        return count === 0 ? [] : [{ name, count, toDo, after: toDo + count }];
      })
      .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name, 'en')),
    reasons: [...byReason]
      .map(([why, of]) => ({ why, count: of.length }))
      .sort((one, other) => other.count - one.count),
    rows: left.slice(0, mostListed).map((one) => {
      const report = reports.get(one.reportId)!;
      return {
        order: orderNumber(report.order_id),
        label: reportTypeById(report.report_type_id)?.label ?? 'Report',
        href: `/desk/reports/${report.report_id}`,
        account: report.account_name,
        why: whyOf(one),
      };
    }),
    more: Math.max(0, left.length - mostListed),
  };
}
