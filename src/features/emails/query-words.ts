// The mail that asks a candidate something: a question, or a step at another service.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Words } from './letter.ts';

export interface QueryMail {
  readonly candidateName: string;
  readonly formUri: string;
  readonly answerBy: IsoDate | null;
  readonly isChase: boolean;
  /** Not a question, but a step at another service. */
  readonly isStep?: boolean;
}

const by = (day: IsoDate | null) => (day === null ? 'soon' : `by ${formatLongDate(day)}`);

const texts = {
  question: {
    first: 'We have a question about',
    again: 'We still wait for your answer about',
    needed: (isChase: boolean) => `we need an answer from you${isChase ? ', and do not have it yet' : ''}`,
    asked: 'Please read the question and answer it here:',
    says: 'Answer the question',
    please: 'Please answer',
    seen: 'the question',
  },
  step: {
    first: 'There is one more step in',
    again: 'We still wait for one step in',
    needed: (isChase: boolean) =>
      `we need you to take a step at another service${isChase ? ', which is not done yet' : ''}`,
    asked: 'Please read what it is, and go there from here:',
    says: 'See the step',
    please: 'Please do it',
    seen: 'it',
  },
} as const;

export function queryWords(
  { candidateName, formUri, answerBy, isChase, isStep }: QueryMail,
  accountName: string,
): Words {
  const text = texts[isStep === true ? 'step' : 'question'];
  return {
    subject: `${isChase ? text.again : text.first} your check for ${accountName}`,
    paragraphs: [
      `Dear ${candidateName},`,
      `To go on with the background check for ${accountName} ${text.needed(isChase)}. Your check waits until then. ${text.asked}`,
    ],
    link: { to: formUri, says: text.says },
    closing: [
      `${text.please} ${by(answerBy)}. When you open the link we send a code to this address, so that only you can see ${text.seen}.`,
      `If you do not expect this, please ask ${accountName} before you go on.`,
    ],
  };
}
