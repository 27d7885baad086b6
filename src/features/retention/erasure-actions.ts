// Erases people: by hand with a reason, or when the time that the account's setting gives is over.
import { type Caller, type Ctx, type Environment, inTransaction, type Tenant } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { forgetExportsOf } from '../account-exports/account-export-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { eraseApplicant, holdApplicant } from '../applicants/applicant-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { keepPurchaseOrders } from '../checks/kept-purchase-order-actions.ts';
import { awaitsWord, closeErased } from '../data-requests/data-request-act-actions.ts';
import { awaitsCopy } from '../data-requests/data-request-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { stopMonitoring } from '../monitoring/monitor-actions.ts';
import { changeRenewed } from '../renewals/renewal-actions.ts';
import { keepsFromErasure } from '../restrictions/erasure-wait-actions.ts';
import {
  countErased,
  countNotErased,
  type ErasureCount,
  findKept,
  type KeptPage,
  type KeptPerson,
} from './closed-account-queries.ts';
import { appendErasures, listPath } from './erasure-list-store.ts';
import {
  type AccountRetention,
  type AffectedOrder,
  countMails,
  type DuePerson,
  type ErasedPage,
  type ErasedPerson,
  findAffectedOrders,
  findChecksOfPerson,
  findDueForErasure,
  findErased,
  findMonitoredReports,
  findOpenMatters,
  findPastErasure,
  findRetention,
} from './erasure-queries.ts';
import { type ErasureReason, isByTime } from './erasure-reasons.ts';
import type { OpenMatter } from './erasure-rules.ts';
import { type Hold, readHold } from './hold-actions.ts';

export type { AccountRetention, AffectedOrder, DuePerson, ErasedPerson, KeptPerson };

/** Why nobody erases a person now, as it follows `cannot be erased:`. */
export const keptBecause = {
  ongoing: 'an order of theirs is open',
  legal_hold: 'the account has a legal hold, which keeps the data of everybody',
  held: 'a hold keeps the data of this person',
  restricted: 'the data of this person are restricted, and they want them kept',
  /** To erase what somebody has asked to see may be an offence (Data Protection Act 2018, section 173). */
  copy_awaited: 'they have asked for a copy of their data, and have not got it yet',
  /** Afterwards nobody has their address (Art. 12(3)). */
  not_told: 'they asked for it, and nobody has told them yet that it is done',
  /** It goes with their key. */
  mail_waits: 'the mail that tells them is not sent yet',
} as const;

type KeptBecause = keyof typeof keptBecause;

const kept = (why: KeptBecause) => keptFor(keptBecause[why]);
const saidOf = (why: string) => `cannot be erased: ${why}`;
const keptFor = (why: string) => new Refusal('invalid_fields', { applicant: [saidOf(why)] });
const OPEN_MATTERS = 'something about them is open';

/** Of an error of `erasePerson`: that something keeps the person, and what; undefined of any other, which is a failure. */
export function keptReasonOf(error: unknown): KeptBecause | 'open_matters' | undefined {
  const said = error instanceof Refusal ? error.fields.applicant?.[0] : undefined;
  if (said === undefined) return undefined;
  if (said === saidOf(OPEN_MATTERS)) return 'open_matters';
  return (Object.keys(keptBecause) as KeptBecause[]).find((why) => said === saidOf(keptBecause[why]));
}

/**
 * Erases a person permanently, and ends the monitoring of their reports. Refuses with `invalid_fields` (`applicant`)
 * while a check is ongoing, the account or the person has a hold, a restriction keeps the person, they wait for a copy of
 * their data, or, by time, something about them is open, and with `not_found` somebody who was erased. Not to be called
 * in an open transaction: the list of erasures gets a line once this one is committed.
 */
export async function erasePerson(ctx: Ctx, caller: Caller, applicantId: string, reason: ErasureReason): Promise<void> {
  demand(caller, 'erase_applicants');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    await holdApplicant(tx, caller, applicantId);
    if ((await readAccountSettings(tx, caller.accountId)).legalHold) throw kept('legal_hold');
    if ((await readHold(tx, caller, applicantId)) !== undefined) throw kept('held');
    if (await keepsFromErasure(tx, caller, applicantId, isByTime(reason))) throw kept('restricted');
    if (await awaitsCopy(tx, caller, applicantId)) throw kept('copy_awaited');
    const untold = await awaitsWord(tx, caller, applicantId);
    if (untold !== undefined) throw kept(untold);
    // By hand, somebody who has read of it may decide otherwise.
    const matters = isByTime(reason) ? await findOpenMatters(tx.db, caller, applicantId) : [];
    if (matters.some((one) => one !== 'decision' || reason !== 'account_closed')) throw keptFor(OPEN_MATTERS);
    for (const { check_id: checkId, report_id: reportId } of await findMonitoredReports(tx.db, caller, applicantId))
      await stopMonitoring(tx, caller, { checkId, reportId });
    await changeRenewed(tx, caller, applicantId, false);
    await forgetExportsOf(tx, caller, applicantId);
    await recordErasure(tx, caller, applicantId, reason);
    await keepPurchaseOrders(tx, caller, applicantId);
    await eraseApplicant(tx, caller, applicantId, reason);
  });
  await listErasure(ctx, caller, applicantId, reason);
}

/** After the commit, because whoever is in the list is erased. A line that cannot be written is made up for at the next start. */
async function listErasure(ctx: Ctx, caller: Caller, applicant: string, reason: ErasureReason): Promise<void> {
  const { accountId: account, environment } = caller;
  const erasure = { account, environment, applicant, on: ukDateOf(ctx.now()), reason };
  try {
    await appendErasures(listPath(ctx.settings), ctx.integrity, [erasure]);
  } catch (error) {
    ctx.log.error('erasure not listed', { resourceId: applicant, error, setting: 'PROBITY_AUDIT_HEAD_FILE' });
  }
}

/** In the register of requests, which the person asked or not. */
async function recordErasure(tx: Ctx, caller: Caller, applicantId: string, reason: ErasureReason): Promise<void> {
  const id = (await findChecksOfPerson(tx.db, caller, applicantId)).at(-1);
  if (id !== undefined)
    await closeErased(tx, caller, { check: { id, applicantId }, key: undefined }, reason === 'candidate_asked');
}

export interface Erasure {
  readonly orders: readonly AffectedOrder[];
  readonly mails: number;
  readonly monitored: number;
  /** Why it is refused now; undefined if it is not. */
  readonly refusedFor: KeptBecause | undefined;
  /** That of the person. */
  readonly hold: Hold | undefined;
  /** What is open about them. */
  readonly openMatters: readonly OpenMatter[];
}

/** What an erasure of the person would do now. */
export async function previewErasure(ctx: Ctx, caller: Caller, applicantId: string): Promise<Erasure> {
  demand(caller, 'erase_applicants');
  const orders = await findAffectedOrders(ctx.db, caller, applicantId);
  const { legalHold: keepsAll } = await readAccountSettings(ctx, caller.accountId);
  const hold = await readHold(ctx, caller, applicantId);
  const isKept = await keepsFromErasure(ctx, caller, applicantId, false);
  const isOpen = orders.some(({ status }) => isOngoing(status));
  return {
    hold,
    openMatters: await findOpenMatters(ctx.db, caller, applicantId),
    orders,
    mails: await countMails(ctx.db, caller, applicantId),
    monitored: (await findMonitoredReports(ctx.db, caller, applicantId)).length,
    refusedFor: isOpen
      ? 'ongoing'
      : keepsAll
        ? 'legal_hold'
        : hold !== undefined
          ? 'held'
          : isKept
            ? 'restricted'
            : (await awaitsCopy(ctx, caller, applicantId))
              ? 'copy_awaited'
              : await awaitsWord(ctx, caller, applicantId),
  };
}

export interface PastErasure {
  readonly at: Date;
  readonly reason: ErasureReason | null;
}

/** Undefined unless the person was erased. */
export async function readPastErasure(
  ctx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  applicantId: string,
): Promise<PastErasure | undefined> {
  const found = await findPastErasure(ctx.db, tenant, applicantId);
  return found && { at: found.erased_at, reason: found.reason };
}

/** The people of these accounts who are erased within so many days, or, with `areKept`, who are not, because something about them is open. */
export async function listDueForErasure(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
  window: { readonly withinDays: number; readonly limit: number; readonly areKept?: boolean },
): Promise<DuePerson[]> {
  demand(by, 'read_erasures');
  return findDueForErasure(ctx.db, accounts, environment, { now: ctx.now(), ...window });
}

/** For how long each of these accounts keeps people. */
export async function listRetention(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  limit: number,
): Promise<AccountRetention[]> {
  demand(by, 'read_erasures');
  return findRetention(ctx.db, accounts, limit);
}

/** Whom of the account something keeps from being erased, and what. */
export async function listKept(
  ctx: Pick<Ctx, 'db' | 'now'>,
  by: Asker,
  accountId: string,
  page: KeptPage,
): Promise<KeptPerson[]> {
  demand(by, 'read_erasures');
  return findKept(ctx.db, accountId, ctx.now(), page);
}

export async function countKept(ctx: Pick<Ctx, 'db' | 'now'>, by: Asker, accountId: string): Promise<number> {
  demand(by, 'read_erasures');
  return (await countNotErased(ctx.db, accountId, ctx.now())).kept;
}

export async function listErasureCounts(ctx: Pick<Ctx, 'db'>, by: Asker, accountId: string): Promise<ErasureCount[]> {
  demand(by, 'read_erasures');
  return countErased(ctx.db, accountId);
}

/** The people of these accounts who were erased since, the newest first; names nobody. */
export async function listErased(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  environment: Environment,
  page: ErasedPage,
): Promise<ErasedPerson[]> {
  demand(by, 'read_erasures');
  return findErased(ctx.db, accounts, environment, page);
}
