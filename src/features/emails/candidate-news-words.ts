// The text of the mail that tells a candidate that their check is complete.
import type { Words } from './letter.ts';

export interface ResultsReady {
  readonly candidateName: string;
  readonly formUri: string;
  /** A report was opened again, and is complete with a result that may be another. */
  readonly isAgain: boolean;
}

export const resultsReadyWords = ({ candidateName, formUri, isAgain }: ResultsReady, accountName: string): Words => ({
  subject: isAgain ? 'A result of your background check is complete again' : 'Your background check is complete',
  paragraphs: [
    `Dear ${candidateName},`,
    isAgain
      ? `A part of the background check that ${accountName} asked for was opened again, and is complete. ${accountName} has the result. You may read it, too, and all others:`
      : `The background check that ${accountName} asked for is complete, and they have the results. You may read them, too:`,
  ],
  link: { to: formUri, says: 'See your results' },
  closing: [
    'When you open the link we send a code to this address, so that only you can see them.',
    `If a result is not right, tell us on the same page. What the results mean for you ${accountName} decides: they answer your questions.`,
  ],
});
