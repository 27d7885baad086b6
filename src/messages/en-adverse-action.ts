// What the law of the United States wants a candidate to read before and after a decision against them, in English. Our own words:
// the form of the authority the operator keeps under Texts at the desk.

export interface ScreenerTold {
  readonly name: string;
  /** Address and email address, as far as the operator has set them. */
  readonly contact: readonly string[];
}

/** Until the operator has put the current form of the Consumer Financial Protection Bureau in its place. */
export const usualRightsSummary = [
  'A short summary of your rights under the Fair Credit Reporting Act (FCRA):',
  '- You must be told if a background check was used against you, and who made it.',
  '- You may see what the company that made it has about you. It is free within 60 days of a decision against you.',
  '- You may dispute what is wrong or incomplete. The company must look into it, as a rule within 30 days, and correct or delete what it cannot confirm.',
  '- As a rule, what is negative and more than seven years old is not reported, and a bankruptcy not after ten years. Convictions may be reported for longer.',
  '- An employer needs your written authorisation before it gets a report about you.',
  '- You may claim damages from who breaks this law. Your state may give you more rights.',
  'The full summary is published by the Consumer Financial Protection Bureau: consumerfinance.gov/learnmore.',
].join('\n');

const withName = ({ name, contact }: ScreenerTold) => [name, ...contact].join(', ');

/** Stands below what the client writes before it decides. @param isLetter to somebody without a page of their own */
export const preAdverseNotice = (screener: ScreenerTold, rights: string, isLetter: boolean): string =>
  [
    `This notice is given under the Fair Credit Reporting Act (FCRA) of the United States. We may decide against you, in whole or in part because of your background check. ${withName(screener)} made it. Nothing is decided yet.`,
    `A copy of your report ${isLetter ? 'is enclosed' : 'is on this page'}, and a summary of your rights stands below. If something in the report is wrong or incomplete, say so${isLetter ? '' : ' on this page'} in the time that you are given: while it is looked into, we do not decide against you.`,
    rights,
  ].join('\n\n');

/** Stands below what the client tells of a decision against somebody. */
export const adverseActionNotice = (screener: ScreenerTold): string =>
  [
    `This notice is given under the Fair Credit Reporting Act (FCRA) of the United States. Our decision rests, in whole or in part, on your background check. ${withName(screener)} made it.`,
    `${screener.name} did not make this decision and cannot tell you why it was made. You may ask ${screener.name} for a free copy of your report within 60 days of this notice. You may dispute with ${screener.name} what in it is wrong or incomplete.`,
  ].join('\n\n');
