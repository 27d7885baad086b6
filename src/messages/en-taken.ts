// How answers and an agreement came that somebody of the desk took from a candidate, on the telephone or on paper.
import { formatLongDate, type IsoDate } from '../lib/dates.ts';

/** What a caller may be asked to show that they are the candidate. */
export const callerProofs = {
  dob: 'Date of birth',
  email: 'Email address',
  mobile: 'Mobile number',
  telephone: 'Landline number',
  address: 'Present address',
  account: 'Which company asked for the check',
  called_back: 'We called the number that stands in the order',
} as const;

export type CallerProof = keyof typeof callerProofs;

const came = { telephone: 'on the telephone', paper: 'on paper' } as const;

type From = keyof typeof came;

export const taken = {
  /** Of the history, for the desk and the client. */
  begun: (from: unknown): string =>
    from === 'paper'
      ? 'The screening company types in the candidate’s paper form'
      : 'The candidate gives the answers on the telephone',
  /** @param isWhole all answers, not some of them */
  toClient: (from: From, isWhole: boolean): string =>
    `The candidate gave ${isWhole ? 'the answers' : 'some of the answers'} ${came[from]}; the screening company typed them.`,
  /** @param by the names of those who typed @param pages what was asked, as a list; empty for all */
  atDesk: (
    from: From,
    { by, when, pages }: { readonly by: string; readonly when: string; readonly pages: string },
  ): string =>
    `${from === 'paper' ? 'From paper' : 'On the telephone'}, typed by ${by}, ${when}${pages === '' ? '' : `: ${pages}`}`,
  agreed: (
    { is, by, on }: { readonly is: 'read_out' | 'signed'; readonly by: string; readonly on?: IsoDate },
    day: IsoDate,
  ): string =>
    is === 'signed'
      ? `Signed on paper${on === undefined ? '' : ` on ${formatLongDate(on)}`}; ${by} attached the paper to the order on ${formatLongDate(day)}.`
      : `Read out on the telephone by ${by} on ${formatLongDate(day)}; the candidate said yes.`,
} as const;
