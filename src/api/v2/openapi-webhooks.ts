// The notifications that webhooks get, as the OpenAPI document's own webhooks section.
import { checkMoveEvents, checkTable } from '../../features/checks/check-states.ts';
import { type EventName, eventTypes } from '../../features/events/event-types.ts';
import { reportMoveEvents, reportTable } from '../../features/reports/report-states.ts';
import type { JsonObject } from '../shared/openapi-components.ts';
import {
  headerParameters,
  notificationHeader,
  notificationResponses,
  standardHeaders,
} from '../shared/openapi-notifications.ts';
import { exampleId } from '../shared/schemas.ts';
import { v2Bases } from './bases.ts';
import { Notification } from './notification-format.ts';

const meanings: Readonly<Partial<Record<EventName, string>>> = {
  'check.form_opened': 'The candidate has opened the form.',
  'check.form_completed': 'The candidate has submitted the form.',
  'check.started': 'A check is being processed.',
  'check.on_hold': 'A check waits for the client or the applicant.',
  'check.resumed': 'A check is being processed again.',
  'check.completed': 'A check has been completed.',
  'check.reopened': 'A check is being processed again, because one of its reports is.',
  'check.withdrawn': 'A check has been withdrawn.',
  'check.cancelled': 'A check has been cancelled.',
  'check.decided': 'The client has decided about the candidate. What was decided stands in the portal.',
  'check.work_start_recorded':
    'The client has recorded, or changed, when the candidate starts work before the screening is complete.',
  'check.work_start_removed': 'The candidate does not start work before the screening is complete after all.',
  'report.awaiting_approval': 'A report has moved to manual review.',
  'report.completed': 'A report has been completed and results are available.',
  'report.reopened': 'A complete report is being corrected.',
  'report.changed': 'Monitoring found that the result of a report does not hold any more.',
  'report.withdrawn': 'A report has been withdrawn.',
  'report.paused': 'A report waits for the client.',
  'query.sent': 'The candidate or the client was asked something about a report, which waits for the answer.',
  'query.answered': 'A query about a report was answered.',
  'query.withdrawn': 'A query about a report needs no answer any more.',
  'query.chased': 'The candidate or the client was reminded of a query about a report.',
  'report.resumed': 'A report is being processed again.',
  'report.cancelled': 'A report has been cancelled.',
};

/** Of events that are no move. */
const statusBeside: Readonly<Partial<Record<string, string>>> = {
  'check.decided': 'complete',
  'check.work_start_recorded': 'in_progress',
  'check.work_start_removed': 'in_progress',
};

/** The state that the move behind an event leads to. */
function statusAfter(event: string): string {
  const beside = statusBeside[event];
  if (beside !== undefined) return beside;
  const tables = [
    [checkMoveEvents, checkTable],
    [reportMoveEvents, reportTable],
  ] as const;
  for (const [moveEvents, table] of tables) {
    const [move] = Object.entries(moveEvents).find(([, name]) => name === event) ?? [];
    const row = Object.values<JsonObject>(table).find((moves) => move !== undefined && moves[move] !== undefined);
    if (move !== undefined && row !== undefined) return String(row[move]);
  }
  return 'awaiting_applicant';
}

function exampleFor(event: string, resource: string, baseUrl: string): JsonObject {
  const path =
    resource === 'report'
      ? `/checks/${exampleId}/reports/${exampleId}`
      : `/applicants/${exampleId}/checks/${exampleId}`;
  return {
    payload: {
      resource_type: resource,
      action: event,
      object: {
        id: exampleId,
        status: statusAfter(event),
        completed_at: '2026-03-04T09:30:00Z',
        href: `${baseUrl}${v2Bases.live}${path}`,
      },
    },
  };
}

export const notificationHeaders: JsonObject = {
  'X-Signature': notificationHeader(
    'X-Signature',
    'Lower-case hex HMAC-SHA1 of the raw body; its key is the whole text of the token.',
    '0a4d55a8d778e5022fab701977c5d840bbc486d0',
    { isAlways: true },
  ),
  ...standardHeaders({ secret: 'the `token`', event: 'as `GET /events` lists it' }),
};

export function describeWebhooks(baseUrl: string): JsonObject {
  const notifying = Object.entries(eventTypes).filter(([, type]) => type.notifies && !('only' in type));
  return Object.fromEntries(
    notifying.map(([event, type]) => [
      event,
      {
        post: {
          operationId: event,
          tags: ['Webhooks'],
          summary: meanings[event as EventName] ?? event,
          ...('subscribable' in type ? {} : { description: 'Goes to webhooks that were registered without events.' }),
          security: [],
          parameters: headerParameters(notificationHeaders),
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: Notification, example: exampleFor(event, type.resource, baseUrl) },
            },
          },
          responses: notificationResponses,
        },
      },
    ]),
  );
}
