// That the candidate refused this part of their check, which nobody here withdrew.
import { readRefused } from '../../../features/candidate-form/withdrawal-actions.ts';
import type { ReportPanel } from './report-panel.ts';

export const refusedPanel: ReportPanel = {
  place: 'work',
  template: 'desk/report/refused.njk',
  async model(ctx, { report, check }) {
    return (await readRefused(ctx, check)).has(report.id) ? {} : undefined;
  },
};
