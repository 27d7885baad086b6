// What became of the text message that goes with a mail, as a sentence.
import type { Email } from '../../../features/emails/email-actions.ts';
import { textFailureWords } from '../../../lib/text-failures.ts';
import { britishDateTime } from '../page-filters.ts';

/** Undefined if none goes with the mail. */
export function textState({ textMessage }: Pick<Email, 'textMessage'>): string | undefined {
  if (textMessage?.queuedAt == null) return undefined;
  const { to, textedAt, failure } = textMessage;
  if (textedAt !== null) return `Text message to ${to} sent on ${britishDateTime(textedAt)}`;
  return failure === null
    ? `Text message to ${to} waits`
    : `Text message to ${to} not sent: ${textFailureWords(failure)}`;
}
