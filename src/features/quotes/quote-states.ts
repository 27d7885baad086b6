// The states of a quote as data: what was sent is never changed, a new version takes its place.
import type { IsoDate } from '../../lib/dates.ts';
import type { StateTable } from '../../lib/state-table.ts';

export type QuoteState = 'draft' | 'sent' | 'accepted' | 'declined' | 'replaced';
export type QuoteMove = 'send' | 'accept' | 'decline' | 'replace';

export const quoteTable: StateTable<QuoteState, QuoteMove> = {
  draft: { send: 'sent' },
  sent: { accept: 'accepted', decline: 'declined', replace: 'replaced' },
  accepted: {},
  declined: { replace: 'replaced' },
  replaced: {},
};

/** As people read it: the day that ends it is no move of anybody. */
export type ShownQuoteState = QuoteState | 'expired';

/** @param today a UK day; the quote holds on its last day */
export const shownState = (
  { status, validUntil }: { readonly status: QuoteState; readonly validUntil: IsoDate },
  today: IsoDate,
): ShownQuoteState => (status === 'sent' && validUntil < today ? 'expired' : status);
