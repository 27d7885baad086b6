// What the copy on the candidate's own page leaves out, because nobody looks it through before they take it, and it may be
// about others (Data Protection Act 2018, Sch. 2 para. 16); pure.
import type { Attachment } from '../attachments/attachment.ts';
import type { Email } from '../emails/email-actions.ts';
import { isBare } from './readable-copy-rules.ts';

/** Where the words stood. */
export const unreadNote = 'Left out of this copy, because nobody has looked it through: it may be about others';

export const ownCopyLacks =
  'The copy on your own page leaves out what others wrote freely about your check or added to it, such as notes, comments and reasons, because nobody has looked through whether it is about other people.';
export const ownCopyMore =
  'To have that, too, ask us on that page for a copy again and say that you want it: a person then looks it through.';

/** By the part of an order, the names of what others wrote freely in it; what candidates wrote or were told is theirs. */
const freeWords: Readonly<Record<string, readonly string[]>> = {
  notes: ['text'],
  comments: ['text'],
  corrections: ['text'],
  verifications: ['confirmed_by', 'note', 'why'],
  charge_queries: ['words', 'answer'],
  order_changes: ['note'],
  decisions: ['reason', 'answers'],
  proposed_decisions: ['reason', 'answers'],
  follow_ups: ['note'],
  sent_out: ['what_came', 'what_came_before'],
  provider_requests: ['detail', 'calls'],
  conditional_start: ['text', 'supervisor', 'longer', 'before_limited'],
  // Who of the desk read it out or attached the signed page.
  consent: ['by'],
  later_consents: ['by'],
};

function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => without(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      names.includes(name) && !isBare(part) ? unreadNote : without(part, names),
    ]),
  );
}

/** The same of what is kept of the person beside their orders. */
const freeWordsOfPerson: Readonly<Record<string, readonly string[]>> = {
  certificates: ['note', 'reason'],
  conduct_breaches: ['found', 'action'],
  // Given in confidence, too (para. 24).
  references_given: ['answers', 'words'],
};

export const personWithoutFreeWords = <Person extends object>(person: Person): Person =>
  Object.fromEntries(
    Object.entries(person).map(([part, value]) => [part, without(value, freeWordsOfPerson[part] ?? [])]),
  ) as Person;

interface Order {
  readonly queries: readonly { readonly addressee: string; readonly text: string; readonly answer: string }[];
}

/** @param order as it is written as JSON */
export const withoutFreeWords = (order: Order & object): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(order).map(([part, value]) => [part, without(value, freeWords[part] ?? [])] as const),
  ),
  queries: order.queries.map((one) => (one.addressee === 'candidate' ? one : without(one, ['text', 'answer']))),
});

export const isOwnFile = ({ uploadedBy }: Pick<Attachment, 'uploadedBy'>): boolean => uploadedBy === 'candidate';

export const isOwnMail = ({ recipient }: Pick<Email, 'recipient'>): boolean => recipient === 'candidate';
