// A statement about the trade together with where it comes from and how far it may be relied on.
import type { IsoDate } from '../../lib/dates.ts';
import { type SourceId, sources } from './sources.ts';

/** `check_before_relying`: shown to operators and screeners as such. */
export type Confidence = 'confirmed' | 'check_before_relying';

export interface Known<T> {
  readonly value: T;
  /** null where only the general knowledge of the trade says it. */
  readonly source: SourceId | null;
  readonly checkedOn: IsoDate;
  readonly confidence: Confidence;
}

/** As a source says it. */
export const from = <const T>(source: SourceId, value: T, confidence: Confidence = 'confirmed'): Known<T> => ({
  value,
  source,
  checkedOn: sources[source].checkedOn,
  confidence,
});

/** The general knowledge of the trade: no source was found that says it. */
export const unconfirmed = <const T>(value: T, checkedOn: IsoDate = '2026-11-22'): Known<T> => ({
  value,
  source: null,
  checkedOn,
  confidence: 'check_before_relying',
});
