// Where the candidate was born.
import { countryChoices, countryName } from '../country-choices.ts';
import type { PageView } from '../page-view.ts';

export const birthPlaceView: PageView = {
  template: 'candidate/birth-place/birth-place.njk',
  question: 'Where were you born?',
  more: (_form, typed) => ({ countries: countryChoices(typed.country_of_birth ?? '') }),
  rows: ({ town_of_birth, country_of_birth }) => [
    {
      label: 'Place of birth',
      lines: [town_of_birth ?? '', countryName(country_of_birth)].filter((line) => line !== ''),
    },
  ],
};
