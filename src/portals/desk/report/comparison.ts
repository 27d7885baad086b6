// Says with the facts of a report on the right to work whether the client has compared the person with the photograph.
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { comparisonFor, isOfComparison } from '../../../features/checks/person-comparison-rules.ts';
import { readWorkStart } from '../../../features/work-starts/work-start-actions.ts';
import { comparisonIn } from '../../shared/comparison/comparison.ts';
import type { ReportPanel } from './report-panel.ts';

export const comparisonPanel: ReportPanel = {
  place: 'facts',
  template: 'desk/report/comparison.njk',
  async model(ctx, { check, report, caller }) {
    if (!isOfComparison(report)) return undefined;
    const { asksComparison } = await readAccountSettings(ctx, caller.accountId);
    const start = await readWorkStart(ctx, caller, check.id);
    const found = comparisonIn(check, start?.startsOn);
    const isAsked = asksComparison && report.completedAt === null;
    if (found?.made === undefined && !isAsked) return undefined;
    return { ...found, isOfEarlier: isAsked && comparisonFor(check, report) === undefined };
  },
};
