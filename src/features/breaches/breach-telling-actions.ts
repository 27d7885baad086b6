// Tells those whom a breach concerns: finds them by the register of looks, by client or by order, and writes their mails.
import { type Authority, type Caller, type Ctx, inTransaction } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand, type Permitted } from '../access/permissions.ts';
import { listAdministrators } from '../accounts/administrator-actions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import type { BreachWords } from '../emails/breach-words.ts';
import { candidateMailbox, emailTo, emailToUser, type NewEmail, queueEmail } from '../emails/email-actions.ts';
import { renderEmail } from '../emails/email-templates.ts';
import type { Letter } from '../emails/letter.ts';
import type { LooksAsked } from '../events/look-queries.ts';
import { findSeenPeople } from '../events/seen-people-queries.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { type Breach, keepBreach, readBreachVersions } from './breach-actions.ts';
import { breachWordProblems, type TypedBreachWords } from './breach-telling-rules.ts';
import {
  type ConcernedRow,
  findConcerned,
  findMessages,
  findTold,
  findToldClients,
  findUnknownOrders,
  insertClientTold,
  insertMessage,
  insertNotice,
  lockTelling,
  type MessageRow,
  type ToldRow,
  type Wanted,
} from './breach-telling-store.ts';

export type { ConcernedRow, ToldRow };

interface Reader extends Permitted {
  readonly userId: string;
  readonly accounts: DeskAccounts;
}

/** So many are told at once; those who were told are left out of the next search. */
export const TOLD_AT_ONCE = 300;

/** So many people are read from somebody’s looks: the next search finds those who are left. */
const MOST_SEEN = 20_000;

/** Somebody's looks, or what the store finds. */
export type Search = Wanted | { readonly looks: LooksAsked & { readonly userId: string } };

async function wantedOf(ctx: Ctx, reader: Reader, search: Search): Promise<Wanted> {
  if (!('looks' in search)) return search;
  const asked = { ...search.looks, environment: 'live' as const };
  const rows = await findSeenPeople(ctx.db, reader.accounts, asked, { limit: MOST_SEEN });
  return { applicantIds: rows.map(({ applicant_id: id }) => id) };
}

/** Up to `TOLD_AT_ONCE` candidates who were not told yet, without their names: an order opens beside each. */
export async function findWhomItConcerns(
  ctx: Ctx,
  reader: Reader,
  breachId: string,
  search: Search,
): Promise<readonly ConcernedRow[]> {
  demand(authorityOf(reader), 'record_breaches');
  const wanted = await wantedOf(ctx, reader, search);
  return findConcerned(ctx.db, reader.accounts, breachId, { wanted, limit: TOLD_AT_ONCE });
}

/** The order numbers of the search that no order has: for a mistyped one somebody would not be told. */
export async function findMistypedOrders(ctx: Ctx, reader: Reader, search: Search): Promise<readonly number[]> {
  demand(authorityOf(reader), 'record_breaches');
  return 'orderIds' in search ? findUnknownOrders(ctx.db, reader.accounts, search.orderIds) : [];
}

export interface Telling {
  readonly applicantIds: readonly string[];
  readonly words: TypedBreachWords;
  readonly tellsCandidates: boolean;
  readonly tellsClients: boolean;
}

const trimmed = ({ what, consequences, measures, contact }: TypedBreachWords): BreachWords => ({
  ...{ what: what.trim(), consequences: consequences.trim() },
  ...{ measures: measures.trim(), contact: contact.trim() },
});

/** So many orders stand in a mail. */
const ORDERS_NAMED = 50;

const valuesForClient = (ctx: Ctx, words: BreachWords, people: readonly ConcernedRow[]) => ({
  ...words,
  people: people.length,
  orders: people.flatMap(({ order_id: id }) => (id === null ? [] : [`VF${id}`])).slice(0, ORDERS_NAMED),
  page: `${ctx.settings.clientUrl}/portal`,
});

function refuseUnready({ applicantIds, words, tellsCandidates, tellsClients }: Telling): void {
  const problems = breachWordProblems(words);
  if (applicantIds.length === 0) problems.add('people', 'Tick whom it concerns');
  if (applicantIds.length > TOLD_AT_ONCE) problems.add('people', `Tick at most ${TOLD_AT_ONCE} at once`);
  if (!tellsCandidates && !tellsClients) problems.add('tells', 'Choose who is told');
  problems.refuse('invalid_fields');
}

export interface PreviewedTelling {
  readonly toCandidate: Letter | undefined;
  readonly toClient: Letter | undefined;
  readonly candidates: number;
  readonly clients: readonly { readonly name: string; readonly administrators: number }[];
  /** The names of the clients that were told of all these candidates, and are not told again. */
  readonly toldBefore: readonly string[];
  /** The names of the clients that are left out, and were not told before. */
  readonly leftOut: readonly string[];
}

const byAccount = (people: readonly ConcernedRow[]) => [...Map.groupBy(people, ({ account_id: id }) => id)];

/** By client, of whom its administrators were not told yet. */
const untoldOfClients = (people: readonly ConcernedRow[]) =>
  byAccount(people.filter(({ is_client_told: isTold }) => !isTold));

function refuseTold(people: readonly ConcernedRow[], { tellsCandidates }: Telling): void {
  if (people.length === 0) throw new Refusal('invalid_fields', { people: ['They were all told already'] });
  if (!tellsCandidates && untoldOfClients(people).length === 0)
    throw new Refusal('invalid_fields', { tells: ['The administrators were told of these candidates already'] });
}

/** The mails as they would go out, to an invented candidate. Refuses as `tellOfBreach`. */
export async function previewTelling(
  ctx: Ctx,
  reader: Reader,
  breachId: string,
  telling: Telling,
): Promise<PreviewedTelling> {
  refuseUnready(telling);
  const people = await findWhomItConcerns(ctx, reader, breachId, { applicantIds: telling.applicantIds });
  refuseTold(people, telling);
  const [first] = byAccount(people);
  const untold = untoldOfClients(people);
  const words = trimmed(telling.words);
  const sender = { accountName: first![1][0]!.account_name, operatorName: ctx.settings.operatorName };
  const clients = await Promise.all(
    untold.map(async ([accountId, [one]]) => ({
      name: one!.account_name,
      administrators: (await listAdministrators(ctx, accountId)).length,
    })),
  );
  const { tellsCandidates, tellsClients } = telling;
  const toldClients = await findToldClients(ctx.db, reader.accounts, breachId);
  const leftOut = byAccount(people).filter(([accountId]) => !tellsClients && !toldClients.has(accountId));
  const candidate = { ...words, candidateName: 'Jo Sample' };
  const client = { ...valuesForClient(ctx, words, untold[0]?.[1] ?? []), name: 'Sam Sample' };
  return {
    toCandidate: tellsCandidates ? renderEmail('breach_to_candidate', candidate, sender) : undefined,
    toClient: tellsClients && untold.length > 0 ? renderEmail('breach_to_client', client, sender) : undefined,
    candidates: tellsCandidates ? people.length : 0,
    clients: tellsClients ? clients : [],
    toldBefore: tellsClients
      ? byAccount(people)
          .filter(([, rows]) => rows.every(({ is_client_told: isTold }) => isTold))
          .map(([, [one]]) => one!.account_name)
      : [],
    leftOut: leftOut.map(([, [one]]) => one!.account_name),
  };
}

const callerOf = (accountId: string, by: Authority): Caller => ({
  ...{ accountId, environment: 'live', actor: by.actor, clockOffsetSeconds: 0 },
});

async function mailCandidate(tx: Ctx, caller: Caller, row: ConcernedRow, words: BreachWords): Promise<NewEmail> {
  const { facts, key } = await readApplicant(tx, caller, row.applicant_id);
  const values = { ...words, candidateName: fullName(facts.first_name, facts.last_name) };
  const person = { id: row.applicant_id, key, checkId: row.check_id };
  const mail = emailTo(tx, caller, person, 'breach_to_candidate', { to: candidateMailbox(facts), values });
  await queueEmail(tx, mail);
  return mail;
}

async function tellAll(tx: Ctx, by: Authority, people: readonly ConcernedRow[], telling: Telling, messageId: string) {
  const words = trimmed(telling.words);
  for (const [accountId, ofAccount] of byAccount(people)) {
    const caller = callerOf(accountId, by);
    for (const row of telling.tellsCandidates ? ofAccount : []) {
      const { id: emailId } = await mailCandidate(tx, caller, row, words);
      await insertNotice(tx.db, { messageId, accountId, applicantId: row.applicant_id, userId: null, emailId });
    }
  }
  for (const [accountId, ofAccount] of telling.tellsClients ? untoldOfClients(people) : [])
    await tellClient(tx, callerOf(accountId, by), ofAccount, words, messageId);
}

async function tellClient(
  tx: Ctx,
  caller: Caller,
  people: readonly ConcernedRow[],
  words: BreachWords,
  messageId: string,
): Promise<void> {
  const { accountId } = caller;
  const key = await tx.keys.forAccount(accountId);
  const administrators = await listAdministrators(tx, accountId);
  for (const user of administrators) {
    const values = { ...valuesForClient(tx, words, people), name: user.name };
    const mail = emailToUser(tx, caller, key, 'breach_to_client', { user, values });
    await queueEmail(tx, mail);
    await insertNotice(tx.db, { messageId, accountId, applicantId: null, userId: user.id, emailId: mail.id });
  }
  const applicantIds = people.map(({ applicant_id: id }) => id);
  if (administrators.length > 0) await insertClientTold(tx.db, { messageId, accountId, applicantIds });
}

/** A version that says when they were told, unless one says so already. */
async function recordTold(tx: Ctx, by: Authority, breach: Breach, { tellsCandidates, tellsClients }: Telling) {
  const { toldPeopleAt, toldClientsAt } = breach;
  const now = tx.now();
  const told = {
    toldPeopleAt: toldPeopleAt ?? (tellsCandidates ? now : null),
    toldClientsAt: toldClientsAt ?? (tellsClients ? now : null),
  };
  if (told.toldPeopleAt === toldPeopleAt && told.toldClientsAt === toldClientsAt) return;
  await keepBreach(tx, by, { ...breach, ...told }, breach);
}

/**
 * Writes the mails, in one transaction with the record of who was told. Returns how many. Refuses with `invalid_fields`
 * (people, tells, what, consequences, measures, contact), also people who were all told meanwhile.
 */
export async function tellOfBreach(ctx: Ctx, reader: Reader, breachId: string, telling: Telling): Promise<number> {
  const by = authorityOf(reader);
  refuseUnready(telling);
  const wanted = { applicantIds: telling.applicantIds };
  // Loading a key inside the transaction would take a second connection.
  for (const [accountId] of byAccount(await findWhomItConcerns(ctx, reader, breachId, wanted)))
    await ctx.keys.forAccount(accountId);
  return inTransaction(ctx, async (tx) => {
    await lockTelling(tx.db, breachId);
    const [breach] = await readBreachVersions(tx, by, breachId);
    const people = await findWhomItConcerns(tx, reader, breachId, wanted);
    refuseTold(people, telling);
    const message = { ...trimmed(telling.words), id: tx.newId(), breachId, author: by.actor, at: tx.now() };
    await insertMessage(tx.db, message);
    await tellAll(tx, by, people, telling, message.id);
    await recordTold(tx, by, breach, telling);
    return people.length;
  });
}

/** Whoever was told, those whose mail failed first, and what was written, the newest first. */
export async function listTold(
  ctx: Ctx,
  reader: Reader,
  breachId: string,
): Promise<{ readonly told: readonly ToldRow[]; readonly messages: readonly MessageRow[] }> {
  demand(authorityOf(reader), 'read_audit');
  const [told, messages] = await Promise.all([
    findTold(ctx.db, reader.accounts, breachId),
    findMessages(ctx.db, breachId),
  ]);
  return { told, messages };
}
