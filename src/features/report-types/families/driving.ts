// What is known of reports on driving.
import type { Family } from '../report-type.ts';

export const drivingLicence: Family = {
  name: 'driving_licence',
  area: 'driving',
  label: 'UK driving licence',
  description: 'Entitlements, endorsements and disqualifications, from the authority that issued the licence.',
  requires: ['name', 'date_of_birth', 'gender', 'driving_licence'],
};
