// Lengths as the interface counts them: in code points, so that an emoji counts once.

/** Stops at the limit, so that a megabyte takes no longer than `maximum` characters. */
export function isLongerThan(text: string, maximum: number): boolean {
  return hasAtLeast(text, maximum + 1);
}

export function isShorterThan(text: string, minimum: number): boolean {
  return !hasAtLeast(text, minimum);
}

function hasAtLeast(text: string, length: number): boolean {
  if (text.length < length) return false;
  if (text.length >= 2 * length) return true;
  return [...text].length >= length;
}
