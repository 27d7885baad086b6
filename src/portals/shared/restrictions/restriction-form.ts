// The form with which a candidate, or the client or the desk for them, asks that data are restricted.

import type { askRestriction } from '../../../features/restrictions/restriction-actions.ts';
import {
  isRestrictionGround,
  type RestrictionGround,
  restrictionGrounds,
} from '../../../features/restrictions/restriction-grounds.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { sayText } from '../../../messages/say.ts';

type Body = Readonly<Record<string, unknown>> | null | undefined;

export const textIn = (body: Body, name: string): string => {
  const typed = body?.[name];
  return typeof typed === 'string' ? typed.replaceAll('\r\n', '\n').trim() : '';
};

export const askedIn = (body: Body) => ({
  ground: textIn(body, 'ground'),
  words: textIn(body, 'words'),
  way: textIn(body, 'way'),
});

const grounds = Object.entries(restrictionGrounds);

export const candidateGrounds = (chosen: string) =>
  grounds.map(([value, { label, hint }]) => ({
    value,
    text: sayText(label),
    hint: { text: sayText(hint) },
    checked: value === chosen,
  }));

/** As the client and the desk say them. */
export const namedGrounds = (chosen: string) =>
  grounds.map(([value, { name, law }]) => ({ value, text: name, hint: { text: law }, checked: value === chosen }));

export const groundOf = (ground: RestrictionGround) => restrictionGrounds[ground];

/** What is wrong with the fields; undefined if `work` did what they ask. */
export async function refusedFieldsOf(work: () => Promise<void>): Promise<FieldMessages | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
    return error.fields;
  }
}

export function refusedAsking(
  body: Body,
  ask: (asked: Parameters<typeof askRestriction>[3]) => Promise<void>,
): Promise<FieldMessages | undefined> {
  const { ground, words } = askedIn(body);
  return refusedFieldsOf(async () => {
    if (isRestrictionGround(ground)) return ask({ ground, words });
    const missing = words === '' ? { words: ['Say why'] } : {};
    throw new Refusal('invalid_fields', { ground: ['Choose the reason'], ...missing });
  });
}
