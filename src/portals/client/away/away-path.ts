// Where the client's page of who is away is.
export const awayPath = '/portal/away';
