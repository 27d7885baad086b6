// Says how far the candidate has come with the form.
import type { FormProgress } from '../../../features/candidate-form/form-progress-actions.ts';
import { agoText } from '../relative-times.ts';

export const stepsText = ({ complete, steps }: FormProgress): string => `${complete} of ${steps}`;

/** `4 of 9 steps are done, the last one yesterday`; undefined before the candidate has saved anything. */
export function progressText(progress: FormProgress | undefined, now: Date): string | undefined {
  if (progress === undefined || progress.lastSavedAt === null) return undefined;
  const { complete, steps, lastSavedAt } = progress;
  return `${complete} of ${steps} steps ${complete === 1 ? 'is' : 'are'} done; the candidate was last at it ${agoText(lastSavedAt, now)}.`;
}
