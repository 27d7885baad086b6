// Says how long ago something was, in the largest unit that fits.
const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

let format: Intl.RelativeTimeFormat | undefined;

/** `just now`, `5 minutes ago`, `3 days ago`. */
export function agoText(at: Date, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - at.getTime()) / 1000);
  const unit = units.find(([, length]) => seconds >= length);
  if (unit === undefined) return 'just now';
  format ??= new Intl.RelativeTimeFormat('en-GB');
  return format.format(-Math.floor(seconds / unit[1]), unit[0]);
}
