// The mail that asks a candidate something: a question, a step at another service, the time of an appointment, or a certificate.

import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { say } from '../../messages/say.ts';
import { dear, type Words } from './letter.ts';

export interface QueryMail {
  readonly candidateName: string;
  readonly formUri: string;
  readonly answerBy: IsoDate | null;
  readonly isChase: boolean;
  /** By default a question. */
  readonly asks?: 'step' | 'appointment' | 'certificate';
}

const please = {
  question: 'Please answer',
  step: 'Please do it',
  appointment: 'Please choose',
  certificate: 'Please add it',
} as const;

const texts = {
  question: {
    first: 'We have a question about your check for {account}',
    again: 'We still wait for your answer about your check for {account}',
    asked:
      'To go on with the background check for {account} we need an answer from you. Your check waits until then. Please read the question and answer it here:',
    askedAgain:
      'To go on with the background check for {account} we need an answer from you, and do not have it yet. Your check waits until then. Please read the question and answer it here:',
    says: 'Answer the question',
    code: 'When you open the link we send a code to this address, so that only you can see the question.',
  },
  step: {
    first: 'There is one more step in your check for {account}',
    again: 'We still wait for one step in your check for {account}',
    asked:
      'To go on with the background check for {account} we need you to take a step at another service. Your check waits until then. Please read what it is, and go there from here:',
    askedAgain:
      'To go on with the background check for {account} we need you to take a step at another service, which is not done yet. Your check waits until then. Please read what it is, and go there from here:',
    says: 'See the step',
    code: 'When you open the link we send a code to this address, so that only you can see it.',
  },
  certificate: {
    first: 'Your check for {account} waits for a document that only you can get',
    again: 'We still wait for a document that only you can get, for your check for {account}',
    asked:
      'To go on with the background check for {account} we need a document that only you can get. Your check waits until then. Please read how to apply for it, tell us when you have applied, and add it when you have it, here:',
    askedAgain:
      'To go on with the background check for {account} we need a document that only you can get, and do not have it yet. Your check waits until then. If you have it, please add it. If you wait for it, tell us when you applied; if you cannot get it, tell us why. You do all of it here:',
    says: 'See the document',
    code: 'When you open the link we send a code to this address, so that only you can see it.',
  },
  appointment: {
    first: 'Please choose a time for an appointment in your check for {account}',
    again: 'We still wait for the time that suits you for your check for {account}',
    asked:
      'One part of the background check for {account} needs an appointment with you. Your check waits until then. Please see the place and the times, and choose one here:',
    askedAgain:
      'One part of the background check for {account} needs an appointment with you, and you have not chosen a time yet. Your check waits until then. Please see the place and the times, and choose one here:',
    says: 'Choose a time',
    code: 'When you open the link we send a code to this address, so that only you can see it.',
  },
} as const;

export function queryWords({ candidateName, formUri, answerBy, isChase, asks }: QueryMail, account: string): Words {
  const kind = asks ?? 'question';
  const text = texts[kind];
  const when =
    answerBy === null
      ? say(`${please[kind]} soon.`)
      : say(`${please[kind]} by {day}.`, { day: formatLongDate(answerBy) });
  return {
    subject: say(isChase ? text.again : text.first, { account }),
    paragraphs: [dear(candidateName), say(isChase ? text.askedAgain : text.asked, { account })],
    link: { to: formUri, says: say(text.says) },
    closing: [
      `${when} ${say(text.code)}`,
      say('If you do not expect this, please ask {account} before you go on.', { account }),
    ],
  };
}
