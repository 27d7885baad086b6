// The addresses of the pages of the client's people.
export const peoplePath = '/portal/people';
export const renewPath = `${peoplePath}/renew`;
