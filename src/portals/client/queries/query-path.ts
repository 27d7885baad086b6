// Where a client answers what the desk asks.
export const queryPath = (checkId: string, queryId: string) => `/portal/checks/${checkId}/queries/${queryId}`;
