// The addresses of what a client is asked on a day after its decisions.
export const followUpListPath = '/portal/follow-ups';
export const followUpPath = (checkId: string): string => `/portal/checks/${checkId}/follow-up`;
