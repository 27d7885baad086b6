// The mails about an appointment of a candidate: it is agreed, it is near, nobody is to come. They name neither the place
// nor what it is for.

import { ukDayAndTime } from '../../lib/uk-times.ts';
import { say } from '../../messages/say.ts';
import { dear, type Words } from './letter.ts';

export interface AppointmentMail {
  readonly candidateName: string;
  readonly formUri: string;
  /** A moment as JSON has it. */
  readonly at: string;
  readonly as: 'booked' | 'near' | 'called_off';
}

const texts = {
  booked: {
    subject: 'Your appointment: {when}',
    says: 'Your appointment for the background check that {account} asked for is on {when}. The place, what to bring, and an entry for your calendar are here:',
    closing: 'If you cannot come, please say so on the same page, so that we find another time.',
  },
  near: {
    subject: 'A reminder of your appointment: {when}',
    says: 'Your appointment for the background check that {account} asked for is on {when}. The place and what to bring are here:',
    closing: 'If you cannot come, please say so on the same page, so that we find another time.',
  },
  called_off: {
    subject: 'Your appointment is called off: {when}',
    says: 'Your appointment for the background check that {account} asked for, on {when}, is called off. You need not come. How your check is going, you can see here:',
    closing: 'If we need another appointment, we write to you.',
  },
} as const;

export function appointmentWords({ candidateName, formUri, at, as }: AppointmentMail, account: string): Words {
  const text = texts[as];
  const when = ukDayAndTime(new Date(at));
  return {
    subject: say(text.subject, { when }),
    paragraphs: [dear(candidateName), say(text.says, { account, when })],
    link: { to: formUri, says: say(as === 'called_off' ? 'See how your check is going' : 'See your appointment') },
    closing: [
      say(text.closing),
      say('When you open the link we send a code to this address, so that only you can see it.'),
    ],
  };
}
