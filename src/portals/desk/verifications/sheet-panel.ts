// The verification sheet in short: on the page of a report that reads the history, and on the page of its order.
import type { Ctx } from '../../../context.ts';
import type { OpenedOrder } from '../../../features/cases/screening-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import { readsHistory } from '../../../features/verifications/history-report-rules.ts';
import { readSheet } from '../../../features/verifications/sheet-actions.ts';
import { openLabels, overlapLabel, totalSentence } from '../../../features/verifications/sheet-words-rules.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { recordingReport, sheetHref } from './sheet-address.ts';

async function shortSheet(ctx: Ctx, { check, key }: Pick<OpenedOrder, 'check' | 'key'>, report: Report) {
  const sheet = await readSheet(ctx, check, { key, reader: 'desk' });
  if (sheet === undefined) return undefined;
  const overlaps = sheet.overlaps.map(overlapLabel);
  return { total: totalSentence(sheet), open: openLabels(sheet), overlaps, href: sheetHref(report.id) };
}

export const sheetPanel: ReportPanel = {
  place: 'evidence',
  template: 'desk/verifications/panel.njk',
  model: (ctx, opened) => (readsHistory(opened.report) ? shortSheet(ctx, opened, opened.report) : undefined),
};

/** Undefined where no report of the order reads the history. */
export async function sheetOfOrder(ctx: Ctx, opened: Pick<OpenedOrder, 'check' | 'key'>) {
  const first = opened.check.reports.find(readsHistory);
  if (first === undefined) return undefined;
  return shortSheet(ctx, opened, recordingReport(opened.check, first) ?? first);
}
