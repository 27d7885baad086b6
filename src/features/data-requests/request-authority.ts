// Who of the desk sees and answers what people ask.
import { type Asker, askerMay } from '../access/permissions.ts';
import { isOfDelay } from './data-request.ts';

type Answered = Parameters<typeof isOfDelay>[0];

/** Complaints about a delay are also of who answers those alone. */
export const maySee = (by: Asker, about: Answered): boolean =>
  askerMay(by, 'read_erasures') || (askerMay(by, 'read_complaints') && isOfDelay(about));
export const mayAnswer = (by: Asker, about: Answered): boolean =>
  askerMay(by, 'decide_restrictions') || (askerMay(by, 'answer_complaints') && isOfDelay(about));
