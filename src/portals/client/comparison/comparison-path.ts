// The address of the page on which a client records who compared a person with the photograph of their right to work.
export const comparisonPath = (checkId: string): string => `/portal/checks/${checkId}/right-to-work`;

/** Of several people at once. */
export const comparisonsPath = '/portal/comparisons';
