// The words of an account's history about reviews of who has access.
import type { Told } from './told-change.ts';

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const accessReviewEvents = {
  'account.access_review_started': () => 'Review of access started',
  'account.access_kept': ({ detail, nameOf }: Told) => ({
    title: 'Access kept in the review',
    lines: [
      ...idsIn(detail.user_ids).map((id) => nameOf('user', id)),
      ...idsIn(detail.key_ids).map((id) => `API key ${nameOf('api_key', id)}`),
    ],
  }),
  'account.access_review_ended': ({ detail }: Told) => ({
    title: 'Review of access ended',
    lines: [`Kept: ${detail.kept}; changed: ${detail.changed}; removed: ${detail.removed}`],
  }),
};
