// What candidates read before they agree to a check, and what is kept of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  agreementToAsk,
  consentAnswer,
  consentText,
  givenConsent,
  statementsOf,
} from '../../../src/features/candidate-form/consent.ts';
import { formScope } from '../../../src/features/candidate-form/form-page-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../../src/features/report-types/catalogue-rules.ts';
import type { MonitorPlanName } from '../../../src/features/report-types/monitoring.ts';
import { findReportType, toldToCandidate } from '../../../src/features/report-types/report-type-rules.ts';
import { en } from '../../../src/messages/en.ts';

function typeOf(code: string) {
  const [name = '', variant = null] = code.split(':');
  const found = findReportType(name, variant);
  if ('missing' in found) throw new Error(`no type ${code}`);
  return found.type;
}

const noWords = { consent: '', privacyNotice: '' };

/** @param ordered codes of types, each with how it is asked again */
function textOf(
  ordered: Readonly<Record<string, MonitorPlanName | null>>,
  eraseAfterDays = 0,
  clientWords = noWords,
  keepsStaff = false,
) {
  const types = Object.keys(ordered).map(typeOf);
  return consentText({
    accountName: 'Example Care Ltd',
    eraseAfterDays,
    neverHiredDays: 0,
    keepsStaff,
    clientWords,
    types,
    monitored: Object.entries(ordered).flatMap(([code, plan]) => (plan === null ? [] : { type: typeOf(code), plan })),
    scope: formScope(types, null, '2026-11-28'),
  });
}

const headingsOf = (text: ReturnType<typeof textOf>) => text.sections.map(({ heading }) => heading);

test('candidates read what each report checks and who answers, in sentences to them', () => {
  const [checked] = textOf({ 'employment_history:uk': null, right_to_work: null }).sections;
  assert.deepEqual(checked?.points, [
    {
      label: 'Employment history, UK',
      text: 'We ask your employers when you worked for them, what you did and why you left. Answered by: The HR or payroll department of the employer.',
    },
    {
      label: 'Right to work',
      text: `We check that you may work in the United Kingdom. Answered by: ${typeOf('right_to_work').answeredBy!.value}`,
    },
  ]);
});

test('they read that people are asked only where people are asked', () => {
  const peopleIn = (text: ReturnType<typeof textOf>) =>
    text.sections.flatMap(({ paragraphs }) => paragraphs).filter((one) => one.includes('people whom you name')).length;
  assert.equal(peopleIn(textOf({ 'employment_history:uk': null })), 1);
  assert.equal(peopleIn(textOf({ character_reference: null })), 1);
  assert.equal(peopleIn(textOf({ 'education:uk': null })), 1);
  assert.equal(peopleIn(textOf({ sanctions: null, right_to_work: null })), 0);
  // They ask for the same history, but no employer.
  assert.equal(peopleIn(textOf({ 'employment_history:open_banking': null, cv_comparison: null })), 0);
});

test('they read and agree to what is looked at again later, only if it was ordered', () => {
  const once = textOf({ sanctions: null });
  assert.ok(!headingsOf(once).includes(en.consent.later));
  assert.deepEqual(statementsOf(once), [en.consent.agreesToChecks]);
  const monitored = textOf({ sanctions: 'each_list', right_to_work: null });
  const later = monitored.sections.find(({ heading }) => heading === en.consent.later);
  assert.deepEqual(later?.points, [
    { label: 'Sanctions and politically exposed persons', text: 'Each time the lists change.' },
  ]);
  assert.deepEqual(statementsOf(monitored), [en.consent.agreesToChecksAndLater]);
});

test('they read for how many days it is kept, or whom to ask', () => {
  const kept = (days: number) =>
    textOf({ sanctions: null }, days).sections.find(({ heading }) => heading === en.consent.kept);
  assert.match(kept(180)!.paragraphs[0]!, /^180 days after your last check is over/);
  const staff = textOf({ sanctions: null }, 180, noWords, true).sections.find(
    ({ heading }) => heading === en.consent.kept,
  );
  assert.match(
    staff!.paragraphs[0]!,
    /^For as long as you are in the record of staff of Example Care Ltd, and then for 180 days after you have left or your last check is over/,
  );
  assert.match(kept(0)!.paragraphs[0]!, /Ask Example Care Ltd how long that is\./);
});

test('a criminal record check asks for an agreement of its own', () => {
  assert.deepEqual(statementsOf(textOf({ 'criminal_history:basic': null })), [
    en.consent.agreesToChecks,
    'I agree that my criminal record is checked, and that Example Care Ltd learns the result.',
  ]);
});

test('words for candidates are of a type or family that exists, and speak to the candidate', () => {
  const codes = new Set(catalogue.flatMap((type) => [codeOf(type), type.name]));
  assert.deepEqual(
    Object.keys(en.reportTypes).filter((code) => !codes.has(code)),
    [],
  );
  const aboutSomebody = Object.values(en.reportTypes).filter((text) =>
    /\bthe (candidate|person|applicant)\b/i.test(text),
  );
  assert.deepEqual(aboutSomebody, []);
  // A type without words of its own is described as clients read it.
  const ownership = typeOf('passport_validity');
  assert.equal(toldToCandidate(ownership), ownership.description);
});

test('a referee reads that the candidate agreed to be asked about, and learns of no other check', () => {
  const text = textOf({ 'employment_history:uk': null, 'criminal_history:basic': null });
  const given = givenConsent(consentAnswer({ agrees: 'yes', wording: '3' }, text), new Date('2026-11-29T09:00:00Z'));
  const shown = agreementToAsk([given])!;
  assert.match(shown.told, /Employers, schools and people whom you name learn that you are being checked/);
  assert.deepEqual(shown.agreed, [en.consent.agreesToChecks]);
  assert.doesNotMatch(shown.told + shown.agreed.join(), /[Cc]riminal|conviction|decides/);
  assert.equal(agreementToAsk([]), undefined);
});

test('they read the words of the client and find its privacy notice, and both are kept with the consent', () => {
  const clientWords = {
    consent: 'We hold results for a year.\nAsk the people team.',
    privacyNotice: 'https://sample.test/privacy',
  };
  const text = textOf({ right_to_work: null }, 0, clientWords);
  assert.deepEqual(text.sections.slice(-2), [
    {
      heading: 'From Example Care Ltd',
      paragraphs: ['We hold results for a year.', 'Ask the people team.'],
      points: [],
    },
    {
      heading: 'Privacy notice of Example Care Ltd',
      paragraphs: ['It says what Example Care Ltd itself does with your details:'],
      points: [],
      link: 'https://sample.test/privacy',
    },
  ]);
  const kept = consentAnswer({ agrees: 'yes' }, text).told ?? '';
  assert.match(kept, /From Example Care Ltd\nWe hold results for a year\.\nAsk the people team\.\n\nPrivacy notice/);
  assert.ok(kept.endsWith('\nhttps://sample.test/privacy'), kept);
  assert.equal(
    textOf({ right_to_work: null }).sections.some(({ heading }) => /^(From|Privacy)/.test(heading)),
    false,
  );
});

test('what candidates read of a report speaks to them, not of them', () => {
  const ofThem = /\b(the|a) (person|candidate)\b|\bcandidate’s\b/i;
  for (const type of catalogue) {
    const [checked] = textOf({ [codeOf(type)]: null }).sections;
    assert.doesNotMatch(checked!.points.map(({ label, text }) => `${label}: ${text}`).join(), ofThem);
  }
});

test('who is checked abroad reads in which countries, and agrees to those whose law protects less', () => {
  const abroad = textOf({ 'criminal_history_international:ind': null, 'criminal_history_international:fra': null });
  const { paragraphs } = abroad.sections.find(({ heading }) => heading === en.consent.abroad)!;
  assert.match(
    paragraphs.join(' '),
    /in: France\. By UK adequacy regulations.*in: India\. The law there may not protect/,
  );
  assert.match(abroad.checks, /I agree that my data go to: India, and I know the risk/);
  const home = textOf({ right_to_work: null });
  assert.ok(!headingsOf(home).includes(en.consent.abroad));
  assert.equal(home.checks, en.consent.agreesToChecks);
});
