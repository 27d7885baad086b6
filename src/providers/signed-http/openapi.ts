// Describes the signed protocol as an OpenAPI document, from the schemas that read its answers.
import { SignedAnswer, SignedCallback } from './signed-answer.ts';

type Json = Readonly<Record<string, unknown>>;

const json = (schema: Json, description: string) => ({ description, content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refused = {
  '401': { description: 'The signature is missing, too old or wrong.' },
  '404': { description: 'No such request.' },
};

const signatureHeaders = [
  ['webhook-id', 'Of the message; of a request the id of the report.'],
  ['webhook-timestamp', 'Seconds since 1970, within five minutes.'],
  ['webhook-signature', '`v1,` and the base64 of HMAC-SHA256 over `ID.TIMESTAMP.BODY`; during a rotation two of them.'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

const reportId = {
  name: 'report_id',
  in: 'path',
  required: true,
  description: 'As it was asked for.',
  schema: { type: 'string', format: 'uuid' },
};

const asked: Json = {
  type: 'object',
  description: 'A report that is asked for. The same report_id again is the same request.',
  required: ['report_id', 'callback_url', 'report', 'facts'],
  properties: {
    report_id: { type: 'string', format: 'uuid' },
    callback_url: { type: 'string', format: 'uri', description: 'Where the answer may be sent.' },
    candidate_return_url: {
      type: 'string',
      format: 'uri',
      description: 'Where the candidate comes back to from your page; only for a provider that may ask candidates.',
    },
    report: {
      type: 'object',
      description: 'Which report it is.',
      required: ['name', 'variant', 'options'],
      properties: {
        name: { type: 'string' },
        variant: { type: ['string', 'null'] },
        options: { type: 'array', items: { type: 'object' } },
      },
    },
    facts: { type: 'object', description: 'Those that the connection names, in the shape of an applicant.' },
  },
};

export const signedProtocolDocument = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Probity: the protocol of data providers',
    version: '1.0.0',
    summary: 'What a data provider serves, and how it calls back.',
    description:
      'Every request in either direction is signed as the Standard Webhooks specification says, with the secret of the connection.',
    license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: 'https://provider.localhost', description: 'The address that the provider is connected with.' }],
  security: [{ signature: [] }],
  tags: [{ name: 'Requests', description: 'Served by the provider.' }],
  paths: {
    '/requests': {
      post: {
        operationId: 'askForReport',
        tags: ['Requests'],
        summary: 'Ask for a report',
        parameters: signatureHeaders,
        requestBody: { required: true, content: { 'application/json': { schema: ref('Request') } } },
        responses: {
          '200': json(ref('Answer'), 'The answer.'),
          '202': json(ref('Answer'), 'The answer follows.'),
          '401': refused['401'],
        },
      },
    },
    '/requests/{report_id}': {
      get: {
        operationId: 'fetchAnswer',
        tags: ['Requests'],
        summary: 'Fetch the answer',
        parameters: [reportId, ...signatureHeaders],
        responses: { '200': json(ref('Answer'), 'The answer, or that it still follows.'), ...refused },
      },
    },
    '/requests/{report_id}/cancel': {
      post: {
        operationId: 'cancelRequest',
        tags: ['Requests'],
        summary: 'Cancel a request',
        parameters: [reportId, ...signatureHeaders],
        responses: { '204': { description: 'It is cancelled; saying it again is safe.' }, ...refused },
      },
    },
  },
  webhooks: {
    answer: {
      post: {
        operationId: 'callBack',
        tags: ['Requests'],
        summary: 'Send the answer to callback_url',
        parameters: signatureHeaders,
        requestBody: { required: true, content: { 'application/json': { schema: ref('Callback') } } },
        responses: { '204': { description: 'It is taken; sending it again is safe.' }, ...refused },
      },
    },
  },
  components: {
    schemas: { Request: asked, Answer: SignedAnswer, Callback: SignedCallback },
    securitySchemes: {
      signature: {
        type: 'apiKey',
        in: 'header',
        name: 'webhook-signature',
        description: 'See the headers of each operation.',
      },
    },
  },
});
