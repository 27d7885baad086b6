// The time that the figures of a client are of.

const DAY_MS = 86_400_000;
export const periods = { 90: 'The last 90 days', 365: 'The last year', 730: 'The last two years' } as const;
const DEFAULT_DAYS = 365;

export interface AskedTime {
  /** As the address has it. */
  readonly days: unknown;
  /** By the clock of the client's data. */
  readonly now: Date;
}

export const daysOf = ({ days }: Pick<AskedTime, 'days'>): number =>
  Object.hasOwn(periods, Number(days)) ? Number(days) : DEFAULT_DAYS;

export const sinceOf = (time: AskedTime): Date => new Date(time.now.getTime() - daysOf(time) * DAY_MS);
