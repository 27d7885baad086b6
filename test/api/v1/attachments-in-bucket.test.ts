// Files of interface v1 in a bucket that fails at times: stored files are kept, and clients are told to retry.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { samples } from '../../features/attachments/file-samples.ts';
import { placeWaiting } from '../../features/candidate-form/waiting-check.ts';
import { startProbity } from '../../support/probity.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { v1Client } from './v1-client.ts';

const server = await startS3Server();
after(() => server.close());
const probity = await startProbity({
  settings: {
    PROBITY_S3_URL: `${server.endpoint}/${server.bucket}`,
    PROBITY_S3_CREDENTIALS: `${server.credentials.accessKeyId}:${server.credentials.secretAccessKey}`,
  },
});
const client = v1Client(probity);

test('answers uploads and downloads with Retry-After while the bucket fails, and loses no file', async () => {
  const { orderId } = (await placeWaiting(probity.ctx, probity.account.caller('test'))).check;
  const fileToken = randomUUID();
  const query = new URLSearchParams({ fileToken, orderId: `${orderId}`, fileName: 'a.txt' });
  const upload = () => client.send('POST', `/attachments?${query}`, { body: samples['.txt']! });
  const download = () => client.get<{ file: string }>(`/attachments/download?fileToken=${fileToken}`);
  server.failNext('PUT', 100);
  const refused = await upload();
  assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '30']);
  server.failNext('PUT', 0);
  assert.equal((await upload()).status, 201);
  server.failNext('GET', 100);
  assert.equal((await download()).status, 503);
  server.failNext('GET', 0);
  const { status, body } = await download();
  assert.deepEqual([status, body.file], [200, samples['.txt']!.toString('base64')]);
});
