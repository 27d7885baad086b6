// The settings of an account: their defaults, their limits and their changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountSetting } from '../../../src/features/accounts/account-setting.ts';
import { daysIn, settingFault } from '../../../src/features/accounts/account-setting.ts';
import { accountSettings } from '../../../src/features/accounts/account-settings.ts';
import { changeAccountSettings, readAccountSettings } from '../../../src/features/accounts/account-settings-actions.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startForms } from '../candidate-form/waiting-check.ts';

const { ctx } = await startForms();

test('every default is valid', () => {
  for (const [name, setting] of Object.entries<AccountSetting>(accountSettings)) {
    assert.equal(settingFault(setting, setting.default), undefined, name);
  }
});

test('a brand colour is one that can be read on white', () => {
  const faultOf = (colour: unknown) => settingFault(accountSettings.brandColour, colour);
  assert.deepEqual(['#17485A', '#767676', '#000000'].map(faultOf), [undefined, undefined, undefined]);
  assert.match(faultOf('#787878') ?? '', /darker/);
  for (const wrong of ['17485a', '#fff', 'teal', 1, '#17485a;']) assert.match(faultOf(wrong) ?? '', /such as/);
});

test('a list of days is whole numbers of days', () => {
  const faultOf = (days: unknown) => settingFault(accountSettings.followUpDays, days);
  assert.deepEqual(['7', '60, 30,7', '365'].map(faultOf), [undefined, undefined, undefined]);
  for (const wrong of ['', '0', '366', '7;3', 7, '7,', 'soon', '-1'])
    assert.match(faultOf(wrong) ?? '', /whole numbers/);
  assert.deepEqual(daysIn('7, 60,30'), [60, 30, 7]);
});

test('a changed setting is read by its account only', async () => {
  const { accountId } = await makeAccount(ctx, 'Strict Care');
  const other = await makeAccount(ctx, 'Other Care');
  const before = await readAccountSettings(ctx, accountId);
  await changeAccountSettings(ctx, 'system', accountId, { referenceDateToleranceDays: 10 });
  assert.deepEqual(await readAccountSettings(ctx, accountId), { ...before, referenceDateToleranceDays: 10 });
  assert.deepEqual(await readAccountSettings(ctx, other.accountId), before);
});

test('the address of a privacy notice begins with https://, and hides no password', () => {
  const faultOf = (address: string) => settingFault(accountSettings.privacyNotice, address);
  const wrong = 'must be a web address that begins with https://, or empty';
  for (const address of [
    'http://client.test/',
    'javascript:alert(1)',
    'client.test',
    'https://a:b@client.test/',
    'https://x y',
  ])
    assert.equal(faultOf(address), wrong, address);
  assert.equal(faultOf(`https://client.test/${'a'.repeat(500)}`), 'must have at most 500 characters');
  for (const address of ['', 'https://client.test/privacy?for=candidates#kept'])
    assert.equal(faultOf(address), undefined);
});

test('a wrong value and an unknown name are refused together, and change nothing', async () => {
  const { accountId } = await makeAccount(ctx, 'Wrong Care');
  const before = await readAccountSettings(ctx, accountId);
  await assert.rejects(
    async () => changeAccountSettings(ctx, 'system', accountId, { referenceDateToleranceDays: -1, toString: 1 }),
    {
      fields: {
        referenceDateToleranceDays: ['must be a whole number from 0 to 366'],
        toString: ['is not a setting'],
      },
    },
  );
  assert.deepEqual(await readAccountSettings(ctx, accountId), before);
});
