// Which purchase orders an order may name, and how much of their limits is used; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { isNear, usedPercentOf } from '../../lib/limit-use.ts';
import { isSameNumber } from '../applicants/search-key-rules.ts';

export interface PurchaseOrder {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  /** Null without a first or a last day. */
  readonly valid_from: IsoDate | null;
  readonly valid_until: IsoDate | null;
  /** Without VAT; null without a limit. */
  readonly limit_pence: number | null;
  /** What is charged for its orders, after what was credited, without VAT; null for who may not read the charges of the whole account. */
  readonly used_pence: number | null;
  /** Of this month: how many orders were placed, and what is charged for them after what was credited; null as `used_pence`. */
  readonly month_orders: number;
  readonly month_pence: number | null;
}

export interface PurchaseOrderTerms {
  readonly isRequired: boolean;
  /** Those that the client agreed to; where there are any, no others are taken. */
  readonly agreed: readonly PurchaseOrder[];
}

export const isValidOn = ({ valid_from, valid_until }: PurchaseOrder, today: IsoDate): boolean =>
  (valid_from === null || valid_from <= today) && (valid_until === null || valid_until >= today);

/** Of the limit, in whole per cent; null without a limit, or where what is used is not read. */
export const usedPercent = ({ limit_pence: limit, used_pence: used }: PurchaseOrder): number | null =>
  limit === null || used === null ? null : usedPercentOf(used, limit);

/** Four fifths of the limit are used, or more. */
export const isNearLimit = (one: PurchaseOrder): boolean => isNear(usedPercent(one) ?? 0);

export const agreedOrder = ({ agreed }: PurchaseOrderTerms, number: string): PurchaseOrder | undefined =>
  agreed.find((one) => isSameNumber(one.number, number));

const MOST_NAMED = 10;

/** `: PO-1, PO-2`; empty where none is valid. */
function namesOf({ agreed }: PurchaseOrderTerms, today: IsoDate): string {
  const numbers = agreed.filter((one) => isValidOn(one, today)).map(({ number }) => number);
  if (numbers.length === 0) return '';
  const more = numbers.length > MOST_NAMED ? ` and ${numbers.length - MOST_NAMED} more` : '';
  return `: ${numbers.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** What is wrong with the purchase order of a new order; undefined if nothing is. @param number empty if none is given */
export function purchaseOrderFault(terms: PurchaseOrderTerms, number: string, today: IsoDate): string | undefined {
  if (number === '') return terms.isRequired ? "can't be blank" : undefined;
  if (terms.agreed.length === 0) return undefined;
  const found = agreedOrder(terms, number);
  if (found === undefined) return `is not one of those that were agreed${namesOf(terms, today)}`;
  return isValidOn(found, today) ? undefined : 'is not valid today';
}
