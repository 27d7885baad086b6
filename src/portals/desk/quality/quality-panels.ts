// What the page of a report says of a review of its quality, and the link to it.
import { mayDo } from '../../../features/access/permissions.ts';
import { readQualityOf } from '../../../features/quality/review-actions.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { countsOf, foundTag, qualityHref } from './quality-words.ts';

/** What a review found, for those whom it concerns. */
export const qualityPanel: ReportPanel = {
  place: 'below',
  template: 'desk/quality/quality-panel.njk',
  async model(ctx, opened, user) {
    const quality = await readQualityOf(ctx, opened, user);
    const newest = quality?.newest;
    if (newest === undefined) return undefined;
    return {
      ...{ found: foundTag(countsOf(newest)), by: newest.reviewer, at: newest.at, praise: newest.praise },
      href: qualityHref(opened.report.id),
    };
  },
};

/** Leads to the review, or to where the report is drawn for one. */
export const qualityAction: ReportPanel = {
  place: 'more',
  template: 'desk/quality/quality-action.njk',
  model: (_ctx, { report, key }, user) =>
    report.status === 'complete' && key !== undefined && mayDo(user, 'approve_outcomes')
      ? { href: qualityHref(report.id) }
      : undefined,
};
