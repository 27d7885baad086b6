// A data provider that speaks the signed protocol: accepts a request, and calls back with what it found. With ASKS=yes it
// first sends the candidate to a page of its own.
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as call, createServer } from 'node:https';

const { SECRET = '', CERTIFICATE = '', KEY = '', CA = '', PORT = '9444', ASKS = '' } = process.env;
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

/** Who has a page to go to, by the secret of its address. */
const candidates = new Map();

function askCandidate(asked) {
  const secret = randomUUID();
  candidates.set(secret, asked);
  answers.set(asked.report_id, {
    status: 'awaits_candidate',
    reference: `sample-${asked.report_id.slice(-4)}`,
    candidate_url: `https://localhost:${PORT}/candidate/${secret}`,
    detail: 'Show your passport and your face at the sample service. It takes two minutes.',
  });
}

/** The page of a candidate, and what happens when they have finished there: they go back to where they came from. */
function candidatePage({ method, url }, outgoing) {
  const asked = candidates.get(url.slice('/candidate/'.length));
  if (asked === undefined) return outgoing.writeHead(404).end('This page is not open.');
  if (method === 'POST') {
    answers.set(asked.report_id, look(asked));
    callBack(asked.callback_url, { report_id: asked.report_id, ...answers.get(asked.report_id) });
    return outgoing.writeHead(303, { location: asked.candidate_return_url }).end();
  }
  const page =
    '<!doctype html><meta name="viewport" content="width=device-width"><title>Sample service</title><h1>Sample service</h1>';
  const form =
    '<p>Yours would look at a passport and a face here.</p><form method="post"><button>I have shown them</button></form>';
  return outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page + form);
}

function answer({ method, url }, body) {
  const [, reportId, cancel] = /^\/requests\/([0-9a-f-]{36})(\/cancel)?$/.exec(url) ?? [];
  if (method === 'POST' && url === '/requests') {
    const asked = JSON.parse(body);
    // The same report again is the same request.
    const isNew = !answers.has(asked.report_id);
    if (ASKS === 'yes') {
      if (isNew) askCandidate(asked);
      return [200, answers.get(asked.report_id)];
    }
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
    if (incoming.url.startsWith('/candidate/')) return candidatePage(incoming, outgoing);
    const body = Buffer.concat(chunks);
    const [status, said] = isSigned(incoming.headers, body) ? answer(incoming, body.toString()) : [401, {}];
    return outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  });
}).listen(Number(PORT), '127.0.0.1', function listening() {
  console.log(`ready https://localhost:${this.address().port}`);
});
