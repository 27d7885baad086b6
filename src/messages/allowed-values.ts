// How a message names the accepted values: all of a short list, or where to read a long one.

const mostListed = 20;

/** Text to append to a message, such as `: one, another`. @param place where the values are listed, as `GET /path` */
export function allowedInstead(allowed: readonly string[] = [], place?: string): string {
  if (allowed.length === 0) return '';
  if (allowed.length <= mostListed) return `: ${allowed.join(', ')}`;
  return place === undefined ? '' : `: ${place} lists them`;
}
