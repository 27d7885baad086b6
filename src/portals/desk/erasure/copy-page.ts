// A copy of a person's data at the desk, for somebody who asks what is held about them.

import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { openOrder } from '../../../features/cases/screening-actions.ts';
import { previewErasure } from '../../../features/retention/erasure-actions.ts';
import { copyPerson } from '../../../features/retention/person-copy-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { explainData } from '../../shared/about/about-pages.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { pageOf } from '../deadlines/order-again.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { sameElsewhereModel, samePersonModel } from './same-person.ts';

const permission = 'erase_applicants' as const;
const path = '/desk/reports/:reportId/copy';

type CopyRequest = FastifyRequest<{ Params: { reportId: string } }>;

/** The link to the page that offers the copy. */
export const copyAction: ReportPanel = {
  place: 'more',
  template: 'desk/erasure/copy-action.njk',
  model: (_ctx, { report, key }, user) =>
    key !== undefined && mayDo(user, permission) ? { href: `/desk/reports/${report.id}/copy` } : undefined,
};

export function copyPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission }, async (request: CopyRequest, reply, user) => {
    const { check, caller, accountName, key } = await openOrder(ctx, user, request.params.reportId, permission);
    if (key === undefined) throw new Refusal('not_found');
    const report = check.reports.find(({ id }) => id === request.params.reportId.toLowerCase())!;
    const { orders } = await previewErasure(ctx, caller, check.applicantId);
    const { first_name, last_name } = check.order.facts;
    return renderPage(request, reply, 'desk/erasure/copy.njk', {
      title: 'Copy of this person’s data',
      environment: check.tenant.environment,
      back: pageOf({ reportId: report.id, isRequested: report.requestedAt !== null }),
      file: `/desk/reports/${report.id}/copy/file`,
      candidateName: fullName(first_name, last_name),
      order: orderNumber(check.orderId),
      accountName,
      orders: orders.map(({ order_id }) => orderNumber(order_id)),
      elsewhere: await sameElsewhereModel(ctx, user, caller, check.applicantId),
      same: await samePersonModel(ctx, caller, check.applicantId, '/copy'),
    });
  });

  pages.get(`${path}/file`, { permission, stepUp: 'exports' }, async (request: CopyRequest, reply, user) => {
    const { check, caller } = await openOrder(ctx, user, request.params.reportId, permission);
    const { content } = await copyPerson(ctx, caller, check.applicantId, explainData(ctx));
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="person-VF${check.orderId}.zip"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(content));
  });
}
