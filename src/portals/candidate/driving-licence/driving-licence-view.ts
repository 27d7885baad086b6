// The candidate's driving licence, where a report asks the authority that issued it.
import type { PageView } from '../page-view.ts';

export const drivingLicenceView: PageView = {
  template: 'candidate/driving-licence/driving-licence.njk',
  question: 'Where is your driving licence from?',
  rows: ({ id_numbers }) => [
    {
      label: 'Driving licence number',
      lines: [id_numbers.find(({ type }) => type === 'driving_licence' || type === 'driving_license')?.value ?? 'None'],
    },
  ],
};
