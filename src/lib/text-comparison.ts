// Compares free texts that two people wrote about the same thing, word by word; pure.
const emptyWords = new Set(['a', 'an', 'and', 'the', 'of', 'in', 'for']);
const wordsIn = (text: string) =>
  new Set(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll('&', ' ')
      .replace(/[^\p{L}\p{N}\s]/gu, (sign) => (sign === "'" || sign === '’' ? '' : ' '))
      .split(/\s+/)
      .filter((word) => word !== '' && !emptyWords.has(word)),
  );

/** The same words in any order are the same; a part of the other is for a person to judge. */
export function compareTexts(claimed: string, stated: string): 'same' | 'differs' | 'to_judge' {
  const [one, other] = [wordsIn(claimed), wordsIn(stated)];
  // A text of signs only: nothing can be compared.
  if (one.size === 0 || other.size === 0) return claimed.trim() === stated.trim() ? 'same' : 'to_judge';
  const [isWithin, isAround] = [[...one].every((word) => other.has(word)), [...other].every((word) => one.has(word))];
  if (isWithin && isAround) return 'same';
  return isWithin || isAround ? 'to_judge' : 'differs';
}
