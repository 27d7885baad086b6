// Staff who were screened elsewhere as the rows of an order for many, by which they are screened here.
import type { Ctx } from '../../../context.ts';
import { workKindLabel } from '../../../features/applicants/work-kind-rules.ts';
import { listStated, type StatedStaff } from '../../../features/stated-staff/stated-staff-actions.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { columnsOf, pastedRows } from '../../shared/bulk-orders/bulk-rows.ts';
import { type OpenedOrder, WHOLE_ACCOUNT } from '../../shared/orders/order-submission.ts';

const cells: Readonly<Record<string, (one: StatedStaff) => string>> = {
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  dob: ({ dob }) => dob,
  email: ({ email }) => email,
  position: ({ job }) => job,
  work_kind: ({ workKind }) => workKindLabel(workKind),
  other_reference: ({ employeeNumber }) => employeeNumber,
  staff: ({ applicantId }) => applicantId,
  has_one_name: ({ hasOneName }) => (hasOneName ? 'yes' : ''),
};

/** Those whom the address names, as they would be pasted; empty if it names nobody. */
export async function staffRows(ctx: Ctx, { request, orderer, subsidiaries }: OpenedOrder): Promise<string> {
  const named = (request.query as { readonly staff?: unknown }).staff ?? [];
  const ids = [named].flat().filter(isUuid);
  if (ids.length === 0) return '';
  const people = await listStated(ctx, orderer.caller, ids);
  if (people.length === 0) return '';
  const subsidiaryOf = ({ subsidiaryId }: StatedStaff) =>
    subsidiaries.find(({ id }) => id === subsidiaryId)?.name ?? WHOLE_ACCOUNT;
  const all = subsidiaries.length === 0 ? cells : { ...cells, subsidiary: subsidiaryOf };
  const columns = columnsOf(subsidiaries.length > 0, false, orderer.units).filter(({ input }) => input in all);
  return pastedRows([
    columns.map(({ title }) => title),
    ...people.map((one) => columns.map(({ input }) => all[input]!(one))),
  ]);
}
