// Where quotes are.
export const quotesPath = '/desk/quotes';

export const quoteHref = (id: string): string => `${quotesPath}/${id}`;
