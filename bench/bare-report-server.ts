// The limit of P2, a process of its own: node:https and one prepared select that builds the bytes of a report's answer.
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';

const [, , dataDir = '', port = '', accountId = '', poolSize = ''] = process.argv;
const database = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: createLog('silent') });
const pool = new pg.Pool({ ...database.superuser, max: Number(poolSize) });
const text = `
  select row_to_json(report)::text as body from (
    select r.id, to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, r.name,
      '/v2/checks/' || r.check_id || '/reports/' || r.id as href, r.status, r.result, r.sub_result, r.variant, r.options,
      '{}'::json as breakdown, '{}'::json as properties
    from reports r where r.account_id = $1 and r.environment = 'live' and r.check_id = $2 and r.id = $3
  ) report`;

async function answer(url: string): Promise<string> {
  const [, , , , checkId, , reportId] = url.split('/');
  const { rows } = await pool.query({ name: 'report', text, values: [accountId, checkId, reportId] });
  return rows[0].body;
}

const pem = (name: string) => readFileSync(join(dataDir, 'tls', name), 'utf8');
const tls = { key: pem('key.pem'), cert: pem('certificate.pem'), minVersion: 'TLSv1.2' } as const;
const server = https.createServer(tls, (request, response) => {
  void answer(request.url ?? '').then((body) => {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
    response.writeHead(200, headers).end(body);
  });
});
// The default drops connections between two rounds.
server.keepAliveTimeout = 75_000;
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));

process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void pool.end().then(() => database.stop());
});
