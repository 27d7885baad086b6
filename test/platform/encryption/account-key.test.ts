// A value sealed with an account's or an applicant's key opens only in its own place.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { accountKey, sealedId } from '../../../src/platform/encryption/account-key.ts';
import { newKey, placeOf, secretKey } from '../../../src/platform/encryption/sealed-value.ts';

const unreadable = { code: 'sealed_value_unreadable' };
const account = '019a0000-0000-7000-8000-000000000001';
const secret = secretKey(newKey());
const key = accountKey(account, new Map([[1, secret]]), 1);
const row = sealedId('live', '019a0000-0000-7000-8000-0000000000aa');

test('an applicant’s value opens as it was sealed', () => {
  const { key: applicant, wrapped } = key.wrapDataKey(row);
  const again = key.unwrapDataKey(wrapped, row);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const stored = JSON.parse(JSON.stringify(value));
      assert.deepEqual(again.open('facts', applicant.seal('facts', value)), stored);
    }),
  );
});

test('an account’s value opens as it was sealed, and is 31 bytes longer', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
      const sealed = key.seal('answers', row, bytes);
      assert.equal(sealed.length, bytes.length + 31);
      assert.deepEqual(key.open('answers', row, sealed), Buffer.from(bytes));
    }),
  );
});

test('any changed bit or lost byte makes a value unreadable, and the error does not quote it', () => {
  const sealed = key.seal('answers', row, 'Canary Surname');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const damaged = Buffer.from(sealed);
    damaged[bit >> 3]! ^= 1 << (bit & 7);
    assert.throws(() => key.open('answers', row, damaged), unreadable);
  }
  for (let length = 0; length < sealed.length; length += 1) {
    assert.throws(
      () => key.open('answers', row, sealed.subarray(0, length)),
      (error: Error) => {
        assert.doesNotMatch(error.message, /Canary/);
        return (error as { code?: string }).code === unreadable.code;
      },
    );
  }
});

test('a value moved to another row, environment, purpose or account does not open', () => {
  const sealed = key.seal('answers', row, 'text');
  const elsewhere = accountKey('019a0000-0000-7000-8000-000000000002', new Map([[1, secret]]), 1);
  assert.throws(() => key.open('answers', sealedId('live', 'another'), sealed), unreadable);
  assert.throws(
    () => key.open('answers', sealedId('test', '019a0000-0000-7000-8000-0000000000aa'), sealed),
    unreadable,
  );
  assert.throws(() => key.open('mails', row, sealed), unreadable);
  assert.throws(() => elsewhere.open('answers', row, sealed), unreadable);
});

test('an applicant’s key opens for that applicant only, and values open in their own field only', () => {
  const { key: applicant, wrapped } = key.wrapDataKey(row);
  const other = key.wrapDataKey(row).key;
  assert.throws(() => key.unwrapDataKey(wrapped, sealedId('live', 'another')), unreadable);
  const sealed = applicant.seal('facts', { lastName: 'Example' });
  assert.throws(() => applicant.open('answers', sealed), unreadable);
  assert.throws(() => other.open('facts', sealed), unreadable);
});

test('values of earlier key versions open, and new ones are sealed with the current version', () => {
  const versions = new Map([
    [1, secret],
    [2, secretKey(newKey())],
  ]);
  const rotated = accountKey(account, versions, 2);
  assert.equal(rotated.open('answers', row, key.seal('answers', row, 'old')).toString(), 'old');
  assert.throws(() => key.open('answers', row, rotated.seal('answers', row, 'new')), unreadable);
  assert.deepEqual(rotated.blindIndex('email', 'a@example.com'), key.blindIndex('email', 'a@example.com'));
  assert.ok(rotated.verifyMac('form', 'check', key.mac('form', 'check')));
});

test('a blind index is 16 bytes, equal for equal values of one field in one account', () => {
  const elsewhere = accountKey(account, new Map([[1, secretKey(newKey())]]), 1);
  const index = key.blindIndex('email', 'a@example.com');
  assert.equal(index.length, 16);
  assert.deepEqual(key.blindIndex('email', 'a@example.com'), index);
  assert.notDeepEqual(key.blindIndex('phone', 'a@example.com'), index);
  assert.notDeepEqual(key.blindIndex('email', 'b@example.com'), index);
  assert.notDeepEqual(elsewhere.blindIndex('email', 'a@example.com'), index);
});

test('a mark on a link is valid for its own purpose and data only', () => {
  const mark = key.mac('form', 'check-1');
  assert.ok(key.verifyMac('form', 'check-1', mark));
  assert.ok(!key.verifyMac('form', 'check-2', mark));
  assert.ok(!key.verifyMac('results', 'check-1', mark));
  assert.ok(!key.verifyMac('form', 'check-1', mark.subarray(0, 16)));
});

test('no two places have the same name', () => {
  const parts = fc.array(fc.string(), { maxLength: 4 });
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      assert.equal(
        placeOf(...one) === placeOf(...other),
        one.length === other.length && one.every((p, i) => p === other[i]),
      );
    }),
  );
});

/** Interface §Attachments, §Webhooks: a checksum and the signatures of notifications, each with SHA-256 beside it. */
const demanded: Readonly<Record<string, string>> = {
  'platform/files/file-cipher.ts': 'md5',
  'features/webhooks/order-webhook-rules.ts': 'sha1',
  'features/webhooks/webhook-signatures.ts': 'sha1',
  'api/v1/openapi-recipe.ts': 'sha1',
  'api/v2/openapi-recipe.ts': 'sha1',
};

test('the program uses approved algorithms only, and older hashes where the interface demands them', () => {
  const folder = fileURLToPath(new URL('../../../src', import.meta.url));
  const named = /\b(?:create(?:Cipheriv|Decipheriv|Hash|Hmac)|hash|hkdfSync|generateKeyPairSync)\('([^']+)'/g;
  const used = globSync('**/*.ts', { cwd: folder }).flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(named)].map(([, algorithm]) => ({ file, algorithm })),
  );
  assert.ok(used.length > 30);
  const approved = ['aes-256-gcm', 'sha256', 'ed25519'];
  const others = used.filter(({ file, algorithm }) => !approved.includes(algorithm!) && demanded[file] !== algorithm);
  assert.deepEqual(others, []);
});
