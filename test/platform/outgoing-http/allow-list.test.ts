import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import {
  entriesLeadingInside,
  isAllowed,
  isPortOpened,
  parseAllowList,
} from '../../../src/platform/outgoing-http/allow-list.ts';

const entriesOf = (text: string) => {
  const { entries, problems } = parseAllowList(text);
  assert.deepEqual(problems, undefined);
  return entries!;
};
const allows = (text: string, address: string, port: number) => isAllowed(entriesOf(text), ipaddr.parse(address), port);

test('an empty list allows nothing', () => {
  assert.deepEqual(entriesOf('  , '), []);
});

test('parses networks and single addresses of both families, with a port or any', () => {
  const list = '127.0.0.0/8:*, 10.1.2.3:9000 [fd00::/8]:8443,[::1]:* fc00::/16:443';
  assert.ok(allows(list, '127.9.9.9', 1));
  assert.ok(allows(list, '10.1.2.3', 9000));
  assert.ok(!allows(list, '10.1.2.3', 9001));
  assert.ok(!allows(list, '10.1.2.4', 9000));
  assert.ok(allows(list, 'fd12::1', 8443));
  assert.ok(!allows(list, 'fd12::1', 443));
  assert.ok(allows(list, '::1', 443));
  assert.ok(allows(list, 'fc00::9', 443));
});

test('a star as the network opens a port on ordinary addresses only', () => {
  assert.ok(isPortOpened(entriesOf('*:9443'), 9443));
  assert.ok(!isPortOpened(entriesOf('*:9443'), 9444));
  assert.ok(!allows('*:9443', '127.0.0.1', 9443));
});

test('names the entries that lead to this machine or into a network that is not public', () => {
  const own = new Set(['8.8.4.4', '2606:4700::9']);
  const inside = (text: string) => entriesLeadingInside(entriesOf(text), own);
  assert.deepEqual(inside('*:9443 1.1.1.1:443 2606:4700::/120:443 2606:4701::/32:*'), ['[2606:4700::/120]:443']);
  assert.deepEqual(inside('10.1.2.3:9000, 8.8.4.0/24:* 0.0.0.0/0:443'), [
    '10.1.2.3/32:9000',
    '8.8.4.0/24:*',
    '0.0.0.0/0:443',
  ]);
  assert.deepEqual(inside('8.0.0.0/6:* 4000::/3:443 ::/0:*'), ['8.0.0.0/6:*', '[4000::/3]:443', '[::/0]:*']);
});

test('reports what is wrong with each entry at once', () => {
  const wrong = [
    '127.0.0.1',
    '127.0.0.0/8',
    '::1:443',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '10.0.0.0/33:*',
    '0x7f.1:*',
    '127.1:*',
    'localhost:*',
    '[fe80::1%eth0]:*',
    ':443',
    '[]:443',
    '1.2.3.4/8/9:*',
    '010.0.0.1:*x',
  ];
  const { problems } = parseAllowList(wrong.join(' '));
  assert.deepEqual(
    problems?.map((problem) => problem.split('"')[1]),
    wrong,
  );
});

test('never throws, for any text', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f:.*/[\], ]{0,40}$/)),
      (text) => void parseAllowList(text),
    ),
    { numRuns: 2000 },
  );
});
