// The mail that invites a candidate to the form.
import { formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { say, sayText } from '../../messages/say.ts';
import { spokenLanguage } from '../../messages/spoken-language.ts';
import { dear, type Sender, type Words } from './letter.ts';

export interface InvitationMail {
  readonly candidateName: string;
  readonly formUri: string;
  readonly reports: readonly string[];
  /** Undefined if the answers are filled in. Mails that were queued before this was said have none. */
  readonly effort?:
    | { readonly minutes: number; readonly entries: string; readonly atHand: readonly string[] }
    | undefined;
  /** The day by which the candidate is asked for the form. */
  readonly submitBy: IsoDate | undefined;
  /** The planned first day of work, to come. */
  readonly startsOn?: IsoDate | undefined;
  /** Set if the order repeats an earlier one; whether the answers of that are filled in. */
  readonly again?: { readonly isRenewal: boolean; readonly isFilledIn: boolean } | undefined;
}

/** Separated by semicolons, because labels contain commas; a report ordered twice is listed once. */
const listed = (labels: readonly string[]) => [...new Set(labels)].map((label) => sayText(label)).join('; ');

/** In the first mails, of candidates and referees. */
export const formIsInWelshToo = 'Mae’r ffurflen hon ar gael yn Gymraeg hefyd: agorwch y ddolen a dewiswch Cymraeg.';

/** Why the form is wanted by then. */
export const firstDayWords = (startsOn: IsoDate | undefined): string[] =>
  startsOn === undefined
    ? []
    : [
        say('Your first day of work is planned for {day}. The checks can begin once you have submitted the form.', {
          day: formatLongDate(startsOn),
        }),
      ];

export const invitationWords = (
  { candidateName, formUri, reports, effort, submitBy, startsOn, again }: InvitationMail,
  account: string,
  { invitationWords: own, offersWelsh }: Pick<Sender, 'invitationWords' | 'offersWelsh'>,
): Words => ({
  subject: say(
    again?.isRenewal
      ? '{account} asks you to bring your background check up to date'
      : '{account} asks you to complete a background check',
    { account },
  ),
  paragraphs: [
    dear(candidateName),
    say(
      again?.isRenewal
        ? 'We have carried out a background check on you for {account} before. They now ask us to check again: {reports}.'
        : '{account} has asked us to carry out a background check on you: {reports}.',
      { account, reports: listed(reports) },
    ),
    ...(own ? [say('{account} writes to you:', { account }), ...own.split('\n')] : []),
    again?.isFilledIn
      ? say(
          'What you answered before is filled in already. Please look it through, and change what is no longer right. Every answer is saved, and you can stop and come back at any time.',
        )
      : [
          say('Please fill in the online form.'),
          ...(effort
            ? [
                say('It takes about {minutes} minutes{entries}.', {
                  ...{ minutes: effort.minutes, entries: sayText(effort.entries) },
                }),
              ]
            : []),
          say('Every answer is saved, and you can stop and come back at any time.'),
        ].join(' '),
    ...(effort && effort.atHand.length > 0
      ? [say('Have at hand: {things}.', { things: effort.atHand.map((thing) => sayText(thing)).join('; ') })]
      : []),
    ...firstDayWords(startsOn),
    submitBy === undefined
      ? say('The form:')
      : say('Please submit the form by {day}:', { day: formatLongDate(submitBy) }),
  ],
  link: { to: formUri, says: say('Open your form') },
  // Whoever reads the first mail has chosen nothing yet.
  ...(offersWelsh && spokenLanguage() === 'en' ? { alsoInWelsh: formIsInWelshToo } : {}),
  closing: [
    say(
      'The link keeps working until the check is finished. When you open it we send a code to this address, so that only you can see and give your details.',
    ),
    say('You need help, or cannot use the internet? Somebody you trust may help you with the form, or ask {account}.', {
      account,
    }),
    say('If you do not expect this, please ask {account} before you go on.', { account }),
  ],
});
