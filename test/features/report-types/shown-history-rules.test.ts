// What the client is shown of a work history with time in prison, and jobs at an age that is hardly possible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { statedFindings } from '../../../src/features/facts/stated-rules.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { factsForClient } from '../../../src/features/report-types/shown-history-rules.ts';
import { youngWarnings } from '../../../src/features/report-types/young-candidate-rules.ts';
import { noActivity, noQualification } from '../../support/empty-entries.ts';

const prison = {
  ...noActivity,
  status: 'Custody',
  start_date: '2022-01-01',
  end_date: '2023-12-31',
  referee: 'Probation',
};
const facts = { ...noFacts, dob: '2009-05-01', activities: [prison] };

const shownWith = (...names: readonly string[]) => {
  const reports = names.map((name) => {
    const found = namedType(name);
    assert.ok('type' in found, name);
    return { reportTypeId: found.type.id };
  });
  return factsForClient(facts, reports).activities[0]!;
};

test('time in prison is shown as not in work, unless a certificate that may show spent convictions was ordered', () => {
  for (const names of [['employment_history:uk'], ['employment_history:uk', 'criminal_history:basic']]) {
    const { status, explanation, referee, start_date, end_date } = shownWith(...names);
    assert.deepEqual([status, explanation, referee], ['Other', 'Not in work; not shown', null], names.join());
    assert.deepEqual([start_date, end_date], ['2022-01-01', '2023-12-31']);
  }
  for (const level of ['standard', 'enhanced'])
    assert.equal(shownWith('employment_history:uk', `criminal_history:${level}`).status, 'Custody', level);
});

test('a job or an award at an age that is hardly possible is asked about', () => {
  const job = (start_date: string) => ({
    ...noActivity,
    status: 'FullTime',
    employer: 'Cafe',
    job_title: 'Cook',
    start_date,
  });
  const found = (more: object) =>
    statedFindings({ ...facts, activities: [], ...more }, '2026-03-04')
      .filter(({ code }) => code === 'at_early_age')
      .map(({ at, moment, params }) => `${at} ${moment} ${params?.least}`);
  assert.deepEqual(found({ activities: [job('2019-01-01')] }), [
    'activities[0].start_date examined 9',
    'activities[0].start_date answered 9',
  ]);
  assert.deepEqual(found({ activities: [job('2020-06-01')] }), ['activities[0].start_date examined 11']);
  assert.deepEqual(found({ activities: [job('2022-05-01')] }), []);
  assert.deepEqual(found({ activities: [{ ...noActivity, status: 'Education', start_date: '2013-09-01' }] }), []);
  const award = {
    ...noQualification,
    institution: 'School',
    course: 'Maths',
    level: 'GCSE',
    graduated_on: '2020-06-01',
  };
  assert.deepEqual(found({ qualifications: [award] }), ['qualifications[0].graduated_on examined 11']);
});

test('an order for somebody under 18 says what cannot be had, and what a child needs to work', () => {
  const reports = ['right_to_work', 'credit'].map((name) => {
    const found = namedType(name);
    assert.ok('type' in found);
    return { reportTypeId: found.type.id };
  });
  const said = (dob: string) => youngWarnings(reports, { dob }, '2026-03-04').join(' ');
  assert.match(
    said('2011-01-01'),
    /is 15\.[\s\S]+permit of the local authority[\s\S]+UK credit: [\s\S]+people of 16 and over/,
  );
  assert.match(said('2009-01-01'), /is 17\. Employees under 18[\s\S]+UK credit: /);
  assert.equal(said('2008-03-04'), '');
  assert.equal(said('1900-01-01'), '');
});
