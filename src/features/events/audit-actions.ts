// Verifies the audit trail: the chain against the events, its end against the watermark, and all of it against the
// signed heads.
import type { KeyObject } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Integrity } from '../../platform/encryption/integrity.ts';
import { headFileSize, readHeadLines } from './audit-head-store.ts';
import { headReader, parseHead, type ReadHead } from './audit-heads.ts';
import {
  type AuditProblem,
  type ChainEnd,
  type ChainLink,
  chainStart,
  problemsOfLink,
  problemsOfWatermark,
  type SignedEvent,
} from './audit-rules.ts';
import {
  beginReading,
  type CheckId,
  findDecidingEvents,
  findEventsInserted,
  findEventsOfCheck,
  findRemovedReports,
  findWatermarks,
  readChain,
  readUnsealed,
} from './audit-store.ts';
import { contentOfEvent, type EventColumns, eventMac } from './event-row-rules.ts';

export type { CheckId };

export interface SignedHeads {
  readonly file: string;
  /** The newest first. */
  readonly publicKeys: readonly KeyObject[];
}

/** Signed heads that are kept out of reach of the data folder's owner. */
export interface HeadsElsewhere {
  /** A line each, in the order of the chain; a line may begin with what a log server wrote before the head. */
  readonly lines: AsyncIterable<string>;
  readonly publicKeys: readonly KeyObject[];
  /** A moment before the verification: later heads are left to the next one. */
  readonly until: Date;
}

export interface AuditReport {
  readonly ok: boolean;
  /** The number of links that were read. */
  readonly events: number;
  /** Events not yet sealed: those of the last second, or younger than the oldest running transaction. */
  readonly unsealed: number;
  /** The number of signed heads that the chain was compared with. */
  readonly heads: number;
  /** At most the first thousand. */
  readonly problems: readonly AuditProblem[];
}

/** Runs `work` in a read-only transaction with one snapshot; joins the one that is open. */
export function inOneSnapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.inTransaction) return work(db);
  return db.transaction(async (tx) => {
    await beginReading(tx);
    return work(tx);
  });
}

/** The deciding events of these checks, only those that this program wrote. */
export async function readDecidingEvents(
  tx: Db,
  integrity: Integrity,
  checks: readonly CheckId[],
): Promise<EventColumns[]> {
  return (await findDecidingEvents(tx, checks)).filter(eventCheck(integrity)).map(({ event }) => event);
}

/** Every event of a check, oldest first, only those that this program wrote. */
export async function readEventsOfCheck(ctx: Pick<Ctx, 'db' | 'integrity'>, check: CheckId): Promise<EventColumns[]> {
  return (await findEventsOfCheck(ctx.db, check)).filter(eventCheck(ctx.integrity)).map(({ event }) => event);
}

export const removedReports = findRemovedReports;

const problemsAtMost = 1000;

/** Compares the heads with the chain; both are in the order of seq. */
function headCheck(heads: AsyncGenerator<ReadHead>, note: (problem: AuditProblem) => void) {
  let count = 0;
  let seq = 0;
  let waiting: Exclude<ReadHead, string> | undefined;
  const next = async () => {
    waiting = undefined;
    for (;;) {
      const { value: head, done } = await heads.next();
      if (done) return;
      if (typeof head === 'string') {
        note({ kind: head, seq: null });
      } else if (head.seq < seq) {
        note({ kind: 'head_out_of_order', seq: head.seq });
      } else {
        count += 1;
        seq = head.seq;
        waiting = head;
        return;
      }
    }
  };
  return {
    begin: next,
    async hold(link: ChainLink) {
      while (waiting !== undefined && waiting.seq <= link.seq) {
        const same = waiting.seq === link.seq && waiting.hash.equals(link.hash);
        if (!same) note({ kind: 'head_differs', seq: waiting.seq });
        await next();
      }
    },
    async end() {
      if (waiting !== undefined) note({ kind: 'tail_missing', seq: waiting.seq });
      await heads.return(undefined);
      return count;
    },
  };
}

async function* headsOfFile({ file, publicKeys }: SignedHeads, size: number): AsyncGenerator<ReadHead> {
  const readHead = headReader(publicKeys);
  for await (const line of readHeadLines(file, size)) yield readHead(line);
}

async function* headsOf({ lines, publicKeys, until }: HeadsElsewhere): AsyncGenerator<ReadHead> {
  const readHead = headReader(publicKeys);
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const text = line.slice(Math.max(0, line.indexOf('{')));
    const head = parseHead(text);
    if (head === undefined || !(Date.parse(head.at) > until.getTime())) yield readHead(text);
  }
}

/** Whether this program wrote the event. */
export const eventCheck =
  (integrity: Integrity) =>
  ({ event, mac }: SignedEvent): boolean =>
    integrity.isMac(eventMac, contentOfEvent(event), mac);

/**
 * Streams the whole chain in one snapshot, in constant memory; about 50,000 events a second. Without `heads`, a chain
 * that was consistently rewritten or cut off goes undetected; without heads from elsewhere, one that was rewritten
 * together with its heads.
 */
export async function verifyAudit(
  db: Db,
  integrity: Integrity,
  heads?: SignedHeads,
  elsewhere: readonly HeadsElsewhere[] = [],
): Promise<AuditReport> {
  // Read the size before the snapshot: heads are written after their links, so the snapshot has the links of all these
  // heads.
  const size = heads === undefined ? 0 : await headFileSize(heads.file);
  const isOurs = eventCheck(integrity);
  return inOneSnapshot(db, async (tx) => {
    const problems: AuditProblem[] = [];
    const note = (problem: AuditProblem) => {
      if (problems.length < problemsAtMost) problems.push(problem);
    };
    const sources = [...(heads === undefined ? [] : [headsOfFile(heads, size)]), ...elsewhere.map(headsOf)];
    const checks = sources.map((source) => headCheck(source, note));
    for (const check of checks) await check.begin();
    let end: ChainEnd = chainStart;
    let events = 0;
    for await (const links of readChain(tx)) {
      for (const link of links) {
        problemsOfLink(end, link, isOurs).forEach(note);
        for (const check of checks) await check.hold(link);
        end = { seq: link.seq, hash: link.hash, last: link };
      }
      events += links.length;
    }
    let headCount = 0;
    for (const check of checks) {
      const count = await check.end();
      if (count === 0 && events > 0) note({ kind: 'head_file_missing', seq: null });
      headCount += count;
    }
    problemsOfWatermark(await findWatermarks(tx), end).forEach(note);
    for (const { eventId } of await findEventsInserted(tx, problemsAtMost)) {
      note({ kind: 'event_inserted', seq: null, eventId });
    }
    let unsealed = 0;
    for await (const waiting of readUnsealed(tx)) {
      unsealed += waiting.length;
      for (const one of waiting) if (!isOurs(one)) note({ kind: 'event_not_ours', seq: null, eventId: one.event.id });
    }
    return { ok: problems.length === 0, events, unsealed, heads: headCount, problems };
  });
}
