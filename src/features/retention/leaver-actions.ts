// When somebody who leaves, or has left, is erased by the settings of their account, and until when what is kept.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { type ContentKind, contentKinds } from './content-kinds.ts';
import { findDueContents } from './content-queries.ts';
import { findDueForErasure } from './erasure-queries.ts';
import { EVER_DAYS, type OpenMatter } from './erasure-rules.ts';

const MOST_CONTENTS = 500;

export interface LeaverRetention {
  /** 0 where the account erases nobody by time. */
  readonly days: number;
  /** Their days count from when they left, if that is later than the end of their last order. */
  readonly keepsStaff: boolean;
  /** Undefined while something keeps them, such as an open order, and where nobody is erased by time. */
  readonly erasedOn: IsoDate | undefined;
  /** What is open about them, and keeps them beyond that day. */
  readonly openMatters: readonly OpenMatter[];
  /** What goes earlier than the person, with its last day. */
  readonly earlier: readonly { readonly what: string; readonly on: IsoDate }[];
}

/** As if they had left at that time. Refuses with `not_found`. */
export async function readLeaverRetention(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  leftAt: Date,
): Promise<LeaverRetention> {
  demand(caller, 'read_checks');
  await readApplicant(ctx, caller, applicantId);
  const { accountId, environment } = caller;
  const { eraseAfterDays: days, keepsStaff } = await readAccountSettings(ctx, accountId);
  const window = { now: ctx.now(), withinDays: EVER_DAYS };
  const leaver = { applicantId, leftAt };
  const of = async (areKept: boolean) =>
    (await findDueForErasure(ctx.db, [accountId], environment, { ...window, leaver, areKept, limit: 1 })).at(0);
  const due = (await of(false)) ?? (await of(true));
  const contents = await findDueContents(ctx.db, [accountId], environment, {
    ...window,
    applicantId,
    limit: MOST_CONTENTS,
  });
  const lastOf = (kind: ContentKind) => contents.findLast((one) => one.kind === kind)?.due_at;
  return {
    days,
    keepsStaff,
    erasedOn: due && ukDateOf(due.due_at),
    openMatters: due?.open_matters ?? [],
    earlier: (Object.keys(contentKinds) as ContentKind[]).flatMap((kind) => {
      const at = lastOf(kind);
      if (at === undefined || (due !== undefined && at >= due.due_at)) return [];
      return [{ what: contentKinds[kind].what, on: ukDateOf(at) }];
    }),
  };
}
