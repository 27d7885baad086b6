// Answers that are a list: what was typed for each entry, under a number that stays.
import type { Typed } from './form-page.ts';

export interface Entry {
  /** Given once, so that a page left open never edits another entry. */
  readonly key: number;
  readonly typed: Typed;
}

export interface EntryAnswer {
  readonly entries: readonly Entry[];
}
