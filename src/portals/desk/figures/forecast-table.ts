// The table of the forecast: what the next working days bring by area, and whether the desk keeps its days.
import type { Forecast } from '../../../features/lists/forecast-actions.ts';
import { FORECAST_DAYS } from '../../../features/lists/forecast-rules.ts';
import { areas } from '../../../features/report-types/report-type.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { inThousands } from '../../shared/page-filters.ts';
import { plainQueue, queueHref } from '../queue/queue-address.ts';

const keptText = (late: number | undefined): string =>
  late === undefined ? 'Too few to say' : late === 0 ? 'Yes' : `No: about ${inThousands(late)} late`;

const cell = (value: number) => ({ text: inThousands(value) });

export function forecastTable({ until, areas: rows, bulkRows }: Forecast, readsReports: boolean) {
  return {
    title: `The next ${FORECAST_DAYS} working days, until ${formatLongDate(until)}`,
    bulk:
      bulkRows === 0
        ? undefined
        : `${bulkRows === 1 ? 'One order waits' : `${inThousands(bulkRows)} orders wait`} in spreadsheets of clients and ${bulkRows === 1 ? 'is' : 'are'} not in the table yet.`,
    of: 'Area',
    heads: ['Overdue or due', 'Expected to arrive', 'Of these due too', 'Forms not sent yet', 'Will the days be kept?'],
    rows: rows.map((row) => ({
      name: areas[row.area],
      href: readsReports ? queueHref({ ...plainQueue('live'), area: row.area }) : undefined,
      cells: [
        ...[row.due, row.expected, row.expectedDue, row.awaited].map(cell),
        { text: keptText(row.late), missed: undefined },
      ],
    })),
  };
}
