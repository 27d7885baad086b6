// The addresses of the page on which a client decides about a candidate, and of its form that asks them first.

export const decisionPath = (checkId: string): string => `/portal/checks/${checkId}/decision`;
export const hearingPath = (checkId: string): string => `/portal/checks/${checkId}/hearing`;
