// What was sent out of a report, on its page, and the link to send it out.
import { mayDo } from '../../../features/access/permissions.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { readUnreadCorrections } from '../../../features/suppliers/answer-correction-actions.ts';
import type { SupplierRequest } from '../../../features/suppliers/supplier-request.ts';
import { listSupplierRequests } from '../../../features/suppliers/supplier-request-actions.ts';
import { britishDate } from '../../shared/page-filters.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { requestTag, timesText } from '../suppliers/supplier-words.ts';

export const sendOutAction: ReportPanel = {
  place: 'actions',
  template: 'desk/sent-out/send-out-action.njk',
  model: (_ctx, { report, key }, user) =>
    mayDo(user, 'send_out') && key !== undefined && allowsAction(report.status, 'send_out')
      ? { href: `/desk/reports/${report.id}/send-out` }
      : undefined,
};

function standingOf({
  status,
  sentOn,
  expectedOn,
  receivedOn,
  correctedOn,
  chases,
  reference,
}: SupplierRequest): string {
  const parts = {
    sent: [`sent on ${britishDate(sentOn)}`, `expected by ${britishDate(expectedOn)}`],
    answered: [
      `sent on ${britishDate(sentOn)}`,
      `received on ${britishDate(receivedOn)}`,
      ...(correctedOn === null ? [] : [`corrected on ${britishDate(correctedOn)}`]),
    ],
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
        earlier: one.earlier.map(({ receivedOn, words }) => ({ receivedOn, words })),
        tag: requestTag(one.status, one.isOverdue),
      })),
    };
  },
};

/** Above the outcome: a corrected answer came after the result, or after the outcome went to approval. */
export const correctedPanel: ReportPanel = {
  place: 'outcome',
  template: 'desk/sent-out/corrected-panel.njk',
  async model(ctx, { report, caller, key }, user) {
    const isComplete = report.status === 'complete';
    if (!isComplete && report.status !== 'awaiting_approval') return undefined;
    const seen = await readUnreadCorrections(ctx, caller, report.id);
    if (seen === undefined) return undefined;
    const requests = await listSupplierRequests(ctx, caller, report.id, key);
    const href = `/desk/reports/${report.id}`;
    return {
      ...{ isComplete, seen },
      corrected: requests
        .filter(({ correctedOn }) => correctedOn !== null)
        .map(({ supplierName, correctedOn, words, earlier }) => ({
          ...{ name: supplierName, on: correctedOn, words, before: earlier.at(-1)?.words ?? '' },
        })),
      reopenHref: isComplete && mayDo(user, 'reopen_reports') ? `${href}/reopen` : undefined,
      action: isComplete && mayDo(user, 'record_outcomes') ? `${href}/result-stays` : undefined,
    };
  },
};
