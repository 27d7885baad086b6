// How far the credit of an account is used; pure.
import { isNear, usedPercentOf } from '../../lib/limit-use.ts';

export interface CreditUse {
  readonly accountId: string;
  readonly account: string;
  readonly limitPence: number;
  readonly usedPence: number;
  /** Of the limit, in whole per cent. */
  readonly percent: number;
  readonly standing: 'within' | 'near' | 'over';
  /** Whether new orders are refused now. */
  readonly isStopped: boolean;
}

/** @param stops whether new orders are refused above the limit */
export function creditUseOf(
  account: Pick<CreditUse, 'accountId' | 'account'>,
  { limitPence, usedPence, stops }: Pick<CreditUse, 'limitPence' | 'usedPence'> & { readonly stops: boolean },
): CreditUse {
  const percent = Math.max(0, usedPercentOf(usedPence, limitPence));
  const isOver = usedPence > limitPence;
  const standing = isOver ? 'over' : isNear(percent) ? 'near' : 'within';
  return { ...account, limitPence, usedPence, percent, standing, isStopped: isOver && stops };
}
