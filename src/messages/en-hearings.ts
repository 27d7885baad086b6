// What clients ask candidates before they decide, and what they tell them afterwards, in English.

const paragraphsOf = (lines: string): string => lines.split('\n').join('\n\n');

/**
 * @param reports those that are not clear, by their labels; what was found in them the client tells in its own way
 * @param own words of the client in place of ours, a paragraph a line; empty for ours
 * @param isOfCertificate a criminal record is among them, whose certificate only the candidate has
 */
export const askedWords = (reports: readonly string[], own: string, isOfCertificate: boolean): string =>
  [
    ...(own === ''
      ? [
          'Before we decide, we want to hear from you. Your background check is complete, and this part of it is not clear:',
        ]
      : [paragraphsOf(own), 'This part of your background check is not clear:']),
    reports.map((label) => `- ${label}`).join('\n'),
    ...(own === '' && isOfCertificate ? [showCertificate] : []),
    ...(own === '' ? ourQuestions : []),
  ].join('\n\n');

const showCertificate =
  'If the authority sent the certificate to you, please show us the original: say when you can bring it, or show it in a video call. Tell us as well how it came about, how long ago it was, and what has changed since.';

const ourQuestions = [
  'Nothing is decided yet. Ask us what was found, if you do not know it. Please tell us whether it is right, how it came about, and what else we should know.',
  'We read what you write before we decide.',
];

/** The words in square brackets are replaced before it is sent. @param own as for `askedWords` @param isLetter to somebody without a page of their own */
export const toldWords = (own: string, isLetter: boolean): string =>
  own === '' ? (isLetter ? ourDecision.replace('say so on this page', 'tell us') : ourDecision) : paragraphsOf(own);

const ourDecision = [
  'We have now decided: [say what you decided, why, and what it means for the candidate].',
  'If you think that a result of your background check is not right, say so on this page: it is looked into. If you have questions, please ask us.',
].join('\n\n');

export const hearingProblemSentences = {
  no_words: 'Write what you ask the candidate',
  no_told_words: 'Write what you tell the candidate',
  no_answer: 'Write your answer',
  too_long: 'The text must be 2,000 characters or fewer',
  placeholder: 'Replace the words in square brackets',
  not_a_day_of_letter: 'Enter the day on which it was handed over: not before it was written, and not to come',
  not_a_day: 'Enter a day from tomorrow on, within three months',
  too_soon:
    'For a job in the United States give the candidate at least the working days that your account has set, five or more',
  too_many: 'There are many answers from you already, which are being read. Please wait for that',
} as const;

export type HearingProblem = keyof typeof hearingProblemSentences;
