// Whether what was written about somebody who is no candidate is about a person who asks, by email or by name; pure.

export interface Sought {
  readonly name: string;
  readonly emails: readonly string[];
}

const plain = (text: string): string => text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

const addressesIn = (text: string): string[] => text.split(/[\s,;<>()]/).filter((part) => /.@./.test(part));

/** Of what the desk wrote about how to reach them. A name of one word finds too many others. */
export const soughtOf = ({ name, contact }: { readonly name: string; readonly contact: string }): Sought => ({
  name: plain(name).includes(' ') ? plain(name) : '',
  emails: addressesIn(contact).map(plain),
});

export const isSearchable = ({ name, emails }: Sought): boolean => name !== '' || emails.length > 0;

/** What of the text is theirs: the whole of it if it is their name, or their address in it. */
function meantPart(text: string, { name, emails }: Sought): string | undefined {
  const value = plain(text);
  if (name !== '' && value === name) return text;
  return addressesIn(value).find((found) => emails.includes(found));
}

export const isMeant = (text: string, sought: Sought): boolean => meantPart(text, sought) !== undefined;

/** The values in the lists of a candidate's facts that name the person: what stands beside them is the candidate's own. */
export function meantIn(facts: object, sought: Sought): { readonly list: string; readonly value: string }[] {
  const found: { list: string; value: string }[] = [];
  const walk = (list: string, value: unknown): void => {
    if (typeof value === 'string') {
      const part = meantPart(value, sought);
      if (part !== undefined) found.push({ list, value: part });
    } else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) walk(list, one);
  };
  for (const [list, value] of Object.entries(facts)) if (Array.isArray(value)) walk(list, value);
  return found;
}
