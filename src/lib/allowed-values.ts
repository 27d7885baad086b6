// How a refusal names the values that would do: all of a short list, or where a long one is read.

const mostListed = 20;

/** Goes behind what is wrong: `: one, another`. @param place where they are listed, as `GET /path` */
export function allowedInstead(allowed: readonly string[], place?: string): string {
  if (allowed.length <= mostListed) return `: ${allowed.join(', ')}`;
  return place === undefined ? '' : `: ${place} lists them`;
}
