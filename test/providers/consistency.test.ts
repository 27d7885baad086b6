// The provider that compares contact details: the conformance suite, and each of its comparisons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressFacts } from '../../src/features/facts/address-facts.ts';
import { emptyOf } from '../../src/features/facts/facts.ts';
import { activityFacts, referenceFacts } from '../../src/features/facts/history-facts.ts';
import { consistencyProvider } from '../../src/providers/consistency/consistency-provider.ts';
import { type Compared, consistencyRows, rowsText } from '../../src/providers/consistency/consistency-rules.ts';
import { conforms } from './conformance.ts';
import { openProviderWorld } from './provider-world.ts';

const world = await openProviderWorld();
conforms(world, 'consistency', {
  make: () => consistencyProvider,
});

const address = (given: object) => ({ ...emptyOf(addressFacts), country: 'GBR', postcode: 'SW4 6EH', ...given });
const referee = (given: object) => ({ ...emptyOf(referenceFacts), name: 'R. Referee', ...given });
const job = (given: object) => ({
  ...emptyOf(activityFacts),
  employer: 'Brook Bank Ltd',
  end_date: '2024-03-01',
  ...given,
});

const plain: Compared = {
  country: 'GBR',
  email: 'jo@candidate.example.com',
  mobile: '07700 900123',
  telephone: '020 7946 0000',
  addresses: [address({})],
  activities: [job({})],
  references: [referee({ organisation: 'Brook Bank Ltd', email: 'hr@brookbank.co.uk', telephone: '020 7946 0001' })],
};

const says = (given: Compared) => consistencyRows({ ...plain, ...given }).map((row) => row.says);

test('details that agree give no row, and the text says so', () => {
  assert.deepEqual(says({ mobile: '07400 123456' }), []);
  assert.match(rowsText([]), /do not contradict each other/);
});

const cases: readonly (readonly [string, Compared, RegExp | undefined])[] = [
  ['a number of a range for films', {}, /mobile number is no number that its country gives out/],
  [
    'a number of another country than given',
    { mobile: '+33 6 12 34 56 78', mobile_country: 'GBR', addresses: [] },
    /is of France, and its country was given as United Kingdom/,
  ],
  [
    'a number of another country than the address',
    { mobile: '+33 6 12 34 56 78' },
    /is of France, and the present address is in United Kingdom/,
  ],
  ['a number of a Crown dependency', { mobile: '+44 7797 712345', addresses: [address({})] }, undefined],
  ['a landline number as a mobile one', { mobile: '020 7946 0958' }, /mobile number is a landline number/],
  [
    'a UK postcode abroad',
    { addresses: [address({ country: 'FRA', town: 'Lyon', end_date: '2020-01-01' })] },
    /address in Lyon has a UK postcode, and its country is France/,
  ],
  [
    'a postcode of Gibraltar',
    { addresses: [address({ country: 'GIB', postcode: 'GX11 1AA', end_date: '2020-01-01' })] },
    undefined,
  ],
  [
    'a postcode of Jersey in the United Kingdom',
    { addresses: [address({ postcode: 'JE2 3QA' })] },
    /has a postcode of Jersey, and its country is United Kingdom/,
  ],
  [
    'a postcode of Leeds in Guernsey',
    { addresses: [address({ country: 'GGY', postcode: 'LS1 1AA' })] },
    /has a postcode of United Kingdom, and its country is Guernsey/,
  ],
  [
    'an address at a former employer',
    { email: 'jo@brookbank.co.uk' },
    /at brookbank.co.uk, like Brook Bank Ltd, where the candidate left on 2024-03-01/,
  ],
  [
    "the candidate's own address",
    { references: [referee({ email: 'JO@candidate.example.com' })] },
    /email address of the referee R. Referee is the candidate's own/,
  ],
  [
    "the candidate's own number",
    { references: [referee({ telephone: '+44 20 7946 0000' })] },
    /telephone number of the referee R. Referee is the candidate's own/,
  ],
  [
    'one address of two referees',
    { references: [referee({ email: 'a@b.example' }), referee({ name: 'S. Second', email: 'a@b.example' })] },
    /R. Referee and S. Second have the same email address/,
  ],
  [
    'an organisation at a free mail service',
    { references: [referee({ organisation: 'Brook Bank', email: 'r@gmail.com' })] },
    /of Brook Bank writes from gmail.com/,
  ],
  [
    'an organisation at another domain',
    { references: [referee({ organisation: 'Brook Bank', email: 'r@other.co.uk' })] },
    /of Brook Bank writes from other.co.uk/,
  ],
  [
    'an organisation by its initials',
    { references: [referee({ organisation: 'Norfolk Hospitals Trust', email: 'r@nht.co.uk' })] },
    undefined,
  ],
];

for (const [name, given, expected] of cases) {
  test(`compares ${name}`, () => {
    const [first, ...more] = says({
      mobile: '07400 123456',
      ...(name === 'a number of a range for films' ? plain : {}),
      ...given,
    });
    if (expected === undefined) assert.equal(first, undefined);
    else assert.match(first ?? '', expected);
    assert.deepEqual(more, []);
  });
}

test('a row says what it was compared with', () => {
  const rows = consistencyRows({
    ...plain,
    references: [referee({ organisation: 'Brook Bank', email: 'r@gmail.com' })],
  });
  assert.match(rowsText(rows), /writes from gmail.com. \(By a list of free mail services that is kept here/);
});
