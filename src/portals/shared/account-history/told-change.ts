// What a change of an account is told by, and what is told of it.

export type Detail = Readonly<Record<string, unknown>>;

/** What the words are made of: the names of what the event is about, or what to say where it is gone. */
export interface Told {
  readonly detail: Detail;
  readonly name: string;
  readonly orderId: number | null;
  readonly creditedPence: number | null;
  /** Their own account's; of settings that are the desk's alone they read that one was changed. */
  readonly isForClient: boolean;
  /** What the reader calls a subsidiary, as it begins a sentence. */
  readonly unit: string;
  /** Of an id in the detail. */
  readonly nameOf: (kind: 'user' | 'subsidiary' | 'api_key', id: unknown) => string;
}

export interface ChangeText {
  readonly title: string;
  /** What the event says besides. */
  readonly lines: readonly string[];
}
