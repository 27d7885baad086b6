// The lists by the names in commands and settings, with their titles in results.

export const listTitles = {
  uk: 'UK Sanctions List',
  un: 'United Nations Security Council Consolidated List',
  eu: 'European Union Consolidated Financial Sanctions List',
  ofac: 'OFAC Specially Designated Nationals List',
} as const;

export type ListName = keyof typeof listTitles;

export const listNames = Object.keys(listTitles) as readonly ListName[];
