// The address of the page on which a client confirms the identity of several people at once.
export const identitiesPath = '/portal/identities';
