// The texts of the mails that tell candidates how their check stands.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Words } from './letter.ts';

export interface CandidateNews {
  readonly candidateName: string;
  readonly formUri: string;
}

export interface CandidateCheckComplete extends CandidateNews {
  /** A report was opened again, and is complete with a result that may be another. */
  readonly isAgain: boolean;
  /** Whether the client lets candidates see their results. */
  readonly areResultsShown: boolean;
}

export function candidateCheckCompleteWords(
  { candidateName, formUri, isAgain, areResultsShown }: CandidateCheckComplete,
  accountName: string,
): Words {
  const how = isAgain
    ? `A part of the background check that ${accountName} asked for was opened again, and is complete. ${accountName} has the result.`
    : `The background check that ${accountName} asked for is complete, and they have the results.`;
  const read = isAgain ? 'You may read it, too, and all others:' : 'You may read them, too:';
  return {
    subject: isAgain ? 'A result of your background check is complete again' : 'Your background check is complete',
    paragraphs: [
      `Dear ${candidateName},`,
      areResultsShown
        ? `${how} ${read}`
        : `${how} You need do nothing. On your page you see what you sent and what you can ask:`,
    ],
    link: { to: formUri, says: areResultsShown ? 'See your results' : 'See your page' },
    closing: [
      'When you open the link we send a code to this address, so that only you can see them.',
      areResultsShown
        ? `If a result is not right, tell us on the same page. What the results mean for you ${accountName} decides: they answer your questions.`
        : `What the results mean for you ${accountName} decides, and tells you. They answer your questions.`,
    ],
  };
}

export interface ProblemReceived extends CandidateNews {
  readonly answerBy: string;
}

export const problemReceivedWords = (
  { candidateName, formUri, answerBy }: ProblemReceived,
  accountName: string,
): Words => ({
  subject: `We have your message about your check for ${accountName}`,
  paragraphs: [
    `Dear ${candidateName},`,
    `You told us that something is wrong in the background check for ${accountName}, or has changed. We look into it, and answer by ${answerBy}. You can read what you wrote, and our answer, here:`,
  ],
  link: { to: formUri, says: 'See your messages' },
  closing: [
    'When you open the link we send a code to this address, so that only you can see them.',
    `If you did not write to us, please tell ${accountName}.`,
  ],
});

export const problemAnsweredWords = ({ candidateName, formUri }: CandidateNews, accountName: string): Words => ({
  subject: `Our answer about your check for ${accountName}`,
  paragraphs: [
    `Dear ${candidateName},`,
    `You told us that something is wrong in the background check for ${accountName}, or has changed. We have dealt with it. Please read our answer here:`,
  ],
  link: { to: formUri, says: 'Read the answer' },
  closing: [
    'When you open the link we send a code to this address, so that only you can see it.',
    'If you do not agree, you can tell us again there.',
  ],
});

/** Their client asks the candidate before it decides. */
export const hearingAskedWords = (
  { candidateName, formUri, answerBy }: CandidateNews & { readonly answerBy: IsoDate },
  accountName: string,
): Words => ({
  subject: `${accountName} asks you for an answer before they decide`,
  paragraphs: [
    `Dear ${candidateName},`,
    `Your background check for ${accountName} is complete. Before they decide, they would like to hear from you. Please read what they write, and answer it here:`,
  ],
  link: { to: formUri, says: 'Read and answer' },
  closing: [
    `Please answer by ${formatLongDate(answerBy)}. When you open the link we send a code to this address, so that only you can see it.`,
    `If you do not expect this, please ask ${accountName} before you go on.`,
  ],
});

/** Their client tells the candidate what it decided. */
export const decisionToldWords = ({ candidateName, formUri }: CandidateNews, accountName: string): Words => ({
  subject: `${accountName} has decided, and written to you`,
  paragraphs: [
    `Dear ${candidateName},`,
    `Your background check for ${accountName} is complete, and they have decided what it means for you. Please read here what they write:`,
  ],
  link: { to: formUri, says: 'Read it' },
  closing: [
    'When you open the link we send a code to this address, so that only you can see it.',
    `If you have questions, please ask ${accountName}.`,
  ],
});
