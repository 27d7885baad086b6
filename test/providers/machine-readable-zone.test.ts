// The machine-readable zone: the conformance suite, and recognition of photographs that a real browser draws.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { attachFile } from '../../src/features/attachments/attachment-actions.ts';
import { readCheck } from '../../src/features/checks/check-actions.ts';
import { noFacts } from '../../src/features/facts/facts.ts';
import { zoneVerdict } from '../../src/features/facts/machine-readable-zone-rules.ts';
import type { Target } from '../../src/features/provider-requests/answer-actions.ts';
import { chooseProviders } from '../../src/features/provider-requests/choice-actions.ts';
import { namedType } from '../../src/features/report-types/report-type-rules.ts';
import { pixelsOf } from '../../src/providers/machine-readable-zone/picture-size.ts';
import { recogniseText } from '../../src/providers/machine-readable-zone/text-recognition.ts';
import { zonesIn } from '../../src/providers/machine-readable-zone/zone-lines.ts';
import { zoneOutcome } from '../../src/providers/machine-readable-zone/zone-outcome.ts';
import {
  machineReadableZone,
  machineReadableZoneProvider,
} from '../../src/providers/machine-readable-zone/zone-provider.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { conforms } from './conformance.ts';
import { openProviderWorld } from './provider-world.ts';

/** Of the specimen that ICAO 9303 prints. */
const zone = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'] as const;

const specimen = {
  first_name: 'Anna',
  last_name: 'Eriksson',
  gender: 'female' as const,
  dob: '1974-08-12' as const,
  nationality: 'SWE',
  identity_documents: [
    { type: 'passport' as const, number: 'L898902C3', country: 'SWE', issued_on: null, expires_on: null },
  ],
};

const world = await openProviderWorld();
const browser = await launchBrowser(world.certificate);
after(() => browser.close());

const pictures = new Map<string, Promise<Buffer>>();

function pictureOf(lines: readonly string[]): Promise<Buffer> {
  const key = lines.join('\n');
  if (!pictures.has(key)) pictures.set(key, draw(lines));
  return pictures.get(key)!;
}

async function draw(lines: readonly string[]): Promise<Buffer> {
  const page = await openPage(browser, { screen: 'desk' });
  const text = lines.join('\n').replaceAll('<', '&lt;');
  await page.setContent(`<body style="background: #fff; margin: 40px"><h1 style="font: 30px sans-serif">PASSPORT</h1>
    <pre style="font: bold 34px monospace; letter-spacing: 6px">${text}</pre></body>`);
  return page.screenshot({ fullPage: true, type: 'png' });
}

conforms(world, 'machine_readable_zone', {
  make: () => machineReadableZoneProvider(async () => ({ text: zone.join('\n'), peakMegabytes: 0 })),
  facts: (says) => ({ ...specimen, dob: says === 'clear' ? specimen.dob : '1975-08-12' }),
  prepare: async (target) => attach(target, await pictureOf(zone)),
});

async function attach(target: Target, picture: Buffer): Promise<void> {
  const { orderId } = await readCheck(world.ctx, world.caller, target.checkId);
  const content = (async function* () {
    yield picture;
  })();
  const fileToken = world.ctx.newId();
  await attachFile(world.ctx, world.caller, { fileToken, orderId, fileName: 'passport.png', description: '', content });
}

async function report(facts: object, picture: Buffer | undefined): Promise<Target> {
  const found = namedType('document');
  if ('missing' in found) throw new Error('there is no report type document');
  const target = await world.report({ ...specimen, ...facts }, found.type);
  const known = new Map([[machineReadableZone.name, machineReadableZone.capabilities]]);
  const choice = { type: found.type, providers: [machineReadableZone.name], personReleases: 'not_clear' as const };
  await chooseProviders(world.ctx, 'system', world.caller.accountId, choice, known);
  if (picture !== undefined) await attach(target, picture);
  await world.work(target);
  await world.work(target);
  return target;
}

test('a zone that agrees with what was typed is clear, and a person decides all the same', async () => {
  const target = await report({}, await pictureOf(zone));
  const { status, result, subResult, findings } = await world.statusOf(target);
  assert.deepEqual([status, result, subResult], ['awaiting_approval', 'clear', 'clear'], findings.notes);
  // The desk shows their verdicts from the lines.
  assert.deepEqual(Object.keys(findings.properties), ['mrz_line1', 'mrz_line2']);
  assert.equal(findings.properties.mrz_line1, zone[0]);
});

test('another date of birth and another number than typed are to be considered', async () => {
  const typed = { dob: '1975-08-12', identity_documents: [{ ...specimen.identity_documents[0]!, number: 'X1' }] };
  const { result, subResult, findings } = await world.statusOf(await report(typed, await pictureOf(zone)));
  assert.deepEqual([result, subResult], ['consider', 'caution']);
  assert.match(findings.notes, /differs from what the candidate typed: date of birth, document number/);
});

test('a picture without a zone, and an order without a picture, go to a person', async () => {
  for (const picture of [await pictureOf(['NOTHING TO READ']), undefined]) {
    const target = await report({}, picture);
    assert.equal((await world.statusOf(target)).provider, 'manual');
    assert.match((await world.exchanges(target)).at(-1)?.reason ?? '', /No machine-readable zone/);
  }
});

/** A document on a table: turned, half of it in a shadow, with the noise of a sensor, strongly compressed. */
async function photographOf(lines: readonly string[], degrees: number): Promise<Buffer> {
  const page = await openPage(browser, { screen: 'desk' });
  await page.setViewportSize({ width: 1500, height: 700 });
  const text = lines.join('\n').replaceAll('<', '&lt;');
  const over = 'position: absolute; inset: 0;';
  await page.setContent(`<body style="margin: 0; background: #5a4a3a; overflow: hidden">
    <svg width="0" height="0"><filter id="noise"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2"/>
      <feColorMatrix values="0 0 0 0 0.3  0 0 0 0 0.3  0 0 0 0 0.3  0 0 0 0.35 0"/></filter></svg>
    <div style="position: absolute; left: 130px; top: 120px; width: 1240px; height: 440px; background: #efe9dc; transform: rotate(${degrees}deg)">
      <h1 style="font: 30px sans-serif; margin: 30px">PASSPORT</h1>
      <pre style="position: absolute; left: 40px; bottom: 20px; margin: 0; font: bold 34px/1.6 monospace; letter-spacing: 6px; color: #222">${text}</pre>
    </div>
    <div style="${over} filter: url(#noise)"></div>
    <div style="${over} background: linear-gradient(115deg, rgba(0, 0, 0, 0.55), rgba(0, 0, 0, 0.45) 38%, transparent 52%)"></div>`);
  return page.screenshot({ type: 'jpeg', quality: 60 });
}

for (const degrees of [2, -3]) {
  test(`a zone is found in a photograph turned by ${degrees} degrees, within the memory`, async () => {
    const recognised = await recogniseText(await photographOf(zone, degrees));
    assert.ok(typeof recognised === 'object', String(recognised));
    const holder = { ...noFacts, ...specimen };
    const verdicts = zonesIn(recognised.text).map((found) => zoneVerdict(found, holder)!);
    const best = verdicts.toSorted((a, b) => a.faults.length - b.faults.length)[0];
    assert.ok(best !== undefined && best.faults.length <= 2, recognised.text);
    // What is read wrongly is never taken for right.
    if (best.isValid) assert.equal(best.documentNumber, 'L898902C3');
    assert.ok(recognised.peakMegabytes < 400, `${recognised.peakMegabytes} MB`);
  });
}

test('recognition that takes too much memory or time is ended', { skip: process.platform !== 'linux' }, async () => {
  const picture = await pictureOf(zone);
  assert.equal(await recogniseText(picture, { memoryMegabytes: 90, timeoutMs: 60_000 }), 'too_much_memory');
  assert.equal(await recogniseText(picture, { memoryMegabytes: 640, timeoutMs: 50 }), 'timed_out');
});

test('a picture that is too large, or none, is not recognised', async () => {
  const huge = Buffer.alloc(64);
  huge.writeUInt32BE(0x89504e47);
  huge.writeUInt32BE(50_000, 16);
  huge.writeUInt32BE(50_000, 20);
  assert.equal(await recogniseText(huge), 'too_large');
  assert.equal(await recogniseText(Buffer.from('not a picture')), 'not_a_picture');
  assert.equal(pixelsOf(Buffer.from('ffd8ffe000040000ffc0000b08010002000101110000000000', 'hex')), 256 * 512);
  assert.equal(pixelsOf(Buffer.from('ffd8ffff', 'hex')), undefined);
});

test('lines are found below other text, and rows of fillers that were counted wrongly are put right', () => {
  const read = `PASSPORT\n${zone[0].replace('<<<<<<', '<<<')}\n${zone[1].replace('<<<<<', '<<<')}\n`;
  assert.equal(zonesIn(read)[0], zone.join('\n'));
  const invented = `${zone[0]}\n${zone[1].replace('UTO', 'UT0O')}`;
  assert.ok(zonesIn(invented).includes(zone.join('\n')));
  assert.deepEqual(zonesIn('PASSPORT\nOF NOBODY'), []);
});

test('wrong check digits are to be considered', () => {
  const verdict = { isValid: false, faults: ['birthDateCheckDigit'], documentNumber: 'L1', contradicts: [], lines: [] };
  const { result, findings } = zoneOutcome({ ...verdict, issuer: null } as never, ['L1']);
  assert.equal(result, 'consider');
  assert.match(findings.notes, /Check digits of the machine-readable zone are wrong: 1/);
});
