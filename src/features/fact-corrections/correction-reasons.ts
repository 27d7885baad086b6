// Why the desk corrects what a candidate stated, with the texts of the pages.

export const correctionReasons = {
  candidate: 'The candidate told us',
  client: 'The client told us',
  document: 'A document shows it',
  mistyped: 'It was mistyped',
} as const;

export type CorrectionReason = keyof typeof correctionReasons;

export const isCorrectionReason = (text: string): text is CorrectionReason => Object.hasOwn(correctionReasons, text);
