// The evidence bundle holds the results with all files; our command and OpenSSL verify it, and find every change.
import assert from 'node:assert/strict';
import { exec, execFile } from 'node:child_process';
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import type { Caller, OrderScope } from '../../../src/context.ts';
import { updateApplicant } from '../../../src/features/applicants/applicant-actions.ts';
import { attachFile } from '../../../src/features/attachments/attachment-actions.ts';
import { moveReport, reopenReport } from '../../../src/features/checks/check-progress-actions.ts';
import { identityEvidence } from '../../../src/features/checks/identity-rules.ts';
import { emptyOf } from '../../../src/features/facts/facts.ts';
import { qualificationFacts } from '../../../src/features/facts/history-facts.ts';
import { previousNameFacts } from '../../../src/features/facts/name-facts.ts';
import { noFindings, type Outcome } from '../../../src/features/reports/report-rules.ts';
import type { SeenPapers } from '../../../src/features/requirements/seen-papers.ts';
import {
  evidenceKey,
  makeEvidenceBundle,
  readEvidenceBundle,
} from '../../../src/features/results/evidence-bundle-actions.ts';
import { resultsJson } from '../../../src/features/results/evidence-bundle-rules.ts';
import { verifyEvidenceBundle } from '../../../src/features/results/evidence-verification.ts';
import { readResults } from '../../../src/features/results/results-actions.ts';
import { documentOf } from '../../../src/features/results/results-document-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { pemOf } from '../../../src/platform/encryption/signing-key.ts';
import { openZip, type ZipEntry, zipOf } from '../../../src/platform/files/zip-archive.ts';
import { v1Client } from '../../api/v1/v1-client.ts';
import { v2Client } from '../../api/v2/v2-client.ts';
import { advance, makeApplicant, makeCheck } from '../../api/v2/v2-samples.ts';
import { commandLine } from '../../support/command-line.ts';
import { startProbity } from '../../support/probity.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const client = v2Client(probity);
const orders = v1Client(probity);
const caller: Caller & OrderScope = { ...account.caller('test'), subsidiaryIds: null };
const folder = mkdtempSync(join(tmpdir(), 'probity-evidence-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param reportId the report for which our own people found the file; none for a file of the client */
const attach = (orderId: number, fileName: string, content: Buffer, reportId?: string) =>
  attachFile(ctx, reportId === undefined ? caller : { ...caller, actor: 'system' }, {
    orderId,
    reportId,
    fileToken: ctx.newId(),
    fileName,
    description: '',
    content: Readable.from([content]),
  });

const paths = [
  ...[
    'README.txt',
    'results.pdf',
    'results.json',
    'decision.txt',
    'attachments/01-letter.txt',
    'attachments/02-.._letter.txt',
  ],
  ...['manifest.json', 'manifest.sig', 'public-key.pem'],
];

const check = await makeCheck(client);
await advance(client, check.id, 2);
await attach(check.order_id, 'letter.txt', Buffer.alloc(300_000, 'a letter '));
await attach(check.order_id, '..:letter.txt', Buffer.alloc(200, 'another '));
await makeEvidenceBundle(ctx, caller, check.id);
const bytes = await buffer((await readEvidenceBundle(ctx, caller, check.id)).content);
const trusted = evidenceKey(ctx.settings).publicKey;

function bundleOf(content: Uint8Array): string {
  const file = join(folder, `${ctx.newId()}.zip`);
  writeFileSync(file, content);
  return file;
}

const bundle = bundleOf(bytes);
const entries = new Map<string, Buffer>();
for (const entry of await openZip(bundle)) entries.set(entry.path, await buffer(Readable.from(entry.read())));

/** A new archive with other contents. */
async function rewritten(change: (contents: Map<string, Buffer>) => void): Promise<string> {
  const contents = new Map(entries);
  change(contents);
  async function* all(): AsyncGenerator<ZipEntry> {
    for (const [path, content] of contents) yield { path, content: Readable.from([content]) };
  }
  return bundleOf(await buffer(Readable.from(zipOf(all(), new Date()))));
}

const problemsOf = async (file: string, keys = [trusted]) => (await verifyEvidenceBundle(file, keys)).problems;

test('a bundle holds the PDF, the JSON and every file, and is valid', async () => {
  assert.deepEqual([...entries.keys()], paths);
  assert.deepEqual(await problemsOf(bundle), []);
  assert.equal(entries.get('results.pdf')?.subarray(0, 5).toString(), '%PDF-');
  const json = JSON.parse(entries.get('results.json')!.toString('utf8'));
  assert.equal(json.reports[0].result, 'clear');
  assert.deepEqual(
    [json.outcome_versions[0].version, json.outcome_versions[0].ground, json.attachments[0].path],
    [1, 'provider_answer', 'attachments/01-letter.txt'],
  );
  assert.ok(json.events.some(({ type }: { type: string }) => type === 'report.completed'));
});

test('the JSON has by what somebody saw who the candidate is, as the PDF has', async () => {
  const results = await readResults(ctx, 'system', caller, check.id);
  const named = (seen?: SeenPapers) => {
    const { facts } = results.check.order;
    const by = { name: 'Sam Screener', email: 'sam@desk.test' };
    const evidence = seen && identityEvidence(['dbs_basic'], seen, by, { facts, today: '2026-03-04' });
    const order = { ...results.check.order, identity_evidence: evidence };
    return resultsJson(
      { ...results, check: { ...results.check, order } as typeof results.check },
      [],
      [],
      results.nameOf,
    ).check.identity_evidence;
  };
  assert.equal(named(), null);
  const seen = named({ has_originals: true, documents: [{ document: 'passport_any', expires_on: '2030-01-01' }] })!;
  assert.equal(seen.documents[0]!.document, 'passport_any');
  assert.equal(seen.documents[0]!.expires_on, '2030-01-01');
  assert.match(seen.documents[0]!.name, /passport/i);
  assert.match(JSON.stringify(seen.verdicts), /Sam Screener/);
});

test('a former name that only the authorities may know, and its proof, reach nothing that a client reads', async () => {
  const person = await makeApplicant(client);
  const former = { ...emptyOf(previousNameFacts), known_from: '1985-06-14', known_to: '2015-02-03' };
  await updateApplicant(ctx, caller, person.id, (facts) => ({
    ...facts,
    name_is_from_birth: false,
    name_known_from: '2015-02-03',
    previous_last_name: 'Hushaby',
    certificate_last_name: 'Hushaby',
    previous_names: [
      { ...former, first_name: 'Quietina', last_name: 'Hushaby', for_authorities_only: true },
      { ...former, last_name: 'Plainly', known_to: '2001-02-03' },
    ],
    qualifications: [
      {
        ...{ ...emptyOf(qualificationFacts), institution: 'Example College', course: 'Care', level: 'Diploma' },
        name_used: 'Quietina Hushaby',
      },
    ],
  }));
  const placed = await makeCheck(client, { reports: [{ name: 'identity' }, { name: 'credit' }] }, person.id);
  await attachFile(
    ctx,
    { ...caller, actor: 'candidate' },
    {
      ...{ orderId: placed.order_id, fileToken: ctx.newId(), fileName: 'hushaby.txt', description: 'Hushaby' },
      ...{
        given: { slot: 'name_change-1', kind: 'DeedPoll', isUntold: true },
        content: Readable.from([Buffer.alloc(300, 'Hushaby ')]),
      },
    },
  );
  await advance(client, placed.id, 3);
  await makeEvidenceBundle(ctx, caller, placed.id);
  const archive = await buffer((await readEvidenceBundle(ctx, caller, placed.id)).content);
  const files = await openZip(bundleOf(archive));
  const ofBundle = await Promise.all(
    files.map(async (file) => `${file.path} ${await buffer(Readable.from(file.read()))}`),
  );
  const results = await readResults(ctx, 'system', caller, placed.id);
  const surfaces = {
    v2: (await client.get(`/applicants/${person.id}`)).text,
    v1: (await orders.get(`/orders/${placed.order_id}`)).text,
    files: (await orders.get(`/attachments?orderId=${placed.order_id}`)).text,
    document: JSON.stringify(documentOf(results)),
    bundle: ofBundle.join(' '),
  };
  for (const [name, text] of Object.entries(surfaces))
    assert.deepEqual(
      text.match(/.{0,80}(?:hushaby|quietina|deedpoll|2015-02-03|3 February 2015).{0,40}/gi),
      null,
      name,
    );
  for (const name of ['v2', 'v1', 'document', 'bundle'] as const)
    assert.match(surfaces[name], /Plainly/, `the other name stays: ${name}`);
});

test('OpenSSL verifies the signature with the documented call', async () => {
  const unpacked = join(folder, 'unpacked');
  for (const [path, content] of entries) {
    mkdirSync(dirname(join(unpacked, path)), { recursive: true });
    writeFileSync(join(unpacked, path), content);
  }
  const readme = readFileSync(join(unpacked, 'README.txt'), 'utf8');
  const call = / {2}openssl (.*)/.exec(readme)?.[1]?.split(' ') ?? [];
  const openssl = () => promisify(execFile)('openssl', call, { cwd: unpacked });
  assert.match((await openssl()).stdout, /Signature Verified Successfully/);
  const [, hashes, fingerprint] = readme.match(/ {2}openssl .*/g)!;
  const shell = async (line: string) => (await promisify(exec)(line, { cwd: unpacked })).stdout;
  const printed = await shell(hashes!);
  const { files } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
    readonly files: readonly { readonly path: string; readonly sha256: string }[];
  };
  for (const { path, sha256 } of files) assert.ok(printed.includes(`(${path})= ${sha256}`), path);
  const der = createPublicKey(readFileSync(join(unpacked, 'public-key.pem'))).export({ type: 'spki', format: 'der' });
  assert.ok((await shell(fingerprint!)).includes(createHash('sha256').update(der).digest('hex')));
  writeFileSync(join(unpacked, 'manifest.json'), `${entries.get('manifest.json')!.toString('utf8')} `);
  await assert.rejects(openssl());
});

for (const path of paths) {
  test(`a changed byte in ${path} is found and named`, async () => {
    const changed = await rewritten((contents) => {
      const content = Buffer.from(contents.get(path)!);
      content[content.length >> 1]! ^= 1;
      contents.set(path, content);
    });
    const problems = await problemsOf(changed);
    const named = path === 'manifest.sig' ? 'manifest.json' : path;
    assert.ok(
      problems.length === 0 ? false : problems.some((problem) => problem.path === named || problem.path === null),
      JSON.stringify(problems),
    );
  });
}

test('a removed and an added file are named', async () => {
  const removed = await rewritten((contents) => contents.delete('attachments/01-letter.txt'));
  assert.deepEqual(await problemsOf(removed), [{ kind: 'file_missing', path: 'attachments/01-letter.txt' }]);
  const added = await rewritten((contents) => contents.set('attachments/03-new.txt', Buffer.from('new')));
  assert.deepEqual(await problemsOf(added), [{ kind: 'file_not_listed', path: 'attachments/03-new.txt' }]);
});

test('a bundle that somebody signed with a key of their own is not trusted', async () => {
  const other = generateKeyPairSync('ed25519').publicKey;
  assert.deepEqual(
    (await problemsOf(bundle, [other])).map(({ kind }) => kind),
    ['other_key', 'signature_wrong'],
  );
  assert.deepEqual((await verifyEvidenceBundle(bundle)).problems, []);
});

test('a bundle of before the key was changed is valid', async () => {
  const newer = generateKeyPairSync('ed25519').publicKey;
  assert.deepEqual(await problemsOf(bundle, [newer, trusted]), []);
});

test('what is no archive, or is cut off, is no bundle', async () => {
  for (const content of [Buffer.alloc(0), Buffer.from('not a ZIP'), bytes.subarray(0, bytes.length - 300)]) {
    assert.deepEqual(
      (await problemsOf(bundleOf(content))).map(({ kind }) => kind),
      ['not_a_bundle'],
    );
  }
});

test('the command verifies a bundle without a database, and names what was changed', async () => {
  const key = join(folder, 'operator.pem');
  writeFileSync(key, pemOf(trusted));
  const command = commandLine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  const valid = await command.run(['evidence', 'verify', bundle, '--key', key]);
  assert.deepEqual([valid.code, valid.err], [0, '']);
  assert.match(valid.out, /^The bundle of VF\d+, prepared at .*Z, is valid\.$/m);
  const none = await command.run(['evidence', 'verify', join(folder, 'none.zip')]);
  assert.deepEqual([none.code, none.out], [1, '']);
  assert.match(none.err, /^There is no file .*none\.zip\.$/m);
  const file = await rewritten((contents) => contents.set('results.pdf', Buffer.from('%PDF-')));
  const changed = await command.run(['evidence', 'verify', file]);
  assert.equal(changed.code, 1);
  assert.match(changed.out, /is not valid\.\n {2}A file was changed: results\.pdf\.\n$/);
});

test('the copy that is given out is recorded as a look and as an export', async () => {
  const looks = await ctx.db.rows<{ actor: string; detail: { as: string } }>(sql`
    select actor, detail from events where check_id = ${check.id} and detail ->> 'as' = 'bundle'`);
  assert.deepEqual(
    looks.map(({ actor }) => actor),
    [caller.actor],
  );
  const [exported] = await ctx.db.rows(sql`
    select actor from security_events where type = 'records.exported' and detail ->> 'check_id' = ${check.id}`);
  assert.deepEqual(exported, { actor: caller.actor });
});

test('a look alone makes no new bundle; a new file does', async () => {
  const again = async () => {
    await makeEvidenceBundle(ctx, caller, check.id);
    return buffer((await readEvidenceBundle(ctx, caller, check.id)).content);
  };
  assert.ok(bytes.equals(await again()));
  await attach(check.order_id, 'later.txt', Buffer.alloc(200, 'later '));
  assert.ok(!bytes.equals(await again()));
});

test('the public key is the one inside the bundle', () => {
  assert.equal(entries.get('public-key.pem')?.toString('utf8'), pemOf(trusted));
  assert.ok(createPublicKey(entries.get('public-key.pem')!).equals(trusted));
});

test('the link of the results gives the bundle to a key of the account, and to nobody without one', async () => {
  const path = `${new URL(check.download_uri).pathname}.zip`;
  assert.equal((await probity.fetch(path)).status, 401);
  const given = await probity.fetch(path, { key: account.keys.test });
  assert.equal(given.status, 200);
  assert.match(String(given.headers['content-disposition']), /attachment; filename="VF\d+-evidence\.zip"/);
});

interface BundledJson {
  readonly reports: readonly { readonly result: string | null }[];
  readonly outcome_versions: readonly { readonly version: number; readonly result: string | null }[];
  readonly attachments: readonly { readonly file_name: string }[];
  readonly events: readonly { readonly type: string; readonly detail: object }[];
}

/** A started check of one report, whose bundle can be read after each move. */
async function startedReport() {
  const { id, order_id: orderId, reports } = await makeCheck(client);
  await advance(client, id);
  const target = { checkId: id, reportId: reports[0]!.id };
  const read = async () => {
    await makeEvidenceBundle(ctx, caller, id);
    const file = bundleOf(await buffer((await readEvidenceBundle(ctx, caller, id)).content));
    const json = (await openZip(file)).find(({ path }) => path === 'results.json')!;
    const text = (await buffer(Readable.from(json.read()))).toString('utf8');
    return { text, json: JSON.parse(text) as BundledJson };
  };
  return { target, orderId, read };
}

const outcome = (result: Outcome['result'], notes: string): Outcome => ({
  result,
  subResult: null,
  findings: { ...noFindings, notes },
});

test('a bundle does not say why a report awaits approval, nor what is proposed, not even after it was sent back', async () => {
  const { target, read } = await startedReport();
  const demands = () => ['adverse'] as const;
  const proposed = outcome('consider', 'a judgment of another person');
  await moveReport(ctx, caller, target, { move: 'complete', outcome: proposed, demands });
  await moveReport(ctx, caller, target, { move: 'change', outcome: outcome('consider', 'two judgments'), demands });
  const awaiting = await read();
  assert.deepEqual(awaiting.json.events.find(({ type }) => type === 'report.awaiting_approval')?.detail, {});
  assert.deepEqual(awaiting.json.outcome_versions, []);
  assert.doesNotMatch(awaiting.text, /adverse|consider|judgment|outcome_changed/);
  await moveReport(ctx, caller, target, { move: 'need_more' });
  await moveReport(ctx, caller, target, { move: 'complete', outcome: outcome('clear', '') });
  const { text, json } = await read();
  assert.deepEqual(
    json.outcome_versions.map(({ version, result }) => [version, result]),
    [[3, 'clear']],
  );
  assert.doesNotMatch(text, /adverse|consider|judgment|outcome_changed/);
});

test('a bundle shows no result and no file of a reopened report until it is complete again', async () => {
  const { target, orderId, read } = await startedReport();
  const { fileToken } = await attach(orderId, 'judgment.txt', Buffer.alloc(200, 'judgment '), target.reportId);
  await moveReport(ctx, caller, target, { move: 'complete', outcome: outcome('consider', 'a judgment') });
  const filesOf = ({ json }: Awaited<ReturnType<typeof read>>) => json.attachments.map(({ file_name }) => file_name);
  assert.deepEqual(filesOf(await read()), ['judgment.txt']);
  assert.equal((await orders.get(`/attachments?orderId=${orderId}`)).status, 200);
  await reopenReport(ctx, caller, target, 'reopen');
  const reopened = await read();
  assert.deepEqual(filesOf(reopened), []);
  assert.equal((await orders.get(`/attachments?orderId=${orderId}`)).status, 204);
  assert.equal((await orders.get(`/attachments/download?fileToken=${fileToken}`)).status, 404);
  assert.equal(reopened.json.reports[0]!.result, null);
  assert.deepEqual(
    reopened.json.outcome_versions.map(({ version, result }) => [version, result]),
    [[1, null]],
  );
  assert.doesNotMatch(reopened.text, /consider|judgment|Amber/);
  await moveReport(ctx, caller, target, { move: 'complete', outcome: outcome('clear', '') });
  const corrected = await read();
  assert.deepEqual(filesOf(corrected), ['judgment.txt']);
  assert.equal((await orders.get(`/attachments/download?fileToken=${fileToken}`)).status, 200);
  assert.deepEqual(
    corrected.json.outcome_versions.map(({ version, result }) => [version, result]),
    [
      [1, 'consider'],
      [2, 'clear'],
    ],
  );
});
