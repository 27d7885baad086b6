// Why a report was closed without a confirmation: properties that every report type has, and their words.
import type { Properties } from './breakdown.ts';
import type { Area, ReportType } from './report-type.ts';

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

/** Areas whose reports ask people: employers, schools, registers and agencies; the others ask an authority or a data source. */
const areasOfAsking: readonly Area[] = [
  ...(['employment', 'education', 'health', 'professional_bodies'] as const),
  ...(['international_criminal_records', 'international'] as const),
];
const areasOfCompanies: readonly Area[] = ['employment', 'education'];

type Areal = Pick<ReportType, 'area'>;

/** Whether somebody is asked by mail and telephone who may not reply. */
export const asksPeople = ({ area }: Areal): boolean => areasOfAsking.includes(area);

/** The reasons that a report of this type can have, with their words. */
export const unableReasonsOf = ({ area }: Areal): Readonly<Record<string, string>> => {
  const { company_closed: _, ...others } = unableReasons;
  return areasOfCompanies.includes(area) ? unableReasons : others;
};

/** Of these properties, those that are offered for a report of this type; what it says already stays. */
export function unableOffered(type: Areal, said: Readonly<Record<string, unknown>>): Properties {
  const { unable_to_verify: reason, ...counts } = unableProperties;
  const kept = isReason(said.unable_to_verify) ? { [said.unable_to_verify]: unableReasons[said.unable_to_verify] } : {};
  const shown = Object.entries(counts).filter(([name]) => asksPeople(type) || said[name] !== undefined);
  return {
    unable_to_verify: { ...reason, choice: { ...unableReasonsOf(type), ...kept } },
    ...Object.fromEntries(shown),
  };
}

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
