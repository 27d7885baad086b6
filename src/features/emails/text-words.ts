// The words of text messages: what mails to candidates say who have to do something, in a sentence with the link.

import { formatLongDate } from '../../lib/dates.ts';
import { ukDayAndTime } from '../../lib/uk-times.ts';
import { say } from '../../messages/say.ts';
import { type SpokenLanguage, speaking } from '../../messages/spoken-language.ts';
import type { EmailTemplates, TemplateName } from './email-templates.ts';
import { freshLinkText } from './fresh-link-words.ts';

export type TextedTemplate = 'check_invitation' | 'form_link' | 'form_reminder' | 'query_to_candidate' | 'appointment';

const waiting = {
  question: { first: 'We need an answer from you', again: 'We still need an answer from you' },
  step: { first: 'One step waits for you', again: 'One step still waits for you' },
  certificate: {
    first: 'A document that only you can get is needed',
    again: 'A document that only you can get is still needed',
  },
  appointment: { first: 'Please choose a time for an appointment', again: 'Please choose a time for your appointment' },
} as const;

const words: { readonly [T in TextedTemplate]: (values: EmailTemplates[T], accountName: string) => string } = {
  check_invitation: ({ formUri: link, submitBy }, account) =>
    submitBy === undefined
      ? say('{account} asks you to fill in a form for your background check. Our email says more. {link}', {
          ...{ account, link },
        })
      : say('{account} asks you to fill in a form for your background check by {day}. Our email says more. {link}', {
          ...{ account, link, day: formatLongDate(submitBy) },
        }),
  form_link: freshLinkText,
  form_reminder: ({ formUri: link, submitBy, isLate }, account) =>
    isLate
      ? say(
          '{account} still waits for the form of your background check. Please submit it as soon as you can. {link}',
          {
            ...{ account, link },
          },
        )
      : say('{account} still waits for the form of your background check. Please submit it by {day}. {link}', {
          ...{ account, link, day: formatLongDate(submitBy) },
        }),
  query_to_candidate: ({ formUri: link, answerBy, isChase, asks }, account) => {
    const waits = waiting[asks ?? 'question'][isChase ? 'again' : 'first'];
    return answerBy === null
      ? say(`${waits} to go on with your background check for {account}. {link}`, { account, link })
      : say(`${waits} by {day} to go on with your background check for {account}. {link}`, {
          ...{ account, link, day: formatLongDate(answerBy) },
        });
  },
  appointment: ({ formUri: link, at, as }, account) =>
    say(
      as === 'called_off'
        ? 'Your appointment for your background check for {account}, on {when}, is called off. {link}'
        : 'Your appointment for your background check for {account} is on {when}. {link}',
      { account, link, when: ukDayAndTime(new Date(at)) },
    ),
};

const isTexted = (template: TemplateName): template is TextedTemplate => Object.hasOwn(words, template);

/** Undefined for a mail that goes by mail only. */
export const textWords = <T extends TemplateName>(
  template: T,
  values: EmailTemplates[T],
  accountName: string,
  language: SpokenLanguage,
): string | undefined =>
  isTexted(template)
    ? speaking(language, () =>
        (words[template] as (values: unknown, accountName: string) => string)(values, accountName),
      )
    : undefined;
