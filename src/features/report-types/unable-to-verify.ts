// Why a report was closed without a confirmation: properties that every report type has, and their words.
import type { Properties } from './breakdown.ts';

/** The closed list of reasons, with the words that people read. */
export const unableReasons = {
  no_reply: 'No reply to our requests',
  refuses: 'The source refuses to answer',
  records_gone: 'The records no longer exist',
  company_closed: 'The company has closed',
  wrong_details: 'The details lead to nobody who can confirm them',
} as const;

export type UnableReason = keyof typeof unableReasons;

export const unableProperties = {
  unable_to_verify: { choice: unableReasons },
  requests_sent: 'number',
  calls_made: 'number',
} as const satisfies Properties;

const isReason = (value: unknown): value is UnableReason =>
  typeof value === 'string' && Object.hasOwn(unableReasons, value);

const times = (count: number): string => ['never', 'once', 'twice'][count] ?? `${count} times`;

/** `asked 3 times by mail and called twice` */
const askedText = (sent: unknown, calls: number): string =>
  typeof sent === 'number' && sent > 0
    ? `asked ${times(sent)} by mail and called ${times(calls)}`
    : `called ${times(calls)}`;

/** The reason of these properties in words; undefined if they have none. */
export function unableWords({
  unable_to_verify: reason,
  requests_sent: sent,
  calls_made: calls,
}: Readonly<Record<string, unknown>>) {
  if (!isReason(reason)) return undefined;
  if (reason === 'no_reply' && typeof calls === 'number' && calls > 0) return `No reply: ${askedText(sent, calls)}`;
  if (reason !== 'no_reply' || typeof sent !== 'number') return unableReasons[reason];
  return `No reply to ${sent === 1 ? 'our request' : `our ${sent} requests`}`;
}
