// Compares the lines of a supplier's invoice with what was sent to it, and says what follows for the costs; pure.
import type { SupplierRequestStatus } from '../suppliers/supplier-request.ts';
import type {
  InvoiceLine,
  InvoiceTotals,
  LineStanding,
  SupplierInvoiceMark,
  SupplierInvoiceState,
} from './supplier-invoice.ts';

/** A line as the spreadsheet has it. */
export interface ReadLine {
  /** Of the spreadsheet, from 2. */
  readonly line: number;
  /** Our id of the request, or the number of the order; empty where the line says none. */
  readonly ours: string;
  /** The supplier's own number. */
  readonly theirs: string;
  readonly report: string;
  readonly claimedPence: number;
}

/** Work that was sent to the supplier. */
export interface SentRequest {
  readonly id: string;
  readonly orderId: number;
  /** The supplier's own number; empty if it is not known. */
  readonly reference: string;
  /** By which the type of the report may be called. */
  readonly reportNames: readonly string[];
  readonly status: SupplierRequestStatus;
  readonly costPence: number;
}

export type ComparedLine = Omit<InvoiceLine, 'decision'>;

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** `VF1042`, `vf 1042` and `1042`. */
const orderIn = (text: string): number | undefined => {
  const digits = /^(?:vf)?0*(\d{1,9})$/.exec(plain(text))?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const isCalled = ({ reportNames }: SentRequest, report: string): boolean =>
  report !== '' && reportNames.some((name) => plain(name).includes(report) || report.includes(plain(name)));

/** Undefined if it is none of the requests, or if it may be several. @param isCharged whether another line charges it already */
function requestOf(
  { ours, theirs, report, claimedPence }: ReadLine,
  sent: readonly SentRequest[],
  isCharged: (id: string) => boolean,
): SentRequest | undefined {
  const byId = sent.find(({ id }) => id === ours.toLowerCase());
  if (byId !== undefined) return byId;
  // A dash is no number: it does not match work whose number is not known.
  const number = plain(theirs);
  const byReference = number === '' ? [] : sent.filter(({ reference }) => plain(reference) === number);
  if (byReference.length === 1) return byReference[0];
  const order = orderIn(ours);
  const ofOrder = order === undefined ? [] : sent.filter(({ orderId }) => orderId === order);
  const ofType = ofOrder.filter((one) => isCalled(one, plain(report)));
  const found = ofOrder.length === 1 ? ofOrder : ofType;
  // Of work that was sent twice, the one that is not charged yet; what is credited was charged.
  const isCredit = claimedPence < 0;
  return found.find(({ id }) => isCharged(id) === isCredit) ?? found[0];
}

const isCalledOff = ({ status }: SentRequest): boolean => status === 'cancelled' || status === 'to_call_off';

/** Of what is not found, the numbers alone: a supplier may write the candidate's name beside them, and these are kept in clear. */
const numbersIn = (texts: readonly string[]): string =>
  texts
    .map((text) => text.split(/\s+/).filter((word) => /\d/.test(word) && !word.includes('@')))
    .filter((words) => words.length > 0)
    .map((words) => words.join(' '))
    .join(', ');

/** @param charged the ids of that of which earlier invoices of the supplier are or may be paid something */
export function compareLines(
  lines: readonly ReadLine[],
  sent: readonly SentRequest[],
  charged: ReadonlySet<string>,
): ComparedLine[] {
  const taken = new Set(charged);
  return lines.map((one): ComparedLine => {
    const { line, claimedPence } = one;
    const request = requestOf(one, sent, (id) => taken.has(id));
    if (request === undefined) {
      const number = numbersIn([one.ours, one.theirs]);
      return { line, claimedPence, requestId: null, number, found: 'unknown', expectedPence: null };
    }
    const { id: requestId, costPence: expectedPence } = request;
    if (claimedPence < 0) return { line, claimedPence, requestId, number: '', found: 'credited', expectedPence };
    const isSecond = taken.has(requestId);
    taken.add(requestId);
    const differs = claimedPence !== expectedPence;
    const found = isSecond ? 'twice' : !differs ? 'agreed' : isCalledOff(request) ? 'called_off' : 'price';
    return { line, claimedPence, requestId, number: '', found, expectedPence };
  });
}

export const standingOf = ({ found, decision }: Pick<InvoiceLine, 'found' | 'decision'>): LineStanding =>
  decision ?? (found === 'agreed' ? 'agreed' : 'open');

const isPayable = (line: Pick<InvoiceLine, 'found' | 'decision'>): boolean =>
  ['agreed', 'accepted'].includes(standingOf(line));

/** What is to be paid of a line as it stands: of another price, what was agreed before. */
function payableOf(line: Pick<InvoiceLine, 'found' | 'decision' | 'claimedPence' | 'expectedPence'>): number {
  if (isPayable(line)) return line.claimedPence;
  return line.found === 'price' ? Math.min(line.claimedPence, line.expectedPence!) : 0;
}

export function totalsOf(
  lines: readonly Pick<InvoiceLine, 'found' | 'decision' | 'claimedPence' | 'expectedPence'>[],
): InvoiceTotals {
  const totals = { claimedPence: 0, agreedPence: 0, disputedPence: 0, openPence: 0 };
  for (const line of lines) {
    const payable = payableOf(line);
    totals.claimedPence += line.claimedPence;
    totals.agreedPence += payable;
    if (standingOf(line) === 'disputed') totals.disputedPence += line.claimedPence - payable;
    if (standingOf(line) === 'open') totals.openPence += line.claimedPence - payable;
  }
  return totals;
}

/** @param mark the newest; undefined if there is none */
export function stateOf(
  lines: readonly Pick<InvoiceLine, 'found' | 'decision'>[],
  mark: SupplierInvoiceMark | undefined,
): SupplierInvoiceState {
  if (mark === 'paid' || mark === 'discarded') return mark;
  const standings = new Set(lines.map(standingOf));
  return standings.has('open') ? 'to_decide' : standings.has('disputed') ? 'disputed' : 'agreed';
}

/** It takes off what another line charges, of this invoice or an earlier one. Somebody decides: what is disputed is not paid already. */
const isCredit = ({ found }: Pick<InvoiceLine, 'found'>): boolean => found === 'credited';

/** A line that charges some work, of whichever invoice. */
export interface ChargingLine extends Pick<InvoiceLine, 'found' | 'decision' | 'claimedPence'> {
  readonly expectedPence: number;
  /** Its invoice was loaded by mistake. */
  readonly isDiscarded: boolean;
}

/** What a line adds to the cost of its work; undefined if nothing is paid for it. */
function costOf(line: ChargingLine): number | undefined {
  if (isPayable(line)) return line.claimedPence;
  if (line.found === 'twice') return undefined;
  return line.found === 'price' || line.decision !== 'disputed' ? line.expectedPence : undefined;
}

/**
 * What some work costs by the lines that charge it, the oldest first: what was agreed on, and where that is not decided, what
 * it cost before. A line for which nothing is paid counts only where no other line is paid. What is credited is taken off.
 */
export function agreedCost(lines: readonly [ChargingLine, ...ChargingLine[]]): number {
  const counted = lines.filter(({ isDiscarded }) => !isDiscarded);
  const [credits, charges] = [counted.filter(isCredit), counted.filter((line) => !isCredit(line))];
  const costs = charges.flatMap((line) => costOf(line) ?? []);
  const charged = costs.length === 0 ? lines[0].expectedPence : costs.reduce((sum, pence) => sum + pence, 0);
  return Math.max(0, charged + totalsOf(credits).agreedPence);
}
