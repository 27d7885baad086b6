// Says how far the candidate has come with the form.
import type { FormProgress } from '../../../features/candidate-form/form-progress-actions.ts';
import type { OpenSteps } from '../../../features/candidate-form/open-step-actions.ts';
import { en } from '../../../messages/en.ts';
import { sayAll } from '../../../messages/say.ts';
import { agoText } from '../relative-times.ts';

export const stepsText = ({ complete, steps }: FormProgress): string => `${complete} of ${steps}`;

/** That everything is answered is not enough. */
export const notSentText =
  'Every step is done, but the form is not sent: the candidate has still to check it and press Send.';

/** The names of the open steps, each once; a name that tells an answer, such as a country, is left out of it. */
export const openStepTitles = ({ pages, hasOthers }: OpenSteps): string[] => [
  ...new Set(pages.map(({ asked }) => sayAll(en.requirements)[asked.id].title)),
  ...(hasOthers ? ['A step that only the candidate’s own page names'] : []),
];

/** `4 of 9 steps are done, the last one yesterday`; undefined before the candidate has saved anything. */
export function progressText(progress: FormProgress | undefined, now: Date): string | undefined {
  if (progress === undefined || progress.lastSavedAt === null) return undefined;
  const { complete, steps, lastSavedAt } = progress;
  return `${complete} of ${steps} steps ${complete === 1 ? 'is' : 'are'} done; the candidate was last at it ${agoText(lastSavedAt, now)}.`;
}
