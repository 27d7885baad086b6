// The record of staff as a page to print, for an inspector such as the CQC or Ofsted: everybody whom the filters find, by surname,
// with who printed it, when, and by which filters.
import { type Ctx, todayFor } from '../../../context.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { type RecordWish, readCentralRecord } from '../../../features/lists/central-record-actions.ts';
import type { RecordedPerson } from '../../../features/lists/central-record-rules.ts';
import { readRecordForm } from '../../../features/lists/record-form-actions.ts';
import { printedColumns, printedFacts } from '../../../features/lists/record-print-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientCaller, callerFor } from '../client-caller.ts';
import { type SubsidiaryFilter, subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import {
  type RecordQuery,
  readRecordQuery,
  recordFilterTexts,
  recordHref,
  recordPrintPath,
  recordWish,
  showsResults,
  withoutResultsHref,
} from './record-wish.ts';

/** More are not read on paper: the spreadsheet has them. */
const MOST_PRINTED = 1000;

async function printedPeople(ctx: Ctx, caller: ClientCaller, wish: RecordWish) {
  const people: RecordedPerson[] = [];
  for await (const some of readCentralRecord(ctx, caller, wish)) {
    people.push(...some);
    if (people.length > MOST_PRINTED) break;
  }
  return people;
}

interface SheetWish {
  readonly query: RecordQuery;
  readonly withResults: boolean;
  /** Of this subsidiary alone, or of the others that the user sees. */
  readonly filter: Pick<SubsidiaryFilter, 'user' | 'nameOf'>;
}

/** The record on paper, with what it says of itself. */
export async function sheetModel(ctx: Ctx, { query, withResults, filter: { user, nameOf } }: SheetWish) {
  const caller = callerFor(user, query.environment);
  const wish = { ...recordWish(ctx, user, query), withoutResults: !withResults };
  const [found, form, filters] = await Promise.all([
    printedPeople(ctx, caller, wish),
    readRecordForm(ctx, caller, withResults),
    recordFilterTexts(ctx, user, query),
  ]);
  const people = found.slice(0, MOST_PRINTED);
  const columns = printedColumns(form, people);
  const nameOfPlace = async (wanted: string) =>
    (await listSubsidiaries(ctx, caller, user.accountId)).find(({ id }) => id === wanted)?.name;
  const [only, ...others] = user.subsidiaryIds ?? [];
  const name = only === undefined || others.length > 0 ? undefined : await nameOfPlace(only);
  const place = [user.accountName, ...(name === undefined ? [] : [name])].join(', ');
  return {
    title: `Record of staff, ${place}, ${formatLongDate(todayFor(ctx, caller))}`,
    environment: query.environment,
    printedBy: user.name,
    printedAt: ctx.now(),
    ...{ filters, withResults },
    operator: form.operator,
    columns: columns.map(({ text }) => text),
    people: people.map((person) => ({
      name: [person.lastName, person.firstName].filter(Boolean).join(', '),
      facts: printedFacts(person, name === undefined && nameOf ? placesText(person, nameOf) : undefined),
      cells: columns.map(({ cellOf }) => cellOf(person)),
    })),
    ...{ hasMore: found.length > MOST_PRINTED, most: MOST_PRINTED },
  };
}

/** Those where they work now. */
const placesText = (
  { subsidiaryId, places }: RecordedPerson,
  nameOf: (subsidiaryId: string | null) => string,
): string =>
  [subsidiaryId, ...places.filter(({ endsOn }) => endsOn === null).map((one) => one.subsidiaryId)]
    .map(nameOf)
    .join(', ');

export function recordPrintPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_results', stepUp: 'exports', byEnvironment: true } as const;
  pages.get(recordPrintPath, options, async (request, reply, signedIn) => {
    const filter = await subsidiaryFilter(ctx, signedIn, request.query);
    const query = { ...readRecordQuery(request), subsidiary: filter.subsidiary };
    const withResults = showsResults(request);
    const other = withoutResultsHref(query, recordPrintPath, withResults);
    return renderPage(request, reply, 'client/people/record-print.njk', {
      ...(await sheetModel(ctx, { query, withResults, filter })),
      back: { text: 'Record of staff', href: recordHref(query) },
      other: withResults
        ? {
            href: other,
            text: 'Show it without results, for somebody who may read that the checks were made and not what they found',
          }
        : { href: other, text: 'Show it with results' },
    });
  });
}
