// The colour of a client that has not set its own.

export const defaultBrandColour = '#17485a';
