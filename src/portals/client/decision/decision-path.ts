// The addresses of the page on which a client decides about a candidate, and of its other forms.

export const decisionPath = (checkId: string): string => `/portal/checks/${checkId}/decision`;
export const hearingPath = (checkId: string): string => `/portal/checks/${checkId}/hearing`;
export const answerPath = (checkPage: string): string => `${checkPage}/hearing/answer`;
export const letterPath = (checkPage: string, letter: string): string => `${checkPage}/letters/${letter}/file`;
export const handedOverPath = (checkPage: string, letter: string): string => `${checkPage}/letters/${letter}`;
export const confirmPath = (checkId: string): string => `${decisionPath(checkId)}/confirm`;
export const returnPath = (checkId: string): string => `${decisionPath(checkId)}/return`;
