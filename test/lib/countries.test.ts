import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countries,
  countryByAlpha2,
  countryByAlpha3,
  formerCountries,
  formerCountryByAlpha3,
} from '../../src/lib/countries.ts';

test('knows every country by both codes and an English name', () => {
  assert.ok(countries.length >= 249);
  for (const country of countries) {
    assert.match(country.alpha2, /^[A-Z]{2}$/);
    assert.match(country.alpha3, /^[A-Z]{3}$/);
    assert.ok(country.name.length > 3);
    assert.equal(countryByAlpha2(country.alpha2), country);
    assert.equal(countryByAlpha3(country.alpha3), country);
  }
  assert.equal(new Set(countries.map(({ name }) => name)).size, countries.length);
});

test('accepts a code in any case and nothing else', () => {
  const { alpha2, alpha3, name } = countryByAlpha3('gbr')!;
  assert.deepEqual([alpha2, alpha3, name], ['GB', 'GBR', 'United Kingdom']);
  assert.equal(countryByAlpha2('Je')?.alpha3, 'JEY');
  assert.equal(countryByAlpha3('xkx'), countryByAlpha2('XK'));
  assert.equal(countryByAlpha3('XKK'), undefined);
  for (const text of ['', 'GB', 'UK', 'XXX', 'GBRA', '826', ' GBR', '__proto__', 'ß1']) {
    assert.equal(countryByAlpha3(text), undefined, text);
  }
  for (const text of ['', 'GBR', 'UK', 'XX', 'G', 'ß']) assert.equal(countryByAlpha2(text), undefined, text);
});

test('uses common names of countries, and finds their other names', () => {
  const named = (code: string) => countryByAlpha3(code)?.name;
  assert.deepEqual(['GBR', 'USA', 'CHN', 'RUS', 'KOR', 'CIV', 'VGB'].map(named), [
    'United Kingdom',
    'United States',
    'China',
    'Russia',
    'South Korea',
    'Ivory Coast',
    'British Virgin Islands',
  ]);
  const called = (name: string) => countries.filter((one) => one.aliases.includes(name)).map(({ alpha3 }) => alpha3);
  for (const name of ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'])
    assert.deepEqual(called(name), ['GBR'], name);
  const others = ['USA', 'America', 'Holland', 'Burma', 'Czech Republic', 'UAE', 'Republic of Korea', 'Eire'];
  assert.deepEqual(others.flatMap(called), ['USA', 'USA', 'NLD', 'MMR', 'CZE', 'ARE', 'KOR', 'IRL']);
  for (const { name, alpha3 } of countries) assert.doesNotMatch(name, / of$|Republic of (?!the Congo)/, alpha3);
});

test('no country that is no more has the code of one of today', () => {
  for (const { alpha3, name } of formerCountries) {
    assert.equal(countryByAlpha3(alpha3), undefined, name);
    assert.equal(formerCountryByAlpha3(alpha3)?.name, name);
  }
  assert.equal(formerCountryByAlpha3('GBR'), undefined);
});

test('sorts countries by name, with accented letters in place', () => {
  const names = countries.map(({ name }) => name);
  assert.ok(names.indexOf('Åland Islands') < names.indexOf('Albania'));
  assert.ok(names.indexOf('Zambia') < names.indexOf('Zimbabwe'));
});
