// What was sent out of a report, on its page, and the link to send it out.
import { mayDo } from '../../../features/access/permissions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import type { SupplierRequest } from '../../../features/suppliers/supplier-request.ts';
import { listSupplierRequests } from '../../../features/suppliers/supplier-request-actions.ts';
import { britishDate } from '../../shared/page-filters.ts';
import type { ReportPanel } from '../report/report-panels.ts';
import { requestTag, timesText } from '../suppliers/supplier-words.ts';

export const sendOutAction: ReportPanel = {
  place: 'actions',
  template: 'desk/sent-out/send-out-action.njk',
  model: (_ctx, { report, key }, user) =>
    mayDo(user, 'send_out') && key !== undefined && allowsAction(report.status, 'send_out')
      ? { href: `/desk/reports/${report.id}/send-out` }
      : undefined,
};

function standingOf({ status, sentOn, expectedOn, receivedOn, chases, reference }: SupplierRequest): string {
  const parts = {
    sent: [`sent on ${britishDate(sentOn)}`, `expected by ${britishDate(expectedOn)}`],
    answered: [`sent on ${britishDate(sentOn)}`, `received on ${britishDate(receivedOn)}`],
    to_call_off: [`sent on ${britishDate(sentOn)}`],
    cancelled: [`sent on ${britishDate(sentOn)}`],
  }[status];
  return [
    ...(reference === '' ? [] : [`Number ${reference}`]),
    ...parts,
    ...(chases > 0 ? [`chased ${timesText(chases)}`] : []),
  ].join(', ');
}

export const sentOutPanel: ReportPanel = {
  place: 'evidence',
  template: 'desk/sent-out/panel.njk',
  async model(ctx, { report, caller, key }, user) {
    const requests = await listSupplierRequests(ctx, caller, report.id, key);
    if (requests.length === 0) return undefined;
    return {
      requests: requests.map((one) => ({
        name: one.supplierName,
        href: mayDo(user, 'send_out') ? `/desk/reports/${report.id}/sent-out/${one.id}` : undefined,
        standing: standingOf(one),
        words: one.words,
        tag: requestTag(one.status, one.isOverdue),
      })),
    };
  },
};
