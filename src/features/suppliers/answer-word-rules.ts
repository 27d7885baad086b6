// Whether the answer of a supplier says that nothing was found, so that what says more stands out; pure.

const aloneEnough: ReadonlySet<string> = new Set([
  ...['clear', 'negative', 'nil', 'nil return', 'nil result', 'none', 'none found', 'not found', 'nothing found'],
  ...['nothing known', 'nothing recorded', 'no trace', 'record not found', 'records not found'],
]);

const noRecord =
  /^no (adverse |court |criminal |further |matching |public )*(cases?|convictions?|data|entries|entry|hits?|information|judgments?|match|matches|records?|results?|trace)( (was|were|is|are|has been|have been))?( (found|held|identified|located|on file|recorded|returned|traced))?$/;

/** Only what says this and nothing else: any other word is for a person to read. */
export function saysNothingFound(words: string): boolean {
  const plain = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return aloneEnough.has(plain) || noRecord.test(plain);
}
