// What the client calls an order, and the job that it names; pure.
import type { Order } from './check.ts';

/** What the client calls the order, each empty if it is not given: the purchase order, and the other reference with the tags after the first. */
export function referencesOf({ tags, details }: Order): { readonly purchaseOrder: string; readonly reference: string } {
  const [purchaseOrder = '', ...others] = tags;
  return { purchaseOrder, reference: [details?.PersonalInfo.OtherReference, ...others].filter(Boolean).join(', ') };
}

/** The number that the order has in the system from which it was brought in; empty for others. */
export const earlierNumberOf = ({ brought_in }: Order): string => brought_in?.earlier_number ?? '';

/** Empty if the order names none. */
export const jobOf = ({ details, criminal_details }: Order): string =>
  details?.PersonalInfo.PositionAppliedFor || criminal_details?.job_role || '';
