// Whether the erasure of a person waits for a restriction of their data.
import type { Caller, Ctx } from '../../context.ts';
import { erasureWaits } from './restriction-rules.ts';
import { findGroundsAgainstErasure } from './restriction-store.ts';

/** Whether an erasure of the person waits for a restriction. */
export const keepsFromErasure = async (
  { db }: Pick<Ctx, 'db'>,
  caller: Caller,
  applicantId: string,
  isByTime: boolean,
) => erasureWaits(await findGroundsAgainstErasure(db, caller, applicantId), isByTime);
