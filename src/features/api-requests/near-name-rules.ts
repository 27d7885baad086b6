// Tells a misspelt name of the interface from any other name that a program sent. The request log shows misspelt ones alone:
// any other may be what somebody typed, such as a surname. Pure.

const LONGEST = 40;

/** `date_of_birth`, `DateOfBirth` and `date-of-birth` have the same words. */
const wordsIn = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);

/**
 * The letters to change, where two that changed places count once. Not the similarity by which sanctions are searched: for that,
 * `Maria` is near `marital`.
 */
function distance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const steps = [row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (isSame ? 0 : 1)];
      row.push(Math.min(...steps, isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY));
    }
    [before, last] = [last, row];
  }
  return last[other.length]!;
}

/** One wrong letter, and two of a long word; a short one must be right. */
const stepsOf = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2);

/** @param names of the interface. Whether each word of a name is one of theirs, or near one. */
export function nearName(names: Iterable<string>): (name: string) => boolean {
  const known = new Set([...names].flatMap(wordsIn));
  const isNear = (word: string) =>
    known.has(word) ||
    [...known].some((one) => Math.abs(one.length - word.length) <= 2 && distance(word, one) <= stepsOf(word));
  // Three digits are no name.
  return (name) =>
    /^[\w.-]+$/.test(name) && name.length <= LONGEST && !/\d{3}/.test(name) && wordsIn(name).every(isNear);
}
