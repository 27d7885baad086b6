// Compares the names of people as different sources write them.

/** In any case, with or without accents; other characters than letters separate words. */
const words = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** Sources write O'Neil as O NEIL and as ONEIL. */
const joined = (name: string) => name.replace(/['’ʼ]/g, '');

/** Whether a source's name contains the first and the last name, in any order. */
export function holdsName(listed: string, [first, last]: readonly [first: string, last: string]): boolean {
  return [(name: string) => name, joined].some((spelled) => {
    const known = new Set(words(spelled(listed)));
    const [given] = words(spelled(first));
    const family = words(spelled(last));
    return given !== undefined && known.has(given) && family.every((word) => known.has(word));
  });
}
