// The texts of the mails that tell candidates how their check stands.

import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { say } from '../../messages/say.ts';
import { dear, type Words } from './letter.ts';

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
  account: string,
): Words {
  const how = say(
    isAgain
      ? 'A part of the background check that {account} asked for was opened again, and is complete. {account} has the result.'
      : 'The background check that {account} asked for is complete, and they have the results.',
    { account },
  );
  const then = areResultsShown
    ? say(isAgain ? 'You may read it, too, and all others:' : 'You may read them, too:')
    : say('You need do nothing. On your page you see what you sent and what you can ask:');
  return {
    subject: say(isAgain ? 'A result of your background check is complete again' : 'Your background check is complete'),
    paragraphs: [dear(candidateName), `${how} ${then}`],
    link: { to: formUri, says: say(areResultsShown ? 'See your results' : 'See your page') },
    closing: [
      say('When you open the link we send a code to this address, so that only you can see them.'),
      say(
        areResultsShown
          ? 'If a result is not right, tell us on the same page. What the results mean for you {account} decides: they answer your questions.'
          : 'What the results mean for you {account} decides, and tells you. They answer your questions.',
        { account },
      ),
    ],
  };
}

export interface ProblemReceived extends CandidateNews {
  readonly answerBy: IsoDate;
  /** The check goes on: what is wrong is put right before it is complete. */
  readonly isGoingOn: boolean;
}

export const problemReceivedWords = (
  { candidateName, formUri, answerBy, isGoingOn }: ProblemReceived,
  account: string,
): Words => ({
  subject: say('We have your message about your check for {account}', { account }),
  paragraphs: [
    dear(candidateName),
    say(
      isGoingOn
        ? 'You told us that something is wrong in the background check for {account}, or has changed. We look into it before your check is complete, and answer by {day} at the latest. You can read what you wrote, and our answer, here:'
        : 'You told us that something is wrong in the background check for {account}, or has changed. We look into it, and answer by {day}. You can read what you wrote, and our answer, here:',
      { account, day: formatLongDate(answerBy) },
    ),
  ],
  link: { to: formUri, says: say('See your messages') },
  closing: [
    say('When you open the link we send a code to this address, so that only you can see them.'),
    say('If you did not write to us, please tell {account}.', { account }),
  ],
});

export const problemAnsweredWords = ({ candidateName, formUri }: CandidateNews, account: string): Words => ({
  subject: say('Our answer about your check for {account}', { account }),
  paragraphs: [
    dear(candidateName),
    say(
      'You told us that something is wrong in the background check for {account}, or has changed. We have dealt with it. Please read our answer here:',
      { account },
    ),
  ],
  link: { to: formUri, says: say('Read the answer') },
  closing: [
    say('When you open the link we send a code to this address, so that only you can see it.'),
    say('If you do not agree, you can tell us again there.'),
  ],
});

/** What was corrected, and why, stands behind the code alone. */
export const answersCorrectedWords = ({ candidateName, formUri }: CandidateNews, account: string): Words => ({
  subject: say('Something that you sent for {account} was corrected', { account }),
  paragraphs: [
    dear(candidateName),
    say(
      'We have corrected something that you sent for the background check that {account} asked for. What you sent is kept as you sent it. Please read here what was corrected, and why:',
      { account },
    ),
  ],
  link: { to: formUri, says: say('Read what was corrected') },
  closing: [
    say('When you open the link we send a code to this address, so that only you can see it.'),
    say('If it is not right, tell us on the same page.'),
  ],
});

export const emailChangedWords = ({ candidateName }: Pick<CandidateNews, 'candidateName'>, account: string): Words => ({
  subject: say('Your email address for {account} was changed', { account }),
  paragraphs: [
    dear(candidateName),
    say(
      'The email address for your background check for {account} was changed on your own page. From now on we write to the new address, and the links that we sent here no longer work.',
      { account },
    ),
  ],
  closing: [say('If you did not do this, please tell {account} today.', { account })],
});

/** Their client asks the candidate before it decides. */
export const hearingAskedWords = (
  { candidateName, formUri, answerBy }: CandidateNews & { readonly answerBy: IsoDate },
  account: string,
): Words => ({
  subject: say('{account} asks you for an answer before they decide', { account }),
  paragraphs: [
    dear(candidateName),
    say(
      'Your background check for {account} is complete. Before they decide, they would like to hear from you. Please read what they write, and answer it here:',
      { account },
    ),
  ],
  link: { to: formUri, says: say('Read and answer') },
  closing: [
    [
      say('Please answer by {day}.', { day: formatLongDate(answerBy) }),
      say('When you open the link we send a code to this address, so that only you can see it.'),
    ].join(' '),
    say('If you do not expect this, please ask {account} before you go on.', { account }),
  ],
});

/** Their client tells the candidate what it decided. */
export const decisionToldWords = ({ candidateName, formUri }: CandidateNews, account: string): Words => ({
  subject: say('{account} has decided, and written to you', { account }),
  paragraphs: [
    dear(candidateName),
    say(
      'Your background check for {account} is complete, and they have decided what it means for you. Please read here what they write:',
      { account },
    ),
  ],
  link: { to: formUri, says: say('Read it') },
  closing: [
    say('When you open the link we send a code to this address, so that only you can see it.'),
    say('If you have questions, please ask {account}.', { account }),
  ],
});
