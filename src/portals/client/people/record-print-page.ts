// The record of staff as a page to print, for an inspector such as the CQC or Ofsted: everybody whom the filters find, by surname,
// with who printed it, when, and by which filters.
import { type Ctx, todayFor } from '../../../context.ts';
import { listSubsidiaries } from '../../../features/accounts/subsidiary-actions.ts';
import { readCentralRecord } from '../../../features/lists/central-record-actions.ts';
import type { RecordedPerson } from '../../../features/lists/central-record-rules.ts';
import { readRecordForm } from '../../../features/lists/record-form-actions.ts';
import { printedColumns, printedFacts } from '../../../features/lists/record-print-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages } from '../../shared/shell.ts';
import { type ClientCaller, type ClientUser, callerFor } from '../client-caller.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';
import {
  type RecordQuery,
  readRecordQuery,
  recordFilterTexts,
  recordHref,
  recordPrintPath,
  recordWish,
} from './record-wish.ts';

/** More are not read on paper: the spreadsheet has them. */
const MOST_PRINTED = 1000;

async function printedPeople(ctx: Ctx, caller: ClientCaller, user: ClientUser, query: RecordQuery) {
  const people: RecordedPerson[] = [];
  for await (const some of readCentralRecord(ctx, caller, recordWish(ctx, user, query))) {
    people.push(...some);
    if (people.length > MOST_PRINTED) break;
  }
  return people;
}

export function recordPrintPage(pages: Pages<'client'>, ctx: Ctx): void {
  const options = { permission: 'read_results', stepUp: 'exports', byEnvironment: true } as const;
  pages.get(recordPrintPath, options, async (request, reply, signedIn) => {
    const { user, subsidiary, nameOf } = await subsidiaryFilter(ctx, signedIn, request.query);
    const query = readRecordQuery(request);
    const caller = callerFor(user, query.environment);
    const [found, form, filters] = await Promise.all([
      printedPeople(ctx, caller, user, query),
      readRecordForm(ctx, caller, true),
      recordFilterTexts(ctx, user, query),
    ]);
    const people = found.slice(0, MOST_PRINTED);
    const columns = printedColumns(form, people);
    const nameOfPlace = async (wanted: string) =>
      (await listSubsidiaries(ctx, caller, user.accountId)).find(({ id }) => id === wanted)?.name;
    const [only, ...others] = user.subsidiaryIds ?? [];
    const name = only === undefined || others.length > 0 ? undefined : await nameOfPlace(only);
    const place = [user.accountName, ...(name === undefined ? [] : [name])].join(', ');
    return renderPage(request, reply, 'client/people/record-print.njk', {
      title: `Record of staff, ${place}, ${formatLongDate(todayFor(ctx, caller))}`,
      environment: query.environment,
      back: { text: 'Record of staff', href: recordHref({ ...query, subsidiary }) },
      printedBy: user.name,
      printedAt: ctx.now(),
      filters,
      operator: form.operator,
      columns: columns.map(({ text }) => text),
      people: people.map((person) => ({
        name: [person.lastName, person.firstName].filter(Boolean).join(', '),
        facts: printedFacts(person, name === undefined ? nameOf?.(person.subsidiaryId) : undefined),
        cells: columns.map(({ cellOf }) => cellOf(person)),
      })),
      ...{ hasMore: found.length > MOST_PRINTED, most: MOST_PRINTED },
    });
  });
}
