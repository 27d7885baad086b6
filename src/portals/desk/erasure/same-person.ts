// The people who may be the one whom a page is about, as its notice shows them.
import type { Caller, Ctx } from '../../../context.ts';
import { listPossiblySame } from '../../../features/retention/same-person-actions.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { earlierCaseHref } from '../earlier/earlier-case-path.ts';

const becauseTexts = { email: 'with the same email address', name_and_birth: 'with the same name and date of birth' };

/** @param page after the path of a report: `/copy` */
export async function samePersonModel(ctx: Ctx, caller: Caller, applicantId: string, page: string) {
  const found = await listPossiblySame(ctx, caller, applicantId);
  return found.map(({ applicantId: id, name, orders, hasEarlierCase, because }) => ({
    name,
    earlierHref: hasEarlierCase ? earlierCaseHref(id) : undefined,
    because: becauseTexts[because],
    orders: orders.map(({ order_id, report_id }) => ({
      number: orderNumber(order_id),
      href: `/desk/reports/${report_id}${page}`,
    })),
  }));
}
