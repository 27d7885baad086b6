// What a copy for the person tells of the verifications of their history.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readmeText, verificationJson } from '../../../src/features/retention/person-copy-rules.ts';
import { readablePage } from '../../../src/features/retention/readable-copy-rules.ts';
import { recipientLetters } from '../../../src/features/retention/recipient-rules.ts';
import type { Verification } from '../../../src/features/verifications/verification-actions.ts';
import { typedSources } from '../../../src/features/verifications/verification-sources.ts';

test('the copy has each verification and why it counts no more, and no name, note or reason of what was said in confidence', () => {
  for (const source of Object.keys(typedSources) as (keyof typeof typedSources)[]) {
    const verification: Verification = {
      ...{
        id: 'v',
        reportId: 'r',
        author: 'system',
        recordedAt: new Date('2026-11-20T10:00:00Z'),
        takenBack: { reason: 'Of a namesake.', author: 'system', at: new Date('2026-11-21T10:00:00Z') },
      },
      ...{ about: null, entryKey: null, source, from: '2023-11-01', to: '2023-12-15', by: 'Pat Lee', on: '2026-11-20' },
      ...{ fileTokens: [], note: 'She left in a rage.' },
    };
    const told = verificationJson(verification);
    const isInConfidence = source === 'telephone' || source === 'character';
    assert.equal(told.from, '2023-11-01', source);
    for (const said of [/Pat Lee/, /rage/, /namesake/])
      assert.equal(said.test(JSON.stringify(told)), !isInConfidence, source);
    assert.equal(told.counts_no_more?.since, '2026-11-21T10:00:00Z');
  }
  assert.match(readmeText, /notes, what verifies the history and what of it counts no more and why,/);
  assert.match(
    readmeText,
    /who confirmed the history on the telephone or in a character\s+reference, what was noted of it and why it counts no more/,
  );
});

test('whoever received data of several orders gets one text, which names them and asks what the kind of request asks', () => {
  const row = { kind: 'supplier', name: 'Demo Degrees', what: 'Education, UK', on: '2026-11-29' } as const;
  const of = { candidateName: 'Fran Sample', accountName: 'Demo Care Ltd' };
  const received = [
    { ...row, order: 'VF40' },
    { ...row, order: 'VF45' },
    { ...row, order: 'VF45', name: 'Sample Stores' },
  ];
  const letters = recipientLetters(received, 'erasure', of);
  assert.deepEqual(
    letters.map(({ name }) => name),
    ['Demo Degrees', 'Sample Stores'],
  );
  assert.match(
    letters[0]!.text,
    /Fran Sample[\s\S]*Demo Care Ltd:[\s\S]*VF40, 29 November 2026\n– [^\n]*VF45[\s\S]*Please erase/,
  );
  assert.doesNotMatch(letters[1]!.text, /VF40/);
  assert.match(recipientLetters(received, 'correction', of)[0]!.text, /Please correct/);
});

test('what people wrote stands in the pages of the copy as text, whether it is a value, a name or a list', () => {
  const html = '<img src=x onerror=alert(1)>';
  const page = readablePage(html, {
    [html]: html,
    list: [html, 'b'],
    rows: [{ [html]: [{ deep: html }] }],
    none: null,
  });
  assert.doesNotMatch(page, /<img/i);
  assert.equal(page.match(/&#60;img src=x/gi)?.length, 7);
});
