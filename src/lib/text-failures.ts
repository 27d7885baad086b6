// Why a text message was not sent: the numbers of the gateway's answer, why there was none, or a word of ours.

/** What it asked for was done before it could be sent. */
export const OVERTAKEN = 'overtaken';

/** As the end of a sentence. */
export function textFailureWords(failure: string): string {
  if (failure === OVERTAKEN) return 'what it asks for was done by then';
  return /^\d/.test(failure) ? `the gateway answered ${failure}` : `the gateway gave no answer (${failure})`;
}
