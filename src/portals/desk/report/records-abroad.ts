// Shows with the facts of a report on a certificate the countries that the certificate does not see, with reports to propose.
import { todayFor } from '../../../context.ts';
import { recordsAbroadIn } from '../../shared/orders/records-abroad.ts';
import { deskAddingHref } from '../orders/add-reports-page.ts';
import { typeOf } from './report-moves.ts';
import type { ReportPanel } from './report-panel.ts';

export const recordsAbroadPanel: ReportPanel = {
  place: 'facts',
  template: 'desk/report/records-abroad.njk',
  model: (ctx, { check, report, caller, recordAbroadYears }, user) =>
    typeOf(report).requires.includes('records_abroad')
      ? recordsAbroadIn(check, todayFor(ctx, caller), deskAddingHref(user, check), recordAbroadYears)
      : undefined,
};
