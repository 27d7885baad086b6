// Which slips of common mail domains are asked about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestedEmail } from '../../src/lib/email-suggestions.ts';

const domainMeant = (domain: string) => suggestedEmail(`gina.gale@${domain}`)?.replace('gina.gale@', '');

test('a slip of a common mail domain names the one that was meant', () => {
  const slips = {
    ...{ 'gmial.com': 'gmail.com', 'gmai.com': 'gmail.com', 'gamil.com': 'gmail.com', 'gmail.co': 'gmail.com' },
    ...{ 'hotmial.com': 'hotmail.com', 'hotmal.co.uk': 'hotmail.co.uk', 'GNAIL.com': 'gmail.com' },
    ...{ 'yaho.co.uk': 'yahoo.co.uk', 'outlok.com': 'outlook.com', 'iclould.com': 'icloud.com' },
    ...{ 'btintenret.com': 'btinternet.com', 'virginmeda.com': 'virginmedia.com' },
  };
  for (const [typed, meant] of Object.entries(slips)) assert.equal(domainMeant(typed), meant, typed);
});

test('a domain that exists, or is no slip, is not asked about', () => {
  for (const domain of [
    'gmail.com',
    'yahoo.co.uk',
    'ymail.com',
    'mail.com',
    'hotmail.ca',
    'yahoo.fr',
    'acme.example',
    'aon.com',
  ])
    assert.equal(domainMeant(domain), undefined, domain);
  for (const text of ['', 'gmial.com', '@gmial.com']) assert.equal(suggestedEmail(text), undefined, text);
});
