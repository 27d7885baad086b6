// Which text a form or an address may have; pure.

/** NUL (decisions, Limits of a request) and every other control character except white space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
const unreadable = /[\0-\x08\x0e-\x1f\x7f]/;

/** The fields of a query or a form; a name may have several values. */
export const isReadable = (fields: unknown): boolean =>
  !Object.entries(fields ?? {})
    .flat(2)
    .some((text) => unreadable.test(text));
