// The people who may be the one whom a page is about, as its notice shows them.
import type { Caller, Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { listPossiblySame, listSameElsewhere } from '../../../features/retention/same-person-actions.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import type { UserOf } from '../../shared/shell.ts';
import { newRequestHref } from '../data-requests/data-requests-page.ts';
import { earlierCaseHref } from '../earlier/earlier-case-path.ts';

const becauseTexts = { email: 'with the same email address', name_and_birth: 'with the same name and date of birth' };

/** At other clients, for whom what is asked is recorded on its own. @param user of the desk, who sees no other accounts */
export async function sameElsewhereModel(ctx: Ctx, user: UserOf<'desk'>, caller: Caller, applicantId: string) {
  if (!mayDo(user, 'read_reports')) return [];
  const found = await listSameElsewhere(ctx, user.accounts, caller, applicantId);
  return found
    .filter(({ orders }) => orders.length > 0)
    .map(({ name, accountName, because, orders }) => ({
      ...{ name, accountName, because: becauseTexts[because] },
      orders: orders.map(({ order_id, report_id }) => ({
        number: orderNumber(order_id),
        href: newRequestHref({ report: report_id }),
      })),
    }));
}

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
