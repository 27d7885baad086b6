// What an identifier looks like: a UUID, its letters in either case; and where those of a moment begin.
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);

/** When a UUID of version 7 was made. */
export const momentOfUuid = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

/** No UUID of version 7 that was made at this moment or later is less. */
export function firstUuidAt(moment: Date): string {
  const digits = Math.max(moment.getTime(), 0).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
