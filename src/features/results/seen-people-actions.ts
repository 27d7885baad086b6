// Whose data somebody saw: for the day on which a password was stolen, or a screener looked at what was not theirs.

import type { Caller, Ctx, Tenant } from '../../context.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { recordList } from '../events/look-actions.ts';
import type { LooksAsked } from '../events/look-queries.ts';
import {
  findLookSessions,
  findSeenPeople,
  type LookSession,
  type SeenPersonRow,
} from '../events/seen-people-queries.ts';
import type { RegisterReader } from './look-register-actions.ts';
import { lookWords } from './look-register-rules.ts';

export interface SeenPerson {
  readonly account: string;
  readonly applicantId: string;
  readonly checkId: string | null;
  /** How they are told; all empty once they were erased. */
  readonly name: string;
  readonly email: string;
  readonly telephone: string;
  readonly orders: readonly number[];
  /** What was looked at, in the words of the register. */
  readonly what: readonly string[];
  /** Nothing of them was opened: they stood in a list. */
  readonly onlyInLists: boolean;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Somebody’s looks: without a person or a session, everybody would have seen everybody. */
export type SeenAsked = LooksAsked & { readonly userId: string };

const tenantOf = (row: SeenPersonRow): Tenant => ({ accountId: row.account_id, environment: row.environment });

/** Undefined once they were erased. */
async function factsOf(ctx: Ctx, row: SeenPersonRow) {
  try {
    return (await readApplicant(ctx, tenantOf(row), row.applicant_id)).facts;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

async function personOf(ctx: Ctx, row: SeenPersonRow): Promise<SeenPerson> {
  const facts = await factsOf(ctx, row);
  return {
    ...{
      account: row.account_name,
      applicantId: row.applicant_id,
      checkId: row.check_id,
      orders: row.order_ids.map(Number),
    },
    name: facts === undefined ? '' : fullName(facts.first_name, facts.last_name),
    email: facts?.email ?? '',
    telephone: facts?.mobile || facts?.telephone || '',
    what: row.types.map((type) => lookWords[type]),
    onlyInLists: row.types.every((type) => type.startsWith('account.')),
    firstAt: row.first_at,
    lastAt: row.last_at,
  };
}

function recordSeen(ctx: Ctx, reader: RegisterReader, rows: readonly SeenPersonRow[], userId: string): void {
  const { actor } = authorityOf(reader);
  for (const inOne of Map.groupBy(rows, (row) => `${row.account_id} ${row.environment}`).values()) {
    const caller: Caller = { ...tenantOf(inOne[0]!), actor, clockOffsetSeconds: inOne[0]!.clock_offset_seconds };
    const ids = inOne.map(({ applicant_id }) => applicant_id);
    recordList(ctx, caller, 'account.applicants_listed', { filter: { seen_by: userId }, ids });
  }
}

async function read(ctx: Ctx, reader: RegisterReader, asked: SeenAsked, page: { after?: string; limit: number }) {
  const rows = await findSeenPeople(ctx.db, reader.accounts, asked, page);
  recordSeen(ctx, reader, rows, asked.userId);
  return { rows, people: await Promise.all(rows.map((row) => personOf(ctx, row))) };
}

/** So many stand on the page; the file has all. */
export const SEEN_PER_PAGE = 200;

export interface SeenPeople {
  readonly people: readonly SeenPerson[];
  readonly total: number;
  /** Of this time, also those of which nothing of a session was asked. */
  readonly sessions: readonly LookSession[];
}

/** The reader sees names and how to tell them; that is recorded as a list. */
export async function listSeenPeople(ctx: Ctx, reader: RegisterReader, asked: SeenAsked): Promise<SeenPeople> {
  demand(authorityOf(reader), 'read_audit');
  const { session: _, ...anySession } = asked;
  const [{ rows, people }, sessions] = await Promise.all([
    read(ctx, reader, asked, { limit: SEEN_PER_PAGE }),
    findLookSessions(ctx.db, reader.accounts, anySession),
  ]);
  return { people, total: rows[0]?.total ?? 0, sessions };
}

const exportedAtOnce = 500;

async function* batchesOf(ctx: Ctx, reader: RegisterReader, asked: SeenAsked) {
  for (let after: string | undefined; ; ) {
    const { people } = await read(ctx, reader, asked, { ...(after && { after }), limit: exportedAtOnce });
    if (people.length > 0) yield people;
    after = people.at(-1)?.applicantId;
    if (people.length < exportedAtOnce) return;
  }
}

/** All of them, so many at a time that any number takes the same memory. */
export function exportSeenPeople(
  ctx: Ctx,
  reader: RegisterReader,
  asked: SeenAsked,
): AsyncGenerator<readonly SeenPerson[]> {
  demand(authorityOf(reader), 'read_audit');
  return batchesOf(ctx, reader, asked);
}
