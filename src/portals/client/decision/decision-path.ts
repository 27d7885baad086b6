// The address of the page on which a client decides about a candidate.

export const decisionPath = (checkId: string): string => `/portal/checks/${checkId}/decision`;
