// The addresses of the pages on which one thing is done with many reports of the queue, and what was chosen for it.

import type { BulkDone } from '../../../features/cases/bulk-actions.ts';
import { type BulkAct, type LeftBecause, leftReasons } from '../../../features/cases/bulk-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { isUuid } from '../../../lib/uuids.ts';
import { text } from '../../shared/sign-in/sign-in-steps.ts';
import { type QueueQuery, queueHref } from '../queue/queue-address.ts';

export const manyPath = '/desk/many';
export const actPath = (act: BulkAct): string => `${manyPath}/${act}`;
export const donePath = `${manyPath}/done`;

type Asked = Readonly<Record<string, unknown>>;

/** The reports that are ticked, or all that the queue finds with its filters. */
export type Selection = readonly string[] | 'found';

export const selectionIn = (query: Asked): Selection =>
  query.which === 'found' ? 'found' : text(query.reports).split(' ').filter(isUuid);

export const actHref = (query: QueueQuery, act: BulkAct, chosen: Selection): string =>
  queueHref(query, actPath(act), chosen === 'found' ? { which: 'found' } : { reports: chosen.join(' ') });

/** A report with the due date that the page showed. */
interface Shown {
  readonly report_id: string;
  readonly due_on: IsoDate | null;
}

/** What the form repeats, so that it is done with what its page showed. */
export const shownText = (reports: readonly Shown[]): string =>
  reports.map(({ report_id, due_on }) => `${report_id}:${due_on ?? ''}`).join(' ');

export function shownIn(sent: unknown): ReadonlyMap<string, IsoDate | null> {
  const entries = text(sent)
    .split(' ')
    .map((one): [string, IsoDate | null] => [one.slice(0, 36), one.slice(37) || null]);
  return new Map(entries.filter(([id]) => isUuid(id)));
}

/** More would not fit into an address; the page counts the others. */
const mostNamed = 100;

export interface ManyDone {
  readonly act: BulkAct;
  readonly done: number;
  /** Mails to clients, and due dates that moved with the message. */
  readonly mails: number | undefined;
  readonly moved: number | undefined;
  readonly left: ReadonlyMap<string, LeftBecause>;
  /** How many more were left out. */
  readonly more: number;
}

const shortOf = (id: string) => id.replaceAll('-', '');
const longOf = (short: string) => short.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Nothing else remembers what was left out: it stands in the address, by ids alone. */
export function doneHref(
  query: QueueQuery,
  act: BulkAct,
  { done, left, mails, moved }: BulkDone & { readonly mails?: number; readonly moved?: number },
): string {
  const named = left.slice(0, mostNamed);
  const byReason = Map.groupBy(named, ({ because }) => because);
  return queueHref(query, donePath, {
    ...{ act, done: String(done) },
    ...(mails !== undefined && { mails: String(mails) }),
    ...(moved !== undefined && { moved: String(moved) }),
    ...Object.fromEntries(
      [...byReason].map(([because, of]) => [`left_${because}`, of.map(({ reportId }) => shortOf(reportId)).join('.')]),
    ),
    ...(left.length > named.length && { more: String(left.length - named.length) }),
  });
}

const countIn = (value: unknown) => (/^\d{1,5}$/.test(text(value)) ? Number(value) : undefined);

export function readDone(query: Asked, act: BulkAct): ManyDone {
  const left = leftReasons.flatMap((because) =>
    text(query[`left_${because}`])
      .split('.')
      .map(longOf)
      .filter(isUuid)
      .map((id) => [id, because] as const),
  );
  return {
    ...{ act, done: countIn(query.done) ?? 0, mails: countIn(query.mails), moved: countIn(query.moved) },
    ...{ left: new Map(left.slice(0, mostNamed)), more: countIn(query.more) ?? 0 },
  };
}
