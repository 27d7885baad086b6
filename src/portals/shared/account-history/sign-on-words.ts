// What an account's history says of its single sign-on.
import { britishDate } from '../page-filters.ts';
import type { ChangeText, Told } from './told-change.ts';

const signOnTitles: Readonly<Record<string, string>> = {
  set: 'Single sign-on set up',
  passwords_ended: 'Passwords ended: users sign in by single sign-on alone',
  passwords_allowed: 'Passwords let in again beside the single sign-on',
  removed: 'Single sign-on removed',
};

export const signOnChanged = (change: string, detail: Told['detail'], nameOf: Told['nameOf']): ChangeText => ({
  title: signOnTitles[change] ?? 'Single sign-on changed',
  lines: [
    ...(typeof detail.issuer === 'string' ? [`Provider: ${detail.issuer}`] : []),
    ...(typeof detail.domains === 'string' ? [`Domains: ${detail.domains.replaceAll(' ', ', ')}`] : []),
    ...(detail.secret_replaced === true ? ['With a new secret'] : []),
    ...(typeof detail.secret_ends_on === 'string' ? [`The secret ends on ${britishDate(detail.secret_ends_on)}`] : []),
    ...(typeof detail.user_id === 'string' ? [`${nameOf('user', detail.user_id)} keeps their password`] : []),
  ],
});
