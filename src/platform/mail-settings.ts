// The settings of the mail server, and of the gateway for text messages.
import { asOneOf, asSender, asTextSender, asUrl, setting } from './setting-readers.ts';

export const mailSettings = {
  mailUrl: setting({
    name: 'PROBITY_MAIL_URL',
    meaning: 'Mail server, such as smtps://user:password@mail.example.com; without it the demo only shows its mails.',
    secret: true,
    read: asUrl('smtp:', 'smtps:'),
  }),
  mailStartTls: setting({
    name: 'PROBITY_MAIL_STARTTLS',
    default: 'required',
    meaning:
      'Whether a mail server at smtp:// must offer STARTTLS, except on this machine; `optional` sends in clear where it offers none.',
    read: asOneOf('required', 'optional'),
  }),
  mailFrom: setting({
    name: 'PROBITY_MAIL_FROM',
    default: 'Probity <no-reply@localhost>',
    meaning: 'Sender of the mails.',
    read: asSender,
  }),
  textUrl: setting({
    name: 'PROBITY_TEXT_URL',
    meaning:
      'Gateway for text messages to candidates, with the API of Twilio, such as https://user:password@texts.example.com/Messages.json; accounts switch them on.',
    secret: true,
    read: asUrl('https:'),
  }),
  textFrom: setting({
    name: 'PROBITY_TEXT_FROM',
    meaning: 'Sender of text messages that the gateway knows: a number such as +447700900123, or a name.',
    read: asTextSender,
  }),
};
