// What candidates read before they agree. Raise `CONSENT_WORDING` with every change of these words: a page that was
// opened before is then shown again. The words as they were read are kept with the answer.
export const consent = {
  checked: 'What is checked',
  answeredBy: (who: string) => `Answered by: ${who.replace(/\.$/, '')}.`,
  asked: 'Who is asked about you',
  askedOfRecords: 'Those who hold the records get what they need of your answers to find you.',
  askedOfPeople: (account: string) =>
    `Employers, schools and people whom you name learn that you are being checked for ${account}. We ask them to confirm what you told us, and what their form asks besides.`,
  askedOfEmployers: 'If we may not ask an employer yet, say so with that job.',
  abroad: 'Which other countries your data go to',
  abroadAdequate: (countries: string) =>
    `They go to authorities, registers or agencies in: ${countries}. By UK adequacy regulations the law there protects them as well.`,
  abroadAtRisk: (countries: string) =>
    `They go to authorities, registers or agencies in: ${countries}. The law there may not protect them as well as here: they may be used for other purposes and kept longer, and you may not be able to enforce your rights there.`,
  agreesToTransfer: (countries: string) =>
    `I agree that my data go to: ${countries}, and I know the risk that is named above.`,
  later: 'What is looked at again later',
  laterWhy: (account: string) =>
    `${account} asks us to look at these results again after the check, and to say if they change. You may end that at any time, on the page behind your link; the check stays as it is.`,
  seen: 'Who sees it',
  seenBy: (account: string) =>
    `${account} gets the results, with the documents behind them. The people and companies that do a part of the check see what that part needs. Everyone who looks at your results is put on record.`,
  decided: 'Who decides',
  decidedBy: (account: string) =>
    `We report what the records say. A person at ${account} decides what it means for you. If you think that a result is wrong, say so on the page behind your link, and tell ${account} before they decide.`,
  kept: 'How long it is kept',
  keptFor: (account: string, days: number, keepsStaff: boolean, neverHiredDays: number) => {
    const encrypted = 'Your details are encrypted with a key of your own; erasing them destroys that key.';
    const longer = 'while a result is looked at again or a claim or complaint needs it';
    const unhired =
      neverHiredDays === 0
        ? ''
        : `If ${account} does not take you on: ${neverHiredDays} days after it says so here, or after your last check is over, whichever is later. `;
    if (days === 0)
      return `For as long as ${account} needs it to decide, and the law asks for a record of it. Ask ${account} how long that is. ${unhired}${encrypted}`;
    if (keepsStaff)
      return `For as long as you are in the record of staff of ${account}, and then for ${days} days after you have left or your last check is over, whichever is later; longer ${longer}. ${unhired || `If ${account} does not take you on, the ${days} days begin when ${account} has said so here. `}${encrypted}`;
    return `${days} days after your last check is over, or longer ${longer}. ${unhired}${encrypted}`;
  },
  withdrawn: 'If you change your mind',
  withdrawing: (account: string) =>
    `You may withdraw at any time and without a reason, on the page behind your link. Then all work on the check stops, and we tell ${account}.`,
  fromClient: (account: string) => `From ${account}`,
  notice: (account: string) => `Privacy notice of ${account}`,
  noticeSays: (account: string) => `It says what ${account} itself does with your details:`,
  agreesToChecks: 'I have read this, and I agree that these checks are carried out.',
  agreesToChecksAndLater:
    'I have read this, and I agree that these checks are carried out, and that these results are looked at again later.',
  agreesToCriminalRecord: (account: string) =>
    `I agree that my criminal record is checked, and that ${account} learns the result.`,
} as const;
