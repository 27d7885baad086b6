// The addresses of what is done with many orders of the list at once.
export const withdrawManyPath = '/portal/withdraw';
export const moveManyPath = '/portal/subsidiary';
