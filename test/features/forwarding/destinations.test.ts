// Every kind of destination keeps what it accepts: complete, in order, and again after a failure.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readSettings, type Settings } from '../../../src/config.ts';
import { lineOfName, nameOfHead, parseHead, signHead } from '../../../src/features/events/audit-heads.ts';
import { bucketOptions, openDestination } from '../../../src/features/forwarding/destinations.ts';
import { outgoingOptions } from '../../../src/main.ts';
import { readBucket } from '../../../src/platform/forwarding/bucket-destination.ts';
import type { ForwardedRecord } from '../../../src/platform/forwarding/destination.ts';
import { createOutgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { startSyslogServer } from '../../support/syslog-server.ts';
import { answer, startWebhookReceiver, verifiesStandardWebhook } from '../../support/webhook-receiver.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const folder = mkdtempSync(join(tmpdir(), 'probity-destinations-'));
after(() => rmSync(folder, { recursive: true }));
const { privateKey } = generateKeyPairSync('ed25519');

const settingsWith = (given: Readonly<Record<string, string>>): Settings => {
  const { settings, problems } = readSettings({ PROBITY_DATA_DIR: folder, ...given });
  assert.equal(problems, undefined);
  return settings!;
};

function destinationOf(settings: Settings) {
  const outgoing = createOutgoing(outgoingOptions(settings));
  after(() => outgoing.close());
  return openDestination({ settings, outgoing, now: () => new Date() }, settings.auditHeadsTo[0]!);
}

let seq = 0;
function newHead(): ForwardedRecord {
  seq += 1;
  const at = new Date();
  const line = signHead(privateKey, { seq, hash: Buffer.alloc(32, seq) }, at);
  return { kind: 'audit_head', id: nameOfHead(line), type: 'audit_head', at, severity: 'notice', line };
}

interface Place {
  readonly settings: Readonly<Record<string, string>>;
  /** The lines that it has. */
  read(): Promise<readonly string[]>;
  fail(): void;
  recover(): void;
}

async function syslogPlace(isTls: boolean): Promise<Place> {
  const server = await startSyslogServer({ isTls });
  after(() => server.close());
  const ca = join(folder, 'syslog-ca.pem');
  writeFileSync(ca, server.ca);
  const target = `${isTls ? 'syslog+tls://localhost' : 'syslog://127.0.0.1'}:${server.port}`;
  return {
    settings: { PROBITY_AUDIT_HEADS_TO: target, PROBITY_WEBHOOK_CA: ca },
    read: async () => server.messages.map(({ text }) => text),
    fail() {
      server.isBroken = true;
    },
    recover() {
      server.isBroken = false;
    },
  };
}

const places: Readonly<Record<string, () => Promise<Place>>> = {
  async file() {
    const mount = join(folder, 'mount');
    const file = join(mount, 'heads.jsonl');
    mkdirSync(mount);
    return {
      settings: { PROBITY_AUDIT_HEADS_TO: file },
      read: async () => readFileSync(file, 'utf8').trimEnd().split('\n'),
      fail() {
        writeFileSync(`${mount}.kept`, readFileSync(file));
        rmSync(mount, { recursive: true });
      },
      recover() {
        mkdirSync(mount);
        writeFileSync(file, readFileSync(`${mount}.kept`));
      },
    };
  },
  async bucket() {
    const server = await startS3Server();
    after(() => server.close());
    const { accessKeyId, secretAccessKey } = server.credentials;
    const settings = {
      PROBITY_AUDIT_HEADS_TO: `s3://${server.bucket}/heads`,
      PROBITY_S3_URL: `${server.endpoint}/${server.bucket}`,
      PROBITY_S3_CREDENTIALS: `${accessKeyId}:${secretAccessKey}`,
      PROBITY_AUDIT_HEAD_DAYS: '10',
    };
    return {
      settings,
      async read() {
        const days = server.versions.map(({ lockedUntil }) => (lockedUntil!.getTime() - Date.now()) / 86_400_000);
        assert.ok(server.versions.every(({ lockMode }) => lockMode === 'COMPLIANCE'));
        assert.ok(
          days.every((left) => left > 9.9 && left < 10),
          String(days),
        );
        // Somebody who deletes the objects only hides them.
        server.objects.clear();
        const target = { kind: 'bucket', bucket: server.bucket, prefix: 'heads' } as const;
        const lines: string[] = [];
        for await (const name of readBucket(bucketOptions(settingsWith(settings), target)))
          lines.push(lineOfName(name));
        return lines;
      },
      fail: () => server.failNext('PUT', 10),
      recover: () => server.failNext('PUT', 0),
    };
  },
  syslog: () => syslogPlace(false),
  'syslog over TLS': () => syslogPlace(true),
  async webhook() {
    const receiver = await startWebhookReceiver();
    after(() => receiver.close());
    const lines: string[] = [];
    const recover = () =>
      receiver.behave((request, socket, index) => {
        assert.ok(verifiesStandardWebhook(request, secret));
        const { kind, records } = JSON.parse(request.body.toString()) as { kind: string; records: unknown[] };
        assert.equal(kind, 'audit_head');
        lines.push(...records.map((record) => JSON.stringify(record)));
        answer(204)(request, socket, index);
      });
    recover();
    return {
      settings: {
        PROBITY_AUDIT_HEADS_TO: `${receiver.url}/heads`,
        PROBITY_FORWARDING_SECRET: secret,
        PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
        PROBITY_WEBHOOK_CA: receiver.caFile,
      },
      read: async () => lines,
      fail: () => receiver.behave(answer(503)),
      recover,
    };
  },
};

for (const [name, open] of Object.entries(places)) {
  test(`a destination keeps records complete and in order, and takes them again after a failure: ${name}`, async () => {
    const place = await open();
    const destination = destinationOf(settingsWith(place.settings));
    const sent = [newHead(), newHead(), newHead()];
    await destination.send(sent.slice(0, 2));
    await destination.send(sent.slice(2));
    const lines = sent.map(({ line }) => line);
    assert.deepEqual(await place.read(), lines);
    place.fail();
    const later = newHead();
    await assert.rejects(destination.send([later]));
    place.recover();
    await destination.send([later]);
    assert.deepEqual(await place.read(), [...lines, later.line]);
  });
}

test('a syslog message has the facility, severity, time, host and type of RFC 5424', async () => {
  const server = await startSyslogServer();
  after(() => server.close());
  const settings = settingsWith({
    PROBITY_AUDIT_HEADS_TO: `syslog://127.0.0.1:${server.port}`,
    PROBITY_BASE_URL: 'https://probity.example.com',
  });
  const head = newHead();
  await destinationOf(settings).send([head, { ...head, severity: 'alert' }]);
  const common = { at: head.at.toISOString(), host: 'probity.example.com', application: 'probity' };
  const message = { ...common, messageId: 'audit_head', text: head.line };
  assert.deepEqual(server.messages, [
    { ...message, priority: 10 * 8 + 5 },
    { ...message, priority: 10 * 8 + 1 },
  ]);
});

test('a server with a certificate of an unknown authority gets nothing', async () => {
  const server = await startSyslogServer({ isTls: true });
  after(() => server.close());
  const settings = settingsWith({ PROBITY_AUDIT_HEADS_TO: `syslog+tls://localhost:${server.port}` });
  await assert.rejects(destinationOf(settings).send([newHead()]), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  assert.deepEqual(server.messages, []);
});

test('a webhook at an address that is not allowed gets nothing, and none may do without a secret', async () => {
  const receiver = await startWebhookReceiver();
  after(() => receiver.close());
  const target = { PROBITY_AUDIT_HEADS_TO: `${receiver.url}/heads` };
  const settings = settingsWith({ ...target, PROBITY_FORWARDING_SECRET: secret });
  await assert.rejects(destinationOf(settings).send([newHead()]), /address_refused/);
  assert.equal(receiver.connectionCount(), 0);
  assert.match(String(readSettings(target).problems), /PROBITY_FORWARDING_SECRET is needed/);
});

test('a setting names only destinations of its own', () => {
  const problems = (given: Readonly<Record<string, string>>) => readSettings(given).problems?.length ?? 0;
  assert.equal(problems({ PROBITY_SECURITY_EVENTS_TO: 'syslog://log.example.com:514, syslog+tls://[::1]' }), 0);
  for (const wrong of ['/a/file', 's3://bucket/prefix', 'syslog://', 'http://a.example.com', 'syslog://u@a:1']) {
    assert.equal(problems({ PROBITY_SECURITY_EVENTS_TO: wrong }), 1, wrong);
  }
  for (const wrong of ['file', 'ftp://a', 's3:///prefix']) {
    assert.equal(problems({ PROBITY_AUDIT_HEADS_TO: wrong }), 1, wrong);
  }
});

test('the name of a head says all that its line does', () => {
  const { line, id } = newHead();
  assert.equal(lineOfName(id), line);
  assert.match(id, /^[\w.-]{1,250}$/);
  assert.equal(parseHead(lineOfName('somebody else')), undefined);
});
