// Reads open cases of another system that a file gives line by line in JSON, each with its order in the form of interface v1: the only way
// for a case whose facts are known already.
import { type Ctx, todayFor } from '../../context.ts';
import type { Problems } from '../../lib/refusal.ts';
import { parseStrictJson } from '../../lib/strict-json.ts';
import { demand } from '../access/permissions.ts';
import { listSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { readingOf } from '../request-bodies/body-reader.ts';
import { isPlannedDay, plannedDayRule } from '../work-starts/work-start-rules.ts';
import type { BulkItem, BulkRow } from './bulk-order-actions.ts';
import { judgeArrivals } from './open-case-actions.ts';
import type { TypedArrival } from './open-case-rules.ts';
import type { OrderingCaller } from './order-actions.ts';
import { OrderBody, type OrderEntry } from './order-body.ts';
import { type AgreedOrder, type Orderable, readOrder, readOrderable } from './order-body-actions.ts';

/** The fields of a line besides its order. */
const LineHead = {
  type: 'object',
  properties: {
    Entry: { type: 'string', enum: ['candidate', 'client'] },
    EarlierNumber: { type: 'string' },
    OrderedOn: { type: 'string' },
    DueOn: { type: 'string' },
    BilledElsewhere: { type: 'boolean' },
    Subsidiary: { type: 'string' },
    StartsOn: { type: 'string' },
  },
} as const;

interface Head {
  readonly Entry?: OrderEntry;
  readonly EarlierNumber?: string;
  readonly OrderedOn?: string;
  readonly DueOn?: string;
  readonly BilledElsewhere?: boolean;
  readonly Subsidiary?: string;
  readonly StartsOn?: string;
}

const fieldNames: Readonly<Record<keyof TypedArrival, string>> = {
  ...{ earlier_number: 'EarlierNumber', ordered_on: 'OrderedOn', due_on: 'DueOn', billed_elsewhere: 'BilledElsewhere' },
};

interface LineProblem {
  /** The path in the line; empty for the whole of it. */
  readonly column: string;
  readonly text: string;
}

export interface JudgedLine extends BulkRow {
  readonly problems: readonly LineProblem[];
}

interface ReadLine {
  readonly rowNumber: number;
  readonly head: Head;
  readonly order: unknown;
  readonly problems: readonly LineProblem[];
}

const problemsAt = (prefix: string, problems: Problems): LineProblem[] =>
  Object.entries(problems.fields).flatMap(([path, texts]) =>
    texts.map((text) => ({ column: `${prefix}${path}`, text: `It ${text}` })),
  );

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch {
    return undefined;
  }
}

interface Line {
  readonly rowNumber: number;
  readonly text: string;
}

/** Those that are not empty; the caller judges no more of them than it takes. */
export const linesIn = (content: Buffer): Line[] =>
  content
    .toString('utf8')
    .split('\n')
    .map((line, at) => ({ rowNumber: at + 1, text: line.trim() }))
    .filter(({ text }) => text !== '');

/** What was not in UTF-8 was read as this: a name would be stored with it. */
const UNREADABLE = '\uFFFD';

function readLine({ text, rowNumber }: Line): ReadLine {
  const noOrder = (why: string) => ({ rowNumber, head: {}, order: {}, problems: [{ column: '', text: why }] });
  if (text.includes(UNREADABLE)) return noOrder('It has characters that are not in UTF-8: save the file in UTF-8');
  const json = parsed(text);
  if (!isObject(json)) return noOrder('It is no object in JSON that names each field once');
  const { Order: order, ...named } = json;
  const { given, problems } = readingOf(LineHead, named, {});
  const unknown = Object.keys(named).filter((name) => !Object.hasOwn(LineHead.properties, name));
  return {
    ...{ rowNumber, head: given as Head, order },
    problems: [
      ...problemsAt('', problems),
      ...unknown.map((name) => ({ column: name, text: 'No field has this name: correct it, or take it out' })),
      ...(isObject(order) ? [] : [{ column: 'Order', text: 'Give the order in the form of interface v1' }]),
    ],
  };
}

const typedOf = ({ EarlierNumber, OrderedOn, DueOn, BilledElsewhere }: Head): TypedArrival => ({
  earlier_number: EarlierNumber ?? '',
  ordered_on: OrderedOn ?? '',
  due_on: DueOn ?? '',
  billed_elsewhere: BilledElsewhere === undefined ? '' : BilledElsewhere ? 'yes' : 'no',
});

interface LineContext {
  readonly caller: OrderingCaller;
  readonly orderable: Orderable;
  readonly subsidiaries: Awaited<ReturnType<typeof listSubsidiaries>>;
}

/** By its name, else by its external id, which may differ from another in capitals alone; without one, it is for the whole account. */
function subsidiaryOf(name: string | undefined, subsidiaries: LineContext['subsidiaries']) {
  if (name === undefined) return { id: null, problems: [] };
  const same = (other: string | null) => other?.trim().toLowerCase() === name.trim().toLowerCase();
  const byId = subsidiaries.filter((one) => same(one.external_id));
  const found =
    subsidiaries.find((one) => same(one.name)) ??
    byId.find((one) => byId.length === 1 || one.external_id === name.trim());
  if (found !== undefined) return { id: found.id, problems: [] };
  return { id: null, problems: [{ column: 'Subsidiary', text: `“${name}” is no subsidiary of the account` }] };
}

const itemsOf = ({ reports }: AgreedOrder): BulkItem[] =>
  [...Map.groupBy(reports, ({ type }) => type.id)].map(([report_type_id, some]) => ({
    ...{ report_type_id, quantity: some.length },
  }));

async function judgeLine(ctx: Ctx, context: LineContext, { rowNumber, head, order, problems: shape }: ReadLine) {
  const { caller, orderable } = context;
  const { Entry: entry = 'candidate', StartsOn: startsOn } = head;
  const subsidiary = subsidiaryOf(head.Subsidiary, context.subsidiaries);
  const { given, problems } = readingOf(OrderBody, isObject(order) ? order : {}, { namesInAnyCase: true });
  // Each line has a key of ours: its number tells it from others.
  const { UniqueKey: _, ...body } = given as OrderBody;
  const command = isObject(order) ? await readOrder(ctx, caller, entry, { body, problems }, orderable) : undefined;
  const isPlanned = startsOn === undefined || isPlannedDay(startsOn, todayFor(ctx, caller));
  return {
    ...{ rowNumber, subsidiaryId: subsidiary.id, statedId: null, entry, body, isUrgent: false },
    startsOn: startsOn ?? null,
    items: command === undefined ? [] : itemsOf(command),
    problems: [
      ...shape,
      ...subsidiary.problems,
      ...(isPlanned ? [] : [{ column: 'StartsOn', text: `It ${plannedDayRule}` }]),
      ...problemsAt('Order.', problems),
    ],
  };
}

/** Lines that are judged at once: each may ask a name server about the domain of its email address. */
const judgedAtOnce = 20;

/**
 * Judges every line; stores nothing. @param mailsCandidate whether candidates whose form is awaited are mailed at once
 */
export async function judgeLines(
  ctx: Ctx,
  caller: OrderingCaller,
  sent: readonly Line[],
  { mailsCandidate }: { readonly mailsCandidate: boolean },
): Promise<readonly JudgedLine[]> {
  demand(caller, 'manage_accounts');
  const lines = sent.map(readLine);
  const [orderable, subsidiaries, arrivals] = await Promise.all([
    readOrderable(ctx, caller.accountId),
    listSubsidiaries(ctx, 'system', caller.accountId),
    judgeArrivals(
      ctx,
      caller,
      lines.map(({ rowNumber, head }) => ({ rowNumber, typed: typedOf(head) })),
      mailsCandidate,
    ),
  ]);
  const judged: JudgedLine[] = [];
  for (let at = 0; at < lines.length; at += judgedAtOnce) {
    const some = lines.slice(at, at + judgedAtOnce);
    const rows = await Promise.all(some.map((line) => judgeLine(ctx, { caller, orderable, subsidiaries }, line)));
    judged.push(
      ...rows.map((row, nth) => {
        const { arrival, problems } = arrivals[at + nth]!;
        const ofArrival = problems.map(({ input, text: why }) => ({ column: fieldNames[input], text: why }));
        return { ...row, arrival, problems: [...row.problems, ...ofArrival] };
      }),
    );
  }
  return judged;
}
