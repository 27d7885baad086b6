// The parameters and headers of paged lists, for the OpenAPI documents.
import { integer, optional, text } from './schemas.ts';

/** For an operation that answers in pages. */
export const pagesOf = {
  query: {
    page: optional(integer({ description: 'Number of the page, from 1.', examples: [1] }, { minimum: 1, default: 1 })),
    per_page: optional(
      integer(
        { description: 'Items per page; more than 500 counts as 500.', examples: [20] },
        { minimum: 1, default: 20 },
      ),
    ),
  },
  answerHeaders: {
    Link: text({
      description: 'Links to other pages by rel: next, last, first, prev.',
      examples: [
        '<https://localhost:8443/vftapi/v2/applicants?page=2&per_page=20>; rel="next", <https://localhost:8443/vftapi/v2/applicants?page=9&per_page=20>; rel="last"',
      ],
    }),
    'X-Total-Count': integer({ description: 'Number of items in the whole list.', examples: [172] }, { minimum: 0 }),
  },
  refusals: ['invalid_fields'],
} as const;
