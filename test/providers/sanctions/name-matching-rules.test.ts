// The similarity of two names, and the words that explain it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { keysOfListed, queriesFor } from '../../../src/providers/sanctions/blocking-key-rules.ts';
import { hitScore, jaroWinkler, nameMatcher } from '../../../src/providers/sanctions/name-matching-rules.ts';
import { tokensOf } from '../../../src/providers/sanctions/name-token-rules.ts';

const match = (searched: string, listed: string) => nameMatcher(tokensOf(searched))(tokensOf(listed));

it('gives the published values of Jaro-Winkler', () => {
  // Winkler, "String Comparator Metrics" (1990), and the Census Bureau's examples.
  const examples: readonly [string, string, number][] = [
    ['martha', 'marhta', 0.961],
    ['dwayne', 'duane', 0.84],
    ['dixon', 'dicksonx', 0.813],
    ['jones', 'johnson', 0.832],
    ['abroms', 'abrams', 0.922],
    ['same', 'same', 1],
    ['abc', 'xyz', 0],
  ];
  for (const [one, other, score] of examples) {
    assert.equal(Math.round(jaroWinkler(one, other) * 1000) / 1000, score, `${one} and ${other}`);
  }
});

describe('a name is a hit', () => {
  const same: readonly [string, string, string][] = [
    ['in another order', 'Zarvokhin Testimir', 'Testimir ZARVOKHIN'],
    ['without its middle name', 'Testimir Zarvokhin', 'Testimir Fixturovich Zarvokhin'],
    ['with a letter too many', 'Testimmir Zarvokhin', 'Testimir Zarvokhin'],
    ['with two letters swapped', 'Tesitmir Zarvokhin', 'Testimir Zarvokhin'],
    ['transliterated otherwise', 'Muhammad Aly Khassan', 'Mohammed Ali Hassan'],
    ['in Cyrillic', 'Testimir Zarvokhin', 'Тестимир Зарвохин'],
    ['in Chinese characters', 'Jinping Xi', '习近平'],
    ['with accents', 'Jösé Müñoz-Zarvokhin', 'Jose Munoz Zarvokhin'],
    ['with an initial', 'T Zarvokhin', 'Testimir Zarvokhin'],
    ['written together', 'Abdulrahman Zarvokhin', 'Zarvokhin, Abd al Rahman'],
    ['with an apostrophe', "Testimir O'Zarvokhin", 'Testimir OZarvokhin'],
  ];
  for (const [how, searched, listed] of same) {
    it(`${how}: ${searched}, ${listed}`, () => {
      assert.ok(match(searched, listed).score >= hitScore, JSON.stringify(match(searched, listed)));
    });
  }
});

describe('a name does not match', () => {
  const different: readonly [string, string, string][] = [
    ['where only the family name is the same', 'Ondravia Zarvokhin', 'Testimir Zarvokhin'],
    ['where the middle names contradict', 'Anna Mestaline Zarvokhin', 'Anna Quillford Zarvokhin'],
    ['where the list has one word only', 'Testimir Zarvokhin', 'Testimir'],
    ['where nothing is the same', 'Ondravia Quillbrandt', 'Testimir Zarvokhin'],
  ];
  for (const [why, searched, listed] of different) {
    it(`${why}: ${searched}, ${listed}`, () => assert.ok(match(searched, listed).score < hitScore));
  }
});

it('returns the matched words with their similarities', () => {
  assert.deepEqual(match('Zarvokhin Testimmir', 'Testimir Fixturovich ZARVOKHIN'), {
    score: 0.943,
    tokens: [
      { searched: 'zarvokhin', listed: 'zarvokhin', similarity: 1 },
      { searched: 'testimmir', listed: 'testimir', similarity: 0.98 },
    ],
  });
});

const name = fc.string({ unit: 'grapheme', maxLength: 60 });

it('gives any two texts a score from 0 to 1, 1 for equal texts, and the same in both directions', () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      const { score } = match(one, other);
      assert.ok(score >= 0 && score <= 1);
      assert.ok(Math.abs(score - match(other, one).score) <= 0.1);
      if (tokensOf(one).length > 0) assert.equal(match(one, one).score, 1);
    }),
  );
});

it('makes keys and queries of letters and digits only, for any name', () => {
  fc.assert(
    fc.property(name, (one) => {
      for (const key of keysOfListed(tokensOf(one), ['1961-03-07'])) assert.match(key, /^[A-Z][a-z0-9]*$/);
      for (const query of queriesFor(tokensOf(one), '1961')) assert.match(query, /^[A-Za-z0-9 ()&|]*$/);
    }),
  );
});

it('searches nothing for a name without letters', () => assert.deepEqual(queriesFor(tokensOf('…'), undefined), []));
