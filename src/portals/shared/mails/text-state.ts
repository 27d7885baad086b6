// What became of the text message that goes with a mail, as a sentence.
import type { Email } from '../../../features/emails/email-actions.ts';
import { britishDateTime } from '../page-filters.ts';

/** Undefined if the mail has none, or was not sent yet. */
export function textState({ status, textMessage }: Pick<Email, 'status' | 'textMessage'>): string | undefined {
  if (textMessage === undefined || status === 'held') return undefined;
  const { to, textedAt, failure } = textMessage;
  if (textedAt !== null) return `Text message to ${to} sent on ${britishDateTime(textedAt)}`;
  return failure === null
    ? `Text message to ${to} waits`
    : `Text message to ${to} not sent: the gateway answered ${failure}`;
}
