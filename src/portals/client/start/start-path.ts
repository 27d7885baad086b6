// The address of the page on which a client records a start of work.
export const startPath = (checkId: string): string => `/portal/checks/${checkId}/start`;
