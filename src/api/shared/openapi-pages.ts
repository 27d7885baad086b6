// What the OpenAPI documents say of lists that are answered by the page.
import type { JsonObject } from './openapi-components.ts';

export const pageParameters: JsonObject = {
  page: {
    name: 'page',
    in: 'query',
    description: 'Which page of the list, from 1.',
    schema: { type: 'integer', minimum: 1, default: 1 },
    example: 1,
  },
  per_page: {
    name: 'per_page',
    in: 'query',
    description: 'Items of a page; more than 500 counts as 500.',
    schema: { type: 'integer', minimum: 1, default: 20 },
    example: 20,
  },
};

export const pageHeaders: JsonObject = {
  Link: {
    description: 'Pages of the list by rel: next, last, first, prev.',
    schema: { type: 'string' },
    example:
      '<https://localhost:8443/vftapi/v2/applicants?page=2&per_page=20>; rel="next", <https://localhost:8443/vftapi/v2/applicants?page=9&per_page=20>; rel="last"',
  },
  'X-Total-Count': { description: 'Items in the whole list.', schema: { type: 'integer', minimum: 0 }, example: 172 },
};

/** Of an operation that answers pages. */
export const pagesOf = {
  parameters: Object.keys(pageParameters),
  headers: Object.keys(pageHeaders),
  refusals: ['invalid_fields'],
} as const;
