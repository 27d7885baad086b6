// At how many days overdue the client is reminded of an invoice; pure.

/**
 * The step at which an invoice is to be reminded now: the last one that it has reached, if it was reminded at neither that nor a
 * later one. Undefined for none.
 * @param days overdue @param steps in days overdue @param taken the steps at which it was reminded
 */
export function stepDue(days: number, steps: readonly number[], taken: readonly number[]): number | undefined {
  const reached = Math.max(0, ...steps.filter((step) => step <= days));
  return reached > Math.max(0, ...taken) ? reached : undefined;
}

/** Whether no other step comes: somebody decides what happens next. */
export const isLastStepTaken = (steps: readonly number[], taken: readonly number[]): boolean =>
  taken.length > 0 && Math.max(...taken) >= Math.max(...steps);
