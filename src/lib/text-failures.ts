// Why a text message was not sent: the numbers of the gateway's answer, why there was none, or a word of ours.

/** Nobody was to be asked any more when it could be sent. */
export const OVERTAKEN = 'overtaken';

/** The gateway took it at no attempt. */
export const GIVEN_UP = 'given_up';

/** As the end of a sentence. */
export function textFailureWords(failure: string): string {
  if (failure === OVERTAKEN) return 'it was no longer needed';
  if (failure === GIVEN_UP) return 'the gateway did not take it in 36 hours';
  return /^\d/.test(failure) ? `the gateway answered ${failure}` : `the gateway gave no answer (${failure})`;
}
