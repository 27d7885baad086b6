// Finds on a page in Welsh what is English and does not say so.
import assert from 'node:assert/strict';

/** What stands outside of what is marked as English: texts, and attributes that are read out. */
export function unmarkedTexts(html: string): string[] {
  const page = html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<(span|div|option|a|li)\b[^>]* lang="en"[^>]*>[\s\S]*?<\/\1>/g, '');
  const title = /<title[^>]*>([^<]*)/.exec(page)?.[1] ?? '';
  const body = page.slice(page.indexOf('<body'));
  const read = [...body.matchAll(/ (?:alt|aria-label|title|placeholder)="([^"]+)"/g)].map(([, text]) => text!);
  return [title, ...body.split(/<[^>]*>/), ...read].map((text) => text.trim()).filter((text) => text !== '');
}

export const englishWords =
  /\b(the|your|you|and|of|with|this|that|are|when|where|which|add|change|enter|choose|select|yes|please|about|not|for|from|by)\b/i;

/** Names that stand in English wherever they are written. */
export const englishNames =
  /No fixed abode|Acme Care|Vexworthy|GOV\.UK|High Street|National Entitlement Card|Keeping children safe in education/g;

export function assertWelsh(html: string, page: string): void {
  assert.match(html, /<html lang="cy"/, page);
  const left = unmarkedTexts(html).filter((text) => englishWords.test(text.replace(englishNames, '')));
  assert.deepEqual(left, [], page);
}

export const markedIn = (html: string): string[] =>
  [...html.matchAll(/<(?:span|option)\b[^>]* lang="en"[^>]*>([^<]*)/g)].map(([, text]) => text!.trim());
