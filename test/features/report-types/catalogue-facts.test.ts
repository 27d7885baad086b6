// The catalogue as a whole: the number of report types, their sources, and their permanent numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Check } from '../../../src/features/checks/check.ts';
import { sandboxOutcome } from '../../../src/features/checks/sandbox-rules.ts';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { isStale } from '../../../src/features/knowledge/known-rules.ts';
import { sources } from '../../../src/features/knowledge/sources.ts';
import { reportResults } from '../../../src/features/report-types/breakdown.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { codeOf, statementsOf } from '../../../src/features/report-types/catalogue-rules.ts';
import { findingsProblems } from '../../../src/features/report-types/findings-rules.ts';
import ids from '../../../src/features/report-types/report-type-ids.json' with { type: 'json' };
import { criminalRecordCountries } from '../../../src/features/report-types/tables/criminal-record-countries.ts';
import { professionalBodies } from '../../../src/features/report-types/tables/professional-bodies.ts';
import type { Report } from '../../../src/features/reports/report.ts';
import { contradictionsOf } from '../../../src/features/reports/report-rules.ts';
import { countryByAlpha3 } from '../../../src/lib/countries.ts';
import { staleStatements } from '../../support/stale-knowledge.ts';

const typesOf = (name: string) => catalogue.filter((type) => type.name === name);

/** The members of the United Nations (un.org, Member States). */
const unitedNations = `
  AFG ALB DZA AND AGO ATG ARG ARM AUS AUT AZE BHS BHR BGD BRB BLR BEL BLZ BEN BTN BOL BIH BWA BRA BRN BGR BFA BDI CPV KHM
  CMR CAN CAF TCD CHL CHN COL COM COG CRI CIV HRV CUB CYP CZE PRK COD DNK DJI DMA DOM ECU EGY SLV GNQ ERI EST SWZ ETH FJI
  FIN FRA GAB GMB GEO DEU GHA GRC GRD GTM GIN GNB GUY HTI HND HUN ISL IND IDN IRN IRQ IRL ISR ITA JAM JPN JOR KAZ KEN KIR
  KWT KGZ LAO LVA LBN LSO LBR LBY LIE LTU LUX MDG MWI MYS MDV MLI MLT MHL MRT MUS MEX FSM MDA MCO MNG MNE MAR MOZ MMR NAM
  NRU NPL NLD NZL NIC NER NGA MKD NOR OMN PAK PLW PAN PNG PRY PER PHL POL PRT QAT KOR ROU RUS RWA KNA LCA VCT WSM SMR STP
  SAU SEN SRB SYC SLE SGP SVK SVN SLB SOM ZAF SSD ESP LKA SDN SUR SWE CHE SYR TJK THA TLS TGO TON TTO TUN TUR TKM TUV UGA
  UKR ARE GBR TZA USA URY UZB VUT VEN VNM YEM ZMB ZWE`
  .trim()
  .split(/\s+/);

test('there are over 700 report types, over 590 of them confirmed as sold', () => {
  assert.ok(catalogue.length > 700, String(catalogue.length));
  const sold = catalogue.filter(({ soldBy }) => soldBy !== null);
  assert.ok(sold.length > 590, String(sold.length));
});

test('every label and code is unique', () => {
  for (const texts of [catalogue.map(({ label }) => label.toLowerCase()), catalogue.map(codeOf)]) {
    assert.deepEqual(
      texts.filter((text, index) => texts.indexOf(text) !== index),
      [],
    );
  }
});

test('every country is known, and every statement has a known source or none', () => {
  for (const type of catalogue) {
    if (type.country !== null) assert.ok(countryByAlpha3(type.country), `${codeOf(type)} ${type.country}`);
    if (type.soldBy !== null) assert.ok(type.soldBy in sources, codeOf(type));
    for (const { source, confidence, checkedOn } of statementsOf(type)) {
      assert.ok(source === null || source in sources, `${codeOf(type)} ${source}`);
      if (source === null) assert.equal(confidence, 'check_before_relying', codeOf(type));
      else assert.equal(checkedOn, sources[source].checkedOn);
    }
  }
});

test('every member of the United Nations has a criminal record type, the United Kingdom families of its own', () => {
  assert.equal(unitedNations.length, 193);
  const countries = new Set(typesOf('criminal_history_international').map(({ country }) => country));
  assert.deepEqual(
    unitedNations.filter((code) => !countries.has(code)),
    ['GBR'],
  );
  assert.equal(countries.size, criminalRecordCountries.length);
  assert.ok(criminalRecordCountries.length >= 237);
});

test('a country without a certificate for individuals is searched without one', () => {
  const [type] = typesOf('criminal_history_international').filter(({ country }) => country === 'PRK');
  assert.deepEqual(
    type!.options.map(({ name }) => name),
    ['public_record_search', 'declaration'],
  );
  assert.equal(type!.soldBy, null);
});

test('a criminal record check requires the identification number of its country', () => {
  const identifierOf = (variant: string) =>
    typesOf('criminal_history_international')
      .find((type) => type.variant === variant)!
      .requires.find((required) => typeof required === 'object' && 'local_identifier' in required);
  assert.deepEqual(identifierOf('pol'), { local_identifier: { country: 'POL', kind: 'pesel', mayLack: true } });
  assert.equal(identifierOf('fra'), undefined);
});

test('every professional body has a type of its own, and the plain type covers other bodies', () => {
  assert.ok(professionalBodies.length >= 174);
  assert.equal(new Set(professionalBodies.map(({ key }) => key)).size, professionalBodies.length);
  assert.deepEqual(
    typesOf('professional_membership').map(({ variant }) => variant),
    [null, ...professionalBodies.map(({ key }) => key)],
  );
  for (const { key, number } of professionalBodies) {
    if (number === undefined) continue;
    assert.match(number.pattern.source, /^\^.+\$$/, key);
  }
  assert.match('12A3456E', professionalBodies.find(({ key }) => key === 'nmc')!.number!.pattern);
});

test('numbers stay with their types, and none is used twice', () => {
  const first = Object.entries(ids)
    .filter(([, id]) => id <= 19)
    .map(([code]) => code);
  assert.deepEqual(first, [
    ...['identity', 'document', 'right_to_work'],
    ...['criminal_history:basic', 'criminal_history:standard', 'criminal_history:enhanced'],
    ...['credit', 'anti_money_laundering', 'sanctions', 'adverse_media', 'directorship', 'financial_services_register'],
    ...['driving_licence', 'employment_history:uk', 'employment_history:worldwide', 'activity'],
    ...['education:uk', 'education:worldwide', 'professional_membership'],
  ]);
  const numbers = Object.values(ids);
  assert.equal(new Set(numbers).size, numbers.length);
  for (const type of catalogue) assert.equal((ids as Record<string, number>)[codeOf(type)], type.id, codeOf(type));
});

test('a statement is stale a year after it was last checked', () => {
  const statement = { checkedOn: '2026-11-22' };
  assert.equal(isStale(statement, '2027-11-21'), false);
  assert.equal(isStale(statement, '2027-11-22'), true);
  assert.deepEqual(staleStatements('2026-11-22'), []);
  assert.ok(staleStatements('2028-01-01').some((line) => line.includes('sterling_catalogue')));
});

test('every type accepts the breakdown of its test reports, for any result', () => {
  for (const type of catalogue) {
    for (const result of reportResults) {
      const order = { facts: noFacts, consider: [] } as unknown as Check['order'];
      const report = { reportTypeId: type.id, name: type.name } as Report;
      const { subResult, findings } = sandboxOutcome(order, report, { result });
      assert.deepEqual(findingsProblems(type, findings).fields, {}, `${codeOf(type)} ${result}`);
      assert.notDeepEqual(findings.breakdown, {}, codeOf(type));
      assert.deepEqual(contradictionsOf({ result, subResult, findings }, type), [], codeOf(type));
    }
  }
});

test('how long a source takes is something to know, and nothing to tick', () => {
  const lines = catalogue.flatMap(({ guidance }) => guidance);
  const durations = lines.filter(({ value }) => /^\d+ %|are complete within|takes longest|takes? .* days/.test(value));
  assert.ok(durations.length > 0);
  assert.deepEqual([...new Set(durations.map(({ kind }) => kind))], ['to_know']);
});
