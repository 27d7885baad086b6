// An order form that begins with what an earlier order says: the reports and the job for the next candidate, or the person, too,
// where the form alone can ask for approval.
import type { Ctx } from '../../../context.ts';
import type { Check } from '../../../features/checks/check.ts';
import { recordLook } from '../../../features/events/look-actions.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { reportsToOrderAgain } from '../../../features/orders/order-again-actions.ts';
import { fieldValuesOf } from '../../../features/orders/order-change-rules.ts';
import { listPackages } from '../../../features/report-types/agreement-actions.ts';
import { Refusal } from '../../../lib/refusal.ts';
import { dayParts } from '../../../lib/typed-days.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { listHref } from '../../shared/list-search.ts';
import type { TypedOrder } from '../../shared/orders/order-form.ts';
import { OF_NO_SUBSIDIARY, type OrderRequest } from '../../shared/orders/order-submission.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { callerOf } from '../check/check-facts.ts';
import { requestedCheck } from '../check/requested-check.ts';
import type { ClientUser } from '../client-caller.ts';

/** Of another candidate; of the same person again; of the same person, with reports that are chosen in the form. */
type Likeness = 'like' | 'again' | 'add';

const asksApproval = 'Orders of your account need approval, and this form asks for it.';
const words: Readonly<Record<Likeness, (order: string) => string>> = {
  like: (order) => `The reports, the job and the references are those of ${order}.`,
  again: (order) => `${asksApproval} It is filled in from ${order}: look it through.`,
  add: (order) => `${asksApproval} A report is added to ${order} by an order of its own: choose what to add.`,
};

/** @param reports the ids of those that are due; without any, all that can be ordered again */
export const orderLikeHref = (
  path: string,
  likeness: Likeness,
  check: Check,
  reports: readonly string[] = [],
): string =>
  listHref(path, [
    ...(check.tenant.environment === 'test' ? [['environment', 'test'] as [string, string]] : []),
    [likeness, check.id],
    ...reports.map((id): [string, string] => ['report', id]),
  ]);

export const given = (texts: Readonly<Record<string, string | null | undefined>>): TypedOrder =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text ? [[name, [text]]] : [])));

function personOf({ order: { facts } }: Check): TypedOrder {
  const [day, month, year] = dayParts(givenDob(facts.dob) ?? '');
  return given({
    ...{ first_name: facts.first_name, last_name: facts.last_name, has_one_name: facts.has_one_name ? 'yes' : '' },
    ...{ 'dob-day': day, 'dob-month': month, 'dob-year': year, email: facts.email, mobile: facts.mobile },
  });
}

function jobOf({ order, subsidiaryId }: Check): TypedOrder {
  const {
    position,
    purchase_order,
    place_of_work: place,
    employer_name,
    employment_sector,
    job_role,
  } = fieldValuesOf(order);
  const details =
    order.criminal_details === null ? {} : { job: position, employer: employer_name, sector: employment_sector };
  return given({
    ...{ position, purchase_order, place, job_role, ...details },
    subsidiary: subsidiaryId ?? OF_NO_SUBSIDIARY,
  });
}

/** @param packed the types that its package has */
function reportsOf(
  check: Check,
  likeness: Likeness,
  ids: readonly string[],
  packed: ReadonlySet<number> | undefined,
): TypedOrder {
  const packageId = check.order.details?.PackageId ?? null;
  const wanted = likeness === 'like' ? check.reports : reportsToOrderAgain(check);
  const chosen = likeness === 'add' ? [] : wanted.filter(({ id }) => ids.length === 0 || ids.includes(id));
  // Of a part of the package the single reports are ordered.
  const hasAll = [...(packed ?? [])].every((id) => chosen.some(({ reportTypeId }) => reportTypeId === id));
  const isOfPackage = packed !== undefined && (likeness === 'like' || (likeness === 'again' && hasAll));
  const reports = isOfPackage ? chosen.filter(({ reportTypeId }) => !packed.has(reportTypeId)) : chosen;
  return {
    what: [isOfPackage ? String(packageId) : 'reports'],
    types: [...new Set(reports.map(({ reportTypeId }) => String(reportTypeId)))],
    ...Object.fromEntries(
      reports.flatMap(({ reportTypeId, options, monitor }): [string, string[]][] => [
        ...(options === null
          ? []
          : [[`options_${reportTypeId}`, options.map(({ name }) => name)] as [string, string[]]]),
        ...(monitor === null ? [] : [[`monitor_${reportTypeId}`, [monitor]] as [string, string[]]]),
      ]),
    ),
  };
}

/** The types of the reports that its package has, as it stands today; undefined if it is of none that is agreed. */
async function packedIn(ctx: Ctx, { tenant, order }: Check): Promise<ReadonlySet<number> | undefined> {
  const packages = await listPackages(ctx, tenant.accountId);
  const pack = packages.find(({ id }) => id === order.details?.PackageId);
  return pack && new Set(pack.items.map(({ report_type_id: id }) => id));
}

/** Undefined unless the address names an order. Refuses with `not_found` one that the user does not see. */
export async function prefilledIn(ctx: Ctx, request: OrderRequest, user: ClientUser) {
  const { query } = request;
  const likeness = (['like', 'again', 'add'] as const).find((one) => isUuid(query[one]));
  if (likeness === undefined) return undefined;
  const check = await requestedCheck(ctx, user, { params: { check_id: String(query[likeness]) } });
  if (check.isRestricted) throw new Refusal('not_found');
  if (likeness !== 'like') {
    // The form has the data of the candidate.
    const { id: checkId, applicantId } = check;
    recordLook(ctx, callerOf(user, check), { type: 'applicant.read', resourceId: applicantId, applicantId, checkId });
  }
  const ids = [query.report ?? []].flat().map(String);
  const packed = await packedIn(ctx, check);
  return {
    typed: {
      ...jobOf(check),
      ...reportsOf(check, likeness, ids, packed),
      ...(likeness === 'like' ? {} : personOf(check)),
    },
    text: words[likeness](orderNumber(check.orderId)),
  };
}
