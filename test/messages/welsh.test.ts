// The Welsh of sentences: complete for every template of the candidate, and the same sentence with the same values.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatLongDate, formatPeriod } from '../../src/lib/dates.ts';
import { english, say, sayText, withMarkedEnglish, withoutMarks } from '../../src/messages/say.ts';
import { speaking } from '../../src/messages/spoken-language.ts';
import { welsh } from '../../src/messages/welsh/welsh.ts';
import { saidHtml } from '../../src/portals/shared/said-html.ts';

const root = join(import.meta.dirname, '../..');
const inWelsh = <T>(work: () => T): T => speaking('cy', work);
const valuesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join();
const marksIn = (text: string) => text.replace(/[^[\]*]/g, '');

test('the Welsh of a sentence has its values, its links and its bold words', () => {
  const wrong = Object.entries(welsh).filter(
    ([sentence, said]) => valuesIn(sentence) !== valuesIn(said) || marksIn(sentence) !== marksIn(said),
  );
  assert.deepEqual(wrong, []);
});

test('a sentence has one Welsh, whichever file it stands in', () => {
  const files = globSync('src/messages/welsh/*.ts', { cwd: root });
  const all = new Map<string, Set<string>>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, quoted, bare, said] of text.matchAll(/^ {2}(?:'([^'\n]+)'|(\w+)): ?\n? *'([^'\n]+)',$/gm)) {
      const sentence = quoted ?? bare!;
      all.set(sentence, (all.get(sentence) ?? new Set()).add(said!));
    }
  }
  assert.ok(all.size > 1000, `${all.size}`);
  assert.deepEqual(
    [...all].filter(([, said]) => said.size > 1),
    [],
  );
});

test('every sentence of the templates of candidates and referees has its Welsh', () => {
  const templates = globSync('src/portals/{candidate,referee,shared}/**/*.njk', { cwd: root });
  const missing = templates.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const calls = [...text.matchAll(/\bsay(?:Html)?\(("[^"]*"(?: if [^"]*(?:"[^"]*")?[^"]*)*)/g)].map(
      ([, given]) => given!,
    );
    const sentences = calls.flatMap((call) => [...call.matchAll(/"([^"]*)"/g)].map(([, sentence]) => sentence!));
    return sentences.filter((sentence) => /[A-Za-z]{2}.* |^[A-Z]/.test(sentence) && !(sentence in welsh));
  });
  assert.deepEqual(missing, []);
});

test('dates have Welsh months, and a period has a dash, because a word would change the month after it', () => {
  assert.equal(
    inWelsh(() => formatLongDate('2026-03-04')),
    '4 Mawrth 2026',
  );
  assert.equal(
    inWelsh(() => formatPeriod({ from: '2026-03', to: '2026-05' })),
    'Mawrth 2026 – Mai 2026',
  );
  assert.equal(formatPeriod({ from: '2026-03', to: '2026-05' }), 'March 2026 to May 2026');
});

test('a text that has no Welsh stays in English and says so, but not inside of a tag', () => {
  const page = inWelsh(() =>
    withMarkedEnglish(
      `<title>${sayText('Moon dust')}</title><p>${sayText('Moon dust')}</p><option>${english('Mars')}</option><img alt="${english('Sun')}">`,
    ),
  );
  assert.equal(
    page,
    '<title>Moon dust</title><p><span lang="en">Moon dust</span></p><option lang="en">Mars</option><img alt="Sun">',
  );
  assert.equal(sayText('Moon dust'), 'Moon dust', 'nothing is marked on a page in English');
  assert.equal(
    inWelsh(() => withoutMarks(english('Sun'))),
    'Sun',
  );
});

test('marks that somebody typed show nothing and cost nothing, however many there are', () => {
  const typed = `\uE001${'\uE000'.repeat(20_000)}x${'\uE001'.repeat(19_999)}`;
  const began = performance.now();
  const page = inWelsh(() => withMarkedEnglish(`<p>${typed}</p><p>${english('Mars')}</p>`));
  assert.ok(performance.now() - began < 1000);
  assert.equal(page.replaceAll(/<\/?span[^>]*>/g, ''), '<p>x</p><p>Mars</p>');
  assert.match(page, /<p><span lang="en">Mars<\/span><\/p>$/);
});

test('a link of a sentence is its own in both languages, and a value marks nothing', () => {
  const said = () =>
    saidHtml('We are taking you to {host}. [Go there now] if nothing happens.', { host: '<b>[x]*', href: '/a?b&c' });
  assert.equal(
    said(),
    'We are taking you to &lt;b&gt;[x]*. <a class="govuk-link" href="/a?b&amp;c">Go there now</a> if nothing happens.',
  );
  assert.match(inWelsh(said), /&lt;b&gt;\[x\]\*\. <a class="govuk-link" href="\/a\?b&amp;c">Ewch yno nawr<\/a>/);
});

test('each work speaks its own language, also where both wait', async () => {
  const later = () => new Promise<void>((resolve) => setImmediate(resolve));
  const yes = async () => {
    await later();
    return say('Yes');
  };
  assert.deepEqual(await Promise.all([speaking('cy', yes), yes(), speaking('en', yes)]), ['Ie', 'Yes', 'Yes']);
});
