// The text of the mail to the keepers of a register of certified people: how many people must be assessed again.
import type { Words } from './letter.ts';

export interface CertificationMails {
  readonly certificates_due: {
    readonly name: string;
    /** Certificates that end within so many days. */
    readonly due: number;
    readonly days: number;
    readonly lapsed: number;
    readonly page: string;
  };
}

const counted = (count: number, what: string): string =>
  `${count === 1 ? 'one' : count} ${what}${count === 1 ? '' : 's'}`;
const began = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;

export const certificationMailWords = {
  certificates_due: (
    { name, due, days, lapsed, page }: CertificationMails['certificates_due'],
    accountName: string,
  ): Words => {
    const ends = `${counted(due, 'certificate')} ${due === 1 ? 'ends' : 'end'} within ${days} days`;
    const over = `${counted(lapsed, 'certificate')} ${lapsed === 1 ? 'has' : 'have'} lapsed`;
    return {
      subject: began(due > 0 ? ends : over),
      paragraphs: [
        `Dear ${name},`,
        `In the register of certified people of ${accountName}:`,
        ...(due > 0 ? [`${began(ends)}.`] : []),
        ...(lapsed > 0
          ? [`${began(over)}: until they are certified again, these people may not perform the function.`]
          : []),
        'The register says who they are, and orders the assessment again:',
      ],
      link: { to: page, says: 'See who is due' },
      closing: [
        'If somebody has left, say so on their page.',
        `You get this on Mondays because you keep the register of ${accountName}. Your administrators set how many days before it comes.`,
      ],
    };
  },
};
