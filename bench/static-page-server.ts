// The limit of P8: our HTTP server with the hooks of the portals, which sends pages from memory.
import { randomUUID } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '../src/config.ts';
import type { Ctx } from '../src/context.ts';
import { ensureLocalCertificate } from '../src/platform/http/local-certificate.ts';
import { openToAnyone } from '../src/platform/http/route-access.ts';
import { createHttpServer } from '../src/platform/http/server.ts';
import { createLog } from '../src/platform/log.ts';
import { renderPortalError } from '../src/portals/shared/error-pages.ts';
import { HTML } from '../src/portals/shared/page-renderer.ts';
import { portalPlugin } from '../src/portals/shared/portal-plugin.ts';

const [dataDir = '', port = '', pagesFile = '', logFile = ''] = process.argv.slice(2);
const bodies = JSON.parse(readFileSync(pagesFile, 'utf8')) as readonly string[];

const server = createHttpServer({
  host: '127.0.0.1',
  port: Number(port),
  certificate: await ensureLocalCertificate(join(dataDir, 'tls'), new Date()),
  trustedProxies: [],
  strictTransportSecurity: 'off',
  log: createLog('info', createWriteStream(logFile)),
  newId: randomUUID,
  renderError: renderPortalError,
  readiness: {},
  onExposedKey: async () => undefined,
});
const { settings } = readSettings({ PROBITY_PORT: String(port) });
await server.app.register(async (app) => {
  await portalPlugin(app, { ctx: { settings: settings! } as Ctx, keepForm: async () => undefined });
  for (const [at, body] of bodies.entries()) app.get(`/${at}`, openToAnyone, (_, reply) => reply.type(HTML).send(body));
});
await server.listen();
process.once('SIGTERM', () => server.stop().then(() => process.exit(0)));
process.stdout.write('ready\n');
