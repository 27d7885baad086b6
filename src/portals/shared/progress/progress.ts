// How far a check is: the same steps for its candidate and for its client.

import type { Check } from '../../../features/checks/check.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { say } from '../../../messages/say.ts';

interface Step {
  readonly label: string;
  readonly at: Date | null;
  readonly is: 'done' | 'current' | 'to-come';
}

/** Undefined for a check that was closed on its way: it goes no further. A client entry has no form. */
export function progressOf({
  status,
  createdAt,
  formCompletedAt,
  completedAt,
}: Pick<Check, 'status' | 'createdAt' | 'formCompletedAt' | 'completedAt'>): readonly Step[] | undefined {
  const isComplete = status === 'complete';
  if (!isComplete && !isOngoing(status)) return undefined;
  const awaitsForm = status === 'awaiting_applicant';
  const form: Step = { label: say('Form submitted'), at: formCompletedAt, is: awaitsForm ? 'to-come' : 'done' };
  return [
    { label: say('Ordered'), at: createdAt, is: awaitsForm ? 'current' : 'done' },
    ...(awaitsForm || formCompletedAt !== null ? [form] : []),
    { label: say('In progress'), at: null, is: awaitsForm ? 'to-come' : isComplete ? 'done' : 'current' },
    { label: say('Complete'), at: completedAt, is: isComplete ? 'current' : 'to-come' },
  ];
}
