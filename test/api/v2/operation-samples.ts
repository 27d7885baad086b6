// A successful request for every operation of the document, with the resources that it needs.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/shared/openapi-components.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { document, type V2Client } from './v2-client.ts';
import { advance, makeApplicant, makeCheck } from './v2-samples.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: Method;
  readonly path: string;
  readonly isSandboxOnly: boolean;
  /** The example of the operation's body. */
  readonly json: unknown;
}

export const documentedOperations: readonly DocumentedOperation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = operation.requestBody as { content: Readonly<Record<string, JsonObject>> } | undefined;
      return {
        operationId: String(operation.operationId),
        method: method.toUpperCase() as Method,
        path,
        isSandboxOnly: operation.servers !== undefined,
        json: body?.content['application/json']?.example,
      };
    }),
);

/** Identifiers by path parameter. */
export type World = Readonly<Record<string, string>>;

/** Operations that need an applicant without a check. */
const onFreeApplicants = new Set(['readApplicant', 'updateApplicant', 'deleteApplicant', 'createCheck', 'listChecks']);

let webhooks = 0;
const anyUrl = () => `https://127.0.0.1:9/${++webhooks}`;

export interface Worlds {
  /** The resources for an operation. */
  for(operationId: string): World;
  /** Every identifier in it. */
  readonly ids: readonly string[];
}

/** An event of a new check; read from the database, because the list contains sealed events only. */
async function makeEvent(client: V2Client, database: Db): Promise<string> {
  const { id } = await makeCheck(client);
  await client.post(`/checks/${id}/withdraw`);
  const event = await database.row<{ id: string }>(sql`
    select id from events where check_id = ${id} and type = 'check.withdrawn'`);
  return event!.id;
}

/** Makes resources of the client's account: an applicant, another with a check, a webhook, a group, an event. */
export async function makeWorlds(client: V2Client, database: Db): Promise<Worlds> {
  const free = await makeApplicant(client);
  const reports = [{ name: 'identity' }, { name: 'sanctions', monitor: 'yearly' }];
  const check = await makeCheck(client, { reports });
  const monitored = check.reports[1]!.id;
  if (client.environment === 'test') {
    await advance(client, check.id);
    await client.post(`/sandbox/checks/${check.id}/reports/${monitored}/complete`);
  }
  const webhook = await client.post<{ id: string }>('/webhooks', { url: anyUrl() });
  assert.equal(webhook.status, 201, webhook.text);
  const groups = await client.get<{ report_type_groups: { id: string }[] }>('/report_type_groups');
  const world: World = {
    applicant_id: check.href.split('/')[3]!,
    check_id: check.id,
    report_id: check.reports[0]!.id,
    webhook_id: webhook.body.id,
    event_id: await makeEvent(client, database),
    group_number: groups.body.report_type_groups[0]!.id,
  };
  return {
    for(operationId) {
      if (operationId === 'changeSandboxReport') return { ...world, report_id: monitored };
      return onFreeApplicants.has(operationId) ? { ...world, applicant_id: free.id } : world;
    },
    ids: [...Object.entries(world).flatMap(([name, id]) => (name.endsWith('_id') ? [id] : [])), free.id],
  };
}

/** The example of the body; a webhook gets a URL that tests may call. */
export function bodyFor({ operationId, json }: DocumentedOperation): unknown {
  return operationId === 'registerWebhook' ? { ...(json as object), url: anyUrl() } : json;
}

export function pathFor(operation: DocumentedOperation, world: World): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => world[name] ?? assert.fail(`no ${name}`));
}

/** Allows webhooks to this machine. */
export const allowLoopback = { PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*' };
