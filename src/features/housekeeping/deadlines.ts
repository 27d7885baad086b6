// The one list of what is done when a deadline is due: a feature with deadlines adds its handler here.
import type { DeadlineHandler } from '../deadlines/deadline.ts';

export const deadlineHandlers: readonly DeadlineHandler[] = [];
