// A data provider that speaks the signed protocol: accepts a request, and calls back with what it found.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as call, createServer } from 'node:https';

const { SECRET = '', CERTIFICATE = '', KEY = '', CA = '', PORT = '9444' } = process.env;
const key = Buffer.from(SECRET.replace(/^whsec_/, ''), 'base64');

const sign = (id, timestamp, body) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const expected = sign(id, timestamp, body);
  return signatures.split(' ').some((text) => {
    const given = Buffer.from(text.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** What was found, by the id of the report. Yours will ask a source, and keep it where a restart does not lose it. */
const answers = new Map();

function look({ facts }) {
  const result = facts.last_name === 'Consider' ? 'consider' : 'clear';
  return { status: 'complete', outcome: { result, notes: 'Looked up in the sample register.' } };
}

function callBack(url, answer) {
  const body = JSON.stringify(answer);
  const id = randomUUID();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(id, timestamp, body).toString('base64')}`,
  };
  // Whoever is not called back fetches the answer, so that a failure is only noted.
  call(url, { method: 'POST', headers, ca: readFileSync(CA) }, (answered) => {
    console.log(`called back: ${answered.statusCode}`);
    answered.resume();
  })
    .on('error', (error) => console.log(`called back: ${error.code}`))
    .end(body);
}

function answer({ method, url }, body) {
  const [, reportId, cancel] = /^\/requests\/([0-9a-f-]{36})(\/cancel)?$/.exec(url) ?? [];
  if (method === 'POST' && url === '/requests') {
    const asked = JSON.parse(body);
    // The same report again is the same request.
    const isNew = !answers.has(asked.report_id);
    answers.set(asked.report_id, look(asked));
    if (isNew) {
      setTimeout(
        () => callBack(asked.callback_url, { report_id: asked.report_id, ...answers.get(asked.report_id) }),
        100,
      );
    }
    return [202, { status: 'accepted', reference: `sample-${asked.report_id.slice(-4)}` }];
  }
  if (!answers.has(reportId)) return [404, {}];
  if (method === 'GET' && !cancel) return [200, answers.get(reportId)];
  answers.delete(reportId);
  return [200, {}];
}

createServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) }, (incoming, outgoing) => {
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = Buffer.concat(chunks);
    const [status, said] = isSigned(incoming.headers, body) ? answer(incoming, body.toString()) : [401, {}];
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
}).listen(Number(PORT), '127.0.0.1', function listening() {
  console.log(`ready https://localhost:${this.address().port}`);
});
