// What the ZIPs of exports have: of orders, or of people, a folder each.
import type { Ctx } from '../../context.ts';
import { CSV_START, type CsvColumns, csvLines } from '../../lib/csv.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { ZipEntry } from '../../platform/files/zip-archive.ts';
import { isInScope } from '../access/scope-rules.ts';
import { listSubsidiaries } from '../accounts/subsidiary-actions.ts';
import { readPerson } from '../applicants/applicant-actions.ts';
import type { WholeEarlier } from '../earlier-cases/earlier-case-actions.ts';
import { typeLabels } from '../earlier-cases/earlier-case-rules.ts';
import { readCentralRecord } from '../lists/central-record-actions.ts';
import { recordColumns } from '../lists/central-record-columns-rules.ts';
import type { RecordedPerson } from '../lists/central-record-rules.ts';
import { findListedChecks } from '../lists/check-list-queries.ts';
import { readRecordForm } from '../lists/record-form-actions.ts';
import {
  type ArchivedKind,
  type ArchivedOrder,
  type ArchiveReader,
  archiveOf,
  evidenceKind,
  MOST_ARCHIVED,
  resultsKind,
  type ToArchive,
} from '../lists/results-archive-actions.ts';
import { listPersonFiles, openPersonFile } from '../person-files/person-file-actions.ts';
import { makeEvidenceBundle } from '../results/evidence-bundle-actions.ts';
import { makeResultsDocument } from '../results/results-document-actions.ts';

/** What would wait for a job of its own is made here. */
const madeHere = (make: typeof makeEvidenceBundle, { read, ...kind }: ArchivedKind): ArchivedKind => ({
  ...kind,
  async read(ctx, caller, checkId, waitMs) {
    await make(ctx, caller, checkId);
    return read(ctx, caller, checkId, waitMs);
  },
});

const pdfs = madeHere(makeResultsDocument, resultsKind);
const bundles = madeHere(makeEvidenceBundle, evidenceKind);

/** An order with the beginnings of the paths of its files. */
interface FiledOrder extends ArchivedOrder {
  readonly pdfs: string;
  readonly bundles: string;
}

const columns: CsvColumns<FiledOrder> = {
  order: ({ orderId }) => `VF${orderId}`,
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  status: ({ status }) => status,
  result: ({ light }) => light,
  ended_on: ({ completedAt }) => completedAt && ukDateOf(completedAt),
  pdf: (order) => order.file && `${order.pdfs}VF${order.orderId}${pdfs.ending}`,
  evidence: (order) => order.file && `${order.bundles}${order.file}`,
};

async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_START);
  for await (const some of lines) yield Buffer.from(some);
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** Both files of each order. @param index gets the orders with what was really written */
async function* filesOf(
  ctx: Ctx,
  wanted: readonly ToArchive[],
  places: Pick<FiledOrder, 'pdfs' | 'bundles'>,
  index: (orders: readonly FiledOrder[]) => void,
): AsyncGenerator<ZipEntry> {
  for await (const { path, content } of archiveOf(ctx, wanted, pdfs, nothing))
    if (path.endsWith(pdfs.ending)) yield { path: places.pdfs + path, content };
  const indexed = (orders: readonly ArchivedOrder[]) => {
    index(orders.map((order) => ({ ...order, ...places })));
    return nothing();
  };
  for await (const { path, content } of archiveOf(ctx, wanted, bundles, indexed))
    if (path.endsWith(bundles.ending)) yield { path: places.bundles + path, content };
}

const indexEntry = (orders: readonly FiledOrder[]): ZipEntry => ({
  path: 'index.csv',
  content: bytesOf(csvLines(columns, [orders])),
});

const earlierColumns: CsvColumns<WholeEarlier['earlier']> = {
  earlier_number: ({ number }) => number,
  first_name: ({ firstName }) => firstName,
  last_name: ({ lastName }) => lastName,
  date_of_birth: ({ dob }) => dob,
  email: ({ email }) => email,
  job: ({ job }) => job,
  reference: ({ reference }) => reference,
  ordered_on: ({ orderedOn }) => orderedOn,
  completed_on: ({ completedOn }) => completedOn,
  result: ({ light }) => light,
  report_types: (one) => typeLabels(one).join('; '),
  pdf: earlierPath,
};

/** The position keeps cases apart whose numbers a file cannot be called by. */
function earlierPath({ position }: WholeEarlier['earlier']): string {
  return `earlier-system/${position}.pdf`;
}

/** The orders of a part, and the cases of the earlier system, which have an index of their own. */
export async function* partEntries(
  ctx: Ctx,
  wanted: readonly ToArchive[],
  cases: readonly WholeEarlier[],
): AsyncGenerator<ZipEntry> {
  for (const { earlier, content } of cases) yield { path: earlierPath(earlier), content: await content() };
  const indexed = cases.map(({ earlier }) => earlier);
  if (cases.length > 0) yield { path: 'earlier-system.csv', content: bytesOf(csvLines(earlierColumns, [indexed])) };
  let index: readonly FiledOrder[] = [];
  yield* filesOf(ctx, wanted, { pdfs: 'pdf/', bundles: 'evidence/' }, (orders) => {
    index = orders;
  });
  yield indexEntry(index);
}

/** What an archive of people came to. */
export interface ArchivedPeople {
  people: number;
  /** The numbers of their orders. */
  readonly orderIds: number[];
}

/** The number of the order keeps people of one name apart, or a part of their id where they have none. */
const folderOf = ({ id, firstName, lastName, orderId }: RecordedPerson) =>
  `${firstName === '' ? lastName : `${lastName}, ${firstName}`} ${orderId === null ? id.slice(-8) : `VF${orderId}`}/`.replaceAll(
    /[\p{Cc}\p{Cf}\\:*?"<>|]/gu,
    '_',
  );

/**
 * A folder with the files of all orders of each person whose work has begun, an index of the orders, and the record of
 * these people. @param done is told after each person
 */
export async function* peopleEntries(
  ctx: Ctx,
  caller: ArchiveReader,
  applicantIds: readonly string[],
  archived: ArchivedPeople,
  done: (people: number) => Promise<void>,
): AsyncGenerator<ZipEntry> {
  const subsidiaries = await listSubsidiaries(ctx, 'system', caller.accountId);
  const nameOf = (id: string | null) => subsidiaries.find((one) => one.id === id)?.name ?? '';
  const form = await readRecordForm(ctx, caller, true);
  const index: FiledOrder[] = [];
  const lines: string[] = [];
  for await (const people of readCentralRecord(ctx, caller, { view: 'everybody', applicantIds })) {
    for await (const line of csvLines(recordColumns(form, nameOf), [people])) if (line !== lines[0]) lines.push(line);
    for (const person of people) {
      const folder = folderOf(person);
      // Files are of the subsidiary that added the person: who sees them by an order or a place has none.
      const { subsidiaryId } = await readPerson(ctx, caller, person.id);
      const files = isInScope(caller, subsidiaryId) ? await listPersonFiles(ctx, caller, person.id) : [];
      for (const [at, { id, fileName }] of files.entries()) {
        const { content } = await openPersonFile(ctx, caller, person.id, id);
        yield { path: `${folder}files/${at + 1}-${fileName.replace(/[^\w.-]/g, '_')}`, content };
      }
      const page = { sort: 'oldest', limit: MOST_ARCHIVED } as const;
      const rows = await findListedChecks(ctx.db, caller, { applicantId: person.id }, page);
      const wanted = rows.map((row) => ({ caller, row }));
      yield* filesOf(ctx, wanted, { pdfs: folder, bundles: folder }, (orders) => index.push(...orders));
      archived.orderIds.push(...rows.map(({ order_id }) => order_id));
      archived.people += 1;
      await done(archived.people);
    }
  }
  yield { path: 'record.csv', content: bytesOf(ReadableStream.from(lines)) };
  yield indexEntry(index);
}
