// What a client said with an order and may change after it was placed: which fields, what they hold, and the order with others; pure.
import { fingerprint } from '../../lib/fingerprint.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import {
  type OrderChangeProblem,
  type OrderField,
  orderChangeReasons,
  orderFieldWords,
} from '../../messages/en-order-changes.ts';
import type { Check, Order } from '../checks/check.ts';
import { isOngoing } from '../checks/check-states.ts';
import { jobOf } from '../checks/order-reference-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { askedBy } from '../requirements/requirement-rules.ts';

export const LONGEST_CHANGE_NOTE = 500;

/** As the interfaces take them; of the job role, an id. */
export const longestFields: Readonly<Record<OrderField, number>> = {
  ...{ position: 60, purchase_order: 50, reference: 128, place_of_work: 100, employer_name: 250 },
  ...{ employment_sector: 100, job_role: 9 },
};

export type OrderFieldValues = Readonly<Partial<Record<OrderField, string>>>;

export interface TypedOrderChange {
  readonly values: OrderFieldValues;
  readonly reason: string;
  readonly note: string;
  /** What `seenOf` said of the order on the page. */
  readonly seen: string;
}

/** Each empty where nothing was given. */
export const fieldValuesOf = (order: Order): Readonly<Record<OrderField, string>> => ({
  position: jobOf(order),
  purchase_order: order.tags[0] ?? '',
  reference: order.details?.PersonalInfo.OtherReference ?? '',
  place_of_work: order.criminal_details?.place_of_work ?? '',
  employer_name: order.criminal_details?.employer_name ?? '',
  employment_sector: order.criminal_details?.employment_sector ?? '',
  job_role: String(order.criminal_details?.JobRoleId ?? ''),
});

/** Changes with what the fields hold: a form that shows all of them would put back what somebody else changed. */
export const seenOf = (order: Order): string => fingerprint(fieldValuesOf(order));

export const typesOf = ({ reports }: Pick<Check, 'reports'>): ReportType[] =>
  reports.flatMap(({ reportTypeId }) => reportTypeById(reportTypeId) ?? []);

/** Whether what was ordered needs the details of the job, or an agreed job role. */
export const asksOfJob = (check: Pick<Check, 'reports'>, what: 'criminal_details' | 'job_role'): boolean =>
  askedBy(typesOf(check).flatMap(({ requires }) => requires)).some(({ id }) => id === what);

/**
 * Until the order is complete; its purchase order until it stands on an invoice. Orders of interface v2 have no other
 * reference, and the job only where a criminal record asks for it.
 */
export function changeableFields(
  check: Pick<Check, 'status' | 'isRestricted' | 'reports' | 'order'>,
  isInvoiced: boolean,
): OrderField[] {
  if (check.isRestricted) return [];
  const { details, criminal_details: job } = check.order;
  const values = fieldValuesOf(check.order);
  const isAsked = asksOfJob(check, 'criminal_details');
  const has: Readonly<Record<OrderField, boolean>> = {
    position: details !== null || job !== null,
    purchase_order: !isInvoiced && (isOngoing(check.status) || check.status === 'complete'),
    reference: details !== null,
    place_of_work: job !== null && (isAsked || values.place_of_work !== ''),
    employer_name: job !== null && (isAsked || values.employer_name !== ''),
    employment_sector: job !== null && (isAsked || values.employment_sector !== ''),
    job_role: job !== null && asksOfJob(check, 'job_role'),
  };
  const fields = (Object.keys(orderFieldWords) as OrderField[]).filter((field) => has[field]);
  return isOngoing(check.status) ? fields : fields.filter((field) => field === 'purchase_order');
}

/** The fields whose values are others. */
export const changedFields = (order: Order, values: OrderFieldValues): OrderField[] => {
  const before = fieldValuesOf(order);
  return (Object.keys(values) as OrderField[]).filter((field) => values[field] !== before[field]);
};

const orNull = (text: string) => (text === '' ? null : text);

function withPurchaseOrder(tags: readonly string[], number: string): readonly string[] {
  const others = tags.slice(1);
  return number === '' && others.length === 0 ? [] : [number, ...others];
}

/** The order with these values instead. */
export function changedOrder(order: Order, values: OrderFieldValues): Order {
  const next = { ...fieldValuesOf(order), ...values };
  const { details, criminal_details: job } = order;
  const isNewJob = next.position !== jobOf(order);
  const { list_grounds, ...others } = order;
  // Why a barred list is asked was said of the job role.
  const isSameRole = next.job_role === fieldValuesOf(order).job_role;
  return {
    ...others,
    ...(list_grounds && isSameRole && { list_grounds }),
    tags: withPurchaseOrder(order.tags, next.purchase_order),
    details: details && {
      ...details,
      PersonalInfo: {
        ...details.PersonalInfo,
        OtherReference: orNull(next.reference),
        ...(isNewJob && { PositionAppliedFor: orNull(next.position) }),
      },
    },
    criminal_details: job && {
      ...job,
      ...(isNewJob && (job.job_role !== null || details === null) && { job_role: orNull(next.position) }),
      place_of_work: orNull(next.place_of_work),
      employer_name: orNull(next.employer_name),
      employment_sector: orNull(next.employment_sector),
      JobRoleId: next.job_role === '' ? null : Number(next.job_role),
    },
  };
}

/** By the names of the fields, `reason` and `note`, as codes; what an order needs of the job is judged beside. */
export function orderChangeProblems(order: Order, { values, reason, note }: Omit<TypedOrderChange, 'seen'>): Problems {
  const problems = new Problems();
  const add = (field: string, problem: OrderChangeProblem) => problems.add(field, problem);
  for (const [field, value] of Object.entries(values) as [OrderField, string][])
    if (isLongerThan(value, longestFields[field])) add(field, 'too_long');
  if (values.job_role !== undefined && !/^\d{0,9}$/.test(values.job_role)) add('job_role', 'not_in_list');
  const [first] = Object.keys(values);
  if (first !== undefined && changedFields(order, values).length === 0) add(first, 'unchanged');
  if (!Object.hasOwn(orderChangeReasons, reason)) add('reason', 'no_reason');
  if (isLongerThan(note, LONGEST_CHANGE_NOTE)) add('note', 'too_long');
  return problems;
}
