// A receiver of notifications for benchmarks, a process of its own: node:https, reads each request whole and answers 200.
import { readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';

const [, , dataDir = '', port = ''] = process.argv;
const pem = (name: string) => readFileSync(join(dataDir, 'tls', name), 'utf8');
const server = https.createServer({ key: pem('key.pem'), cert: pem('certificate.pem') }, (request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-length': 0 }).end());
});
// The default drops connections between two rounds.
server.keepAliveTimeout = 75_000;
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
});
