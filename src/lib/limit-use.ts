// How much of a limit is used, and from where on it is near.

const NEAR_PERCENT = 80;

/** In whole per cent. */
export const usedPercentOf = (used: number, limit: number): number => Math.floor((100 * used) / limit);

/** Four fifths are used, or more. */
export const isNear = (percent: number): boolean => percent >= NEAR_PERCENT;
