// A client asks about a charge of theirs, and finance answers in words or with a credit.
import { type Actor, type Authority, type Ctx, inTransaction, type OrderScope, type Tenant } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { isUuid } from '../../lib/uuids.ts';
import {
  type CreditReason,
  type DisputeReason,
  disputeReasonWords,
  type TakeBackReason,
} from '../../messages/en-credits.ts';
import { type AccountKey, sealedId } from '../../platform/encryption/account-key.ts';
import { demand } from '../access/permissions.ts';
import { readActorNames } from '../accounts/actor-name-queries.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { takeBackCharge, takeBackReasons } from '../charges/added-charge-actions.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { creditPart, creditReasons, creditReports } from '../invoices/credit-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import {
  type DisputeRow,
  findAsker,
  findDisputable,
  findDispute,
  findDisputes,
  findDisputesOf,
  findDisputesOfCharge,
  findDisputesOfOrders,
  findReportsOfCharge,
  insertAnswer,
  insertDispute,
  type SealedDispute,
} from './dispute-store.ts';

export type { DisputeRow };

export const disputeReasons = Object.keys(disputeReasonWords) as readonly DisputeReason[];

export const LONGEST_WORDS = 2000;

/** More than this are in nobody's list. */
const MOST_LISTED = 500;

export interface Dispute extends DisputeRow {
  /** Null if the candidate of the order was erased. */
  readonly words: string | null;
  readonly answer: string | null;
  readonly askedByName: string;
  readonly applicantId: string | null;
}

interface Owner {
  readonly applicant_id: string | null;
  readonly sealed_key: Buffer | null;
}

/** What seals the words about a charge; undefined once the candidate of its order is erased. */
function vaultOf(account: AccountKey, tenant: Tenant, { applicant_id, sealed_key }: Owner) {
  if (applicant_id === null)
    return {
      seal: (what: string, id: string, text: string) => account.seal(what, sealedId(tenant.environment, id), text),
      open: (what: string, id: string, bytes: Buffer) =>
        account.open(what, sealedId(tenant.environment, id), bytes).toString('utf8'),
    };
  if (sealed_key === null) return undefined;
  const key = applicantKey(account, tenant, applicant_id, sealed_key);
  return {
    seal: (what: string, id: string, text: string) => key.seal(`${what} ${id}`, text),
    open: (what: string, id: string, bytes: Buffer) => key.open<string>(`${what} ${id}`, bytes),
  };
}

const words = 'charge_disputes.words';
const answers = 'charge_disputes.answer';

async function opened(ctx: Ctx, rows: readonly SealedDispute[]): Promise<Dispute[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const tenant = { accountId: first.account_id, environment: 'live' } as const;
  const account = await ctx.keys.forAccount(tenant.accountId);
  const asked = rows.map(({ asked_by }) => asked_by);
  const nameOf = await readActorNames(ctx.db, tenant.accountId, asked);
  return rows.map(({ sealed_words, sealed_answer, sealed_key, applicant_id, ...row }) => {
    const vault = vaultOf(account, tenant, { applicant_id, sealed_key });
    return {
      ...row,
      words: vault === undefined ? null : vault.open(words, row.id, sealed_words),
      answer: vault === undefined || sealed_answer === null ? null : vault.open(answers, row.id, sealed_answer),
      askedByName: nameOf(row.asked_by).name,
      applicantId: applicant_id,
    };
  });
}

/** Of several accounts, the open ones first, without what they say. */
export function listDisputes(ctx: Pick<Ctx, 'db'>, by: Authority, accounts: DeskAccounts): Promise<DisputeRow[]> {
  demand(by, 'read_charges');
  return findDisputes(ctx.db, accounts, MOST_LISTED);
}

/** Those that the caller sees, the open ones first, without what they say. */
export function listDisputesOf(ctx: Pick<Ctx, 'db'>, caller: OrderScope & Authority): Promise<DisputeRow[]> {
  demand(caller, 'read_charges');
  return findDisputesOf(ctx.db, caller, MOST_LISTED);
}

/** The newest first. */
export async function readDisputesOfCharge(
  ctx: Ctx,
  caller: OrderScope & Authority,
  aboutId: string,
): Promise<Dispute[]> {
  demand(caller, 'read_charges');
  return opened(ctx, await findDisputesOfCharge(ctx.db, caller, aboutId));
}

/** What the client asked about the charges of orders, the oldest first. @param withoutOrder also about charges for no order */
export const readDisputesOfOrders = async (
  ctx: Ctx,
  { accountId }: Tenant,
  checkIds: readonly string[],
  withoutOrder = false,
): Promise<Dispute[]> => opened(ctx, await findDisputesOfOrders(ctx.db, accountId, checkIds, withoutOrder));

/** Refuses with `not_found`. @param accounts those that the reader sees */
export async function readDispute(
  ctx: Ctx,
  by: Authority,
  accounts: DeskAccounts,
  id: string | undefined,
): Promise<Dispute> {
  demand(by, 'read_charges');
  const row = isUuid(id) ? await findDispute(ctx.db, accounts, id) : undefined;
  if (row === undefined) throw new Refusal('not_found');
  return (await opened(ctx, [row]))[0]!;
}

function textProblems(field: string, text: string): Problems {
  const problems = new Problems();
  if (text === '') problems.add(field, "can't be blank");
  else if (isLongerThan(text, LONGEST_WORDS)) problems.add(field, `must have at most ${LONGEST_WORDS} characters`);
  return problems;
}

export interface DisputeArguments {
  readonly aboutId: string;
  readonly reason: DisputeReason | undefined;
  readonly words: string;
}

/**
 * Waits for finance. Refuses with `not_found`, and with `invalid_fields` (reason, words), also where an earlier one about the
 * same charge is not answered yet.
 */
export function disputeCharge(
  ctx: Ctx,
  caller: OrderScope & Authority & { readonly actor: Actor },
  given: DisputeArguments,
): Promise<void> {
  demand(caller, 'read_charges');
  const problems = textProblems('words', given.words);
  if (given.reason === undefined) problems.add('reason', "can't be blank");
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const charge = await findDisputable(tx.db, caller, given.aboutId);
    if (charge === undefined) throw new Refusal('not_found');
    const vault = vaultOf(await tx.keys.forAccount(caller.accountId), caller, charge);
    if (vault === undefined) problems.add('words', 'cannot be kept, because the candidate was erased: write to us');
    problems.refuse('invalid_fields');
    const id = tx.newId();
    const { aboutId, reason } = given;
    const isNew = await insertDispute(tx.db, caller, {
      ...{ id, aboutId, kind: charge.kind, reason: reason!, sealedWords: vault!.seal(words, id, given.words) },
      ...{ askedBy: caller.actor, createdAt: tx.now() },
    });
    if (!isNew) problems.add('words', 'must wait: we have not answered your earlier query about this charge yet');
    problems.refuse('invalid_fields');
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.charge_disputed',
      resourceId: caller.accountId,
      detail: { dispute_id: id, order_id: charge.order_id, reason },
    });
  });
}

export type CreditChoice = 'none' | 'whole' | 'part';

type Creditable = Pick<Dispute, 'kind' | 'package' | 'is_credited'>;

/** A part is of a report with a price of its own only; of what is credited already nothing is left. */
export function creditChoicesOf({ kind, package: pack, is_credited: isCredited }: Creditable): CreditChoice[] {
  if (isCredited) return ['none'];
  return kind === 'order' && pack === null ? ['none', 'whole', 'part'] : ['none', 'whole'];
}

export interface AnswerArguments {
  readonly answer: string;
  /** One of `creditChoicesOf`: `whole` credits what is left of the report or package, or takes back what was added by hand. */
  readonly credit: CreditChoice | undefined;
  readonly reason: string;
  /** Of a part, as in `creditPart`. */
  readonly pricePence: number | undefined;
  readonly feePence: number | undefined;
}

async function credit(tx: Ctx, caller: Tenant & Authority, dispute: Dispute, given: AnswerArguments): Promise<void> {
  const { about_id: aboutId, check_id: checkId } = dispute;
  if (dispute.kind === 'added') {
    const reason = takeBackReasons.find((one) => one === given.reason);
    return takeBackCharge(tx, caller, { id: aboutId, reason: reason satisfies TakeBackReason | undefined });
  }
  const reason: CreditReason | undefined = creditReasons.find((one) => one === given.reason);
  const about = { checkId: checkId!, applicantId: dispute.applicantId!, reason };
  if (given.credit === 'part') return creditPart(tx, caller, { ...about, ...given, reason, reportId: aboutId });
  return creditReports(tx, caller, { ...about, reportIds: await findReportsOfCharge(tx.db, caller, aboutId) });
}

/**
 * Answers a dispute once, and mails who asked. Refuses with `not_found`, and with `invalid_fields` (answer, choice, and those of
 * `creditReports`, `creditPart` and `takeBackCharge`).
 */
export function answerDispute(
  ctx: Ctx,
  by: Authority,
  accounts: DeskAccounts,
  id: string | undefined,
  given: AnswerArguments,
): Promise<void> {
  demand(by, 'manage_agreements');
  const problems = textProblems('answer', given.answer);
  if (given.credit === undefined) problems.add('choice', "can't be blank");
  problems.refuse('invalid_fields');
  return inTransaction(ctx, async (tx) => {
    const dispute = await readDispute(tx, by, accounts, id);
    if (!creditChoicesOf(dispute).includes(given.credit!)) problems.add('choice', 'is not one of these');
    problems.refuse('invalid_fields');
    const caller = { ...by, accountId: dispute.account_id, environment: 'live' } as const;
    const isCredited = given.credit !== 'none';
    const row = await findDispute(tx.db, [dispute.account_id], dispute.id);
    const vault = vaultOf(await tx.keys.forAccount(caller.accountId), caller, row!);
    const isNew = await insertAnswer(tx.db, caller, dispute.id, {
      outcome: isCredited ? 'credited' : 'answered',
      sealedAnswer: vault?.seal(answers, dispute.id, given.answer) ?? null,
      ...{ by: by.actor, at: tx.now() },
    });
    if (!isNew) problems.add('answer', 'comes too late: it was answered already');
    problems.refuse('invalid_fields');
    if (isCredited) await credit(tx, caller, dispute, given);
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.charge_dispute_answered',
      resourceId: caller.accountId,
      detail: { dispute_id: dispute.id, order_id: dispute.order_id, outcome: isCredited ? 'credited' : 'answered' },
    });
    await mailAsker(tx, caller, dispute, isCredited);
  });
}

async function mailAsker(tx: Ctx, caller: Tenant & Authority, dispute: Dispute, isCredited: boolean): Promise<void> {
  const user = await findAsker(tx.db, caller, dispute.asked_by);
  if (user === undefined) return;
  const values = {
    name: user.name,
    orderNumber: dispute.order_id === null ? null : `VF${dispute.order_id}`,
    isCredited,
    page: `${tx.settings.clientUrl}/portal/charges/queries/${dispute.about_id}`,
  };
  const key = await tx.keys.forAccount(caller.accountId);
  const sender = { ...caller, clockOffsetSeconds: 0 };
  await queueEmail(tx, emailToUser(tx, sender, key, 'charge_answered', { user, values }));
}
