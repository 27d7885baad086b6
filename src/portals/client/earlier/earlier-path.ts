// The address of the client's list of cases of the earlier system.

export const earlierPath = '/portal/people/earlier';
