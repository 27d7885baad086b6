// The English texts in a table of messages: what a table of its Welsh has to hold.

/** What is no text for people: the name of another fact, an address, codes of documents. */
type NoText = 'fact' | 'href' | 'kinds';

/** As a union, so that the compiler demands the Welsh of each. */
export type TextsOf<T> = T extends string
  ? // A text that is put together in its table is known to the run alone.
    string extends T
    ? never
    : T
  : T extends (...given: never[]) => unknown
    ? never
    : T extends readonly (infer Entry)[]
      ? TextsOf<Entry>
      : T extends object
        ? { [K in keyof T]: K extends NoText ? never : TextsOf<T[K]> }[keyof T]
        : never;
