// The problems of a file with many lines; pure.
import { Problems } from './refusal.ts';

const shownProblems = 20;

/** Refuses with `invalid_fields` (file) if there are problems: the first of them, and how many more there are. */
export function refuseFile(problems: Problems): void {
  const messages = problems.fields.file ?? [];
  const first = new Problems();
  for (const message of messages.slice(0, shownProblems)) first.add('file', message);
  if (messages.length > shownProblems) first.add('file', `has ${messages.length - shownProblems} more problems`);
  first.refuse('invalid_fields');
}
