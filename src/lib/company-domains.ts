// Compares the domain of a mail address with the name of an organisation; pure.
import type { RegistrableDomain } from './email-addresses.ts';

/** Words of an organisation's name that say nothing about which one it is. */
const commonWords: ReadonlySet<string> = new Set([
  ...[
    'the',
    'and',
    'of',
    'for',
    'ltd',
    'limited',
    'plc',
    'llp',
    'inc',
    'company',
    'group',
    'services',
    'holdings',
    'uk',
  ],
]);

/** The words of a name that tell which organisation it is, in lower case and without accents; none where no letter is Latin. */
export const namingWords = (organisation: string): string[] =>
  organisation
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '' && !commonWords.has(word));

/** Whether a domain has a word of the organisation's name, or its initials; undefined if the name says too little. */
export function looksLike(organisation: string, { domain, publicSuffix }: RegistrableDomain): boolean | undefined {
  const words = namingWords(organisation);
  if (words.length === 0) return undefined;
  const label = domain.slice(0, -publicSuffix.length - 1).replaceAll('-', '');
  const initials = words.map((word) => word[0]).join('');
  return (
    words.some((word) => word.length > 2 && label.includes(word)) || label === initials || label === words.join('')
  );
}
