import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEndpointShares, newcomerShare } from '../../../src/features/webhooks/endpoint-shares.ts';

test('an endpoint that answers promptly gets more and more at once, up to a limit', () => {
  const shares = createEndpointShares();
  for (let call = 0; call < 20; call++) {
    shares.started('a');
    shares.ended('a', true);
  }
  assert.equal(shares.room().get('a'), 128);
});

test('an endpoint that hangs gets one call at a time, and its share back when it answers again', () => {
  const shares = createEndpointShares();
  for (let call = 0; call < newcomerShare; call++) shares.started('a');
  assert.equal(shares.room().get('a'), 0);
  for (let call = 0; call < newcomerShare; call++) shares.ended('a', false);
  assert.equal(shares.room().get('a'), 1);
  shares.started('a');
  shares.ended('a', true);
  assert.equal(shares.room().get('a'), 2);
});

test('remembers a thousand endpoints, and never forgets a call that is under way', () => {
  const shares = createEndpointShares();
  shares.started('under way');
  for (let endpoint = 0; endpoint < 5000; endpoint++) {
    shares.started(`e${endpoint}`);
    shares.ended(`e${endpoint}`, false);
  }
  assert.equal(shares.room().size, 1000);
  assert.equal(shares.room().get('under way'), newcomerShare - 1);
});
