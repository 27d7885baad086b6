// JSON in one form: equal values give the same text, whatever the order of their properties.

function sorted(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted);
