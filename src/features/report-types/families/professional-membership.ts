// What is known of memberships of professional bodies.
import type { Family } from '../report-type.ts';

export const professionalMembership: Family = {
  name: 'professional_membership',
  area: 'professional_bodies',
  label: 'Professional membership',
  description: 'Membership, grade and standing, confirmed by the body.',
  requires: ['name', 'date_of_birth', 'professional_memberships'],
};
