// The text of the mail that tells the operator what ends soon.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import type { Words } from './letter.ts';

/** What ends, as a subject of a sentence, and what to do. */
export const expiringThings = {
  certificate: {
    called: 'the certificate of the pages',
    do: 'Renew it: the program reads the new file of PROBITY_TLS_CERTIFICATE without a restart.',
  },
  provider_ca: {
    called: 'a certificate in PROBITY_PROVIDER_CA',
    do: 'Ask the data provider for its new authority, write it to the file, and restart.',
  },
  webhook_ca: {
    called: 'a certificate in PROBITY_WEBHOOK_CA',
    do: 'Ask the client for its new authority, write it to the file, and restart.',
  },
  outgoing_certificate: {
    called: 'the certificate',
    do: 'Whoever runs it renews it, most of them by themselves: ask them if the day does not change.',
  },
  dvla_password: {
    called: 'the password of DVLA driver data',
    do: 'Set a new one at DVLA, write it to PROBITY_DVLA_CREDENTIALS and its last day to PROBITY_DVLA_PASSWORD_ENDS, and restart.',
  },
  single_sign_on: {
    called: 'the secret of the single sign-on of a client',
    do: 'Its administrators are mailed as well, and enter the new one under Single sign-on.',
  },
} as const;

export type ExpiringThing = keyof typeof expiringThings;

/** @param of the host that it belongs to, if there are several of the kind */
export const calledOf = ({ what, of }: { readonly what: ExpiringThing; readonly of?: string | undefined }): string =>
  of === undefined ? expiringThings[what].called : `${expiringThings[what].called} of ${of}`;

export interface ExpiryMails {
  /** To the operator; days are less than 0 for what is over. */
  readonly expiries_near: {
    readonly ends: readonly {
      readonly what: ExpiringThing;
      readonly of?: string | undefined;
      readonly on: IsoDate;
      readonly days: number;
    }[];
  };
}

const began = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

export const expiryMailWords = {
  expiries_near: ({ ends }: ExpiryMails['expiries_near']): Words => ({
    subject: `${ends.length === 1 ? began(calledOf(ends[0]!)) : `${ends.length} things`} of Probity ${ends.length === 1 ? 'ends' : 'end'} soon`,
    paragraphs: ends.map(
      ({ on, days, ...end }) =>
        `${began(calledOf(end))} ${days < 0 ? 'ended' : 'ends'} on ${formatLongDate(on)}. ${expiringThings[end.what].do}`,
    ),
    closing: ['You get this at the address of PROBITY_ALARM_MAIL. `probity status` shows what is left.'],
  }),
};
