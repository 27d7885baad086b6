// A statement about screening with its source and its confidence.
import type { IsoDate } from '../../lib/dates.ts';
import { type SourceId, sources } from './sources.ts';

/** `check_before_relying` is shown to operators and screeners. */
export type Confidence = 'confirmed' | 'check_before_relying';

export interface Known<T> {
  readonly value: T;
  /** null if it is general knowledge without a source. */
  readonly source: SourceId | null;
  readonly checkedOn: IsoDate;
  readonly confidence: Confidence;
}

/** A statement by a source. */
export const from = <const T>(source: SourceId, value: T, confidence: Confidence = 'confirmed'): Known<T> => ({
  value,
  source,
  checkedOn: sources[source].checkedOn,
  confidence,
});

/** A statement of general knowledge, for which no source was found. */
export const unconfirmed = <const T>(value: T, checkedOn: IsoDate = '2026-11-22'): Known<T> => ({
  value,
  source: null,
  checkedOn,
  confidence: 'check_before_relying',
});
