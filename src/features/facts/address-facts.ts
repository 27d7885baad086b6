// The facts of one address of the candidate's history.
import { country, date, flag, text } from './fact.ts';

const example = { street: 'Main Street', town: 'London' };

export const addressFacts = {
  country: country({
    description: 'Country; the country where the applicant is checked unless given.',
    v1: { path: 'Address.Country', description: 'Country.' },
    v2: { description: 'Three-letter ISO country code.' },
    autocomplete: 'country-name',
  }),
  flat_number: text({
    description: 'Flat number.',
    v1: { path: 'Address.FlatNumber', example: '2', max: 50 },
    v2: { example: '4' },
    isOptional: true,
  }),
  building_number: text({
    description: 'Building number.',
    v1: { path: 'Address.HouseNumber', example: '100', max: 50 },
    v2: { example: '100' },
  }),
  building_name: text({
    description: 'Building name.',
    v1: { path: 'Address.HouseName', example: 'Rose Cottage', max: 60 },
    v2: { example: 'Rose Cottage' },
  }),
  street: text({
    description: 'Street, at most 32 characters for UK addresses.',
    // The limit of other countries is not known here, because the country is read separately.
    v1: {
      path: 'Address.StreetName',
      description: 'Street; at most 60 characters, in the UK 32.',
      example: example.street,
    },
    v2: { example: example.street },
    autocomplete: 'address-line1',
  }),
  sub_street: text({
    description: 'Street below the street, or part of the town.',
    v1: { path: 'Address.Locality', example: 'Holloway', max: 50 },
    v2: { example: 'Mill Yard' },
    isOptional: true,
    autocomplete: 'address-line2',
  }),
  town: text({
    description: 'Town.',
    v1: { path: 'Address.Town', example: example.town, max: 50 },
    v2: { example: example.town },
    autocomplete: 'address-level2',
  }),
  county: text({
    description: 'County.',
    v1: { path: 'Address.County', example: 'Greater London', max: 50 },
    v2: null,
    isOptional: true,
  }),
  state: text({
    description: 'State; US states as their USPS abbreviation.',
    v1: { path: 'Address.State', example: 'CA', max: 50 },
    v2: { example: 'CA' },
    isOptional: true,
    autocomplete: 'address-level1',
  }),
  postcode: text({
    description: 'Postcode or ZIP; UK postcodes in two parts.',
    v1: { path: 'Address.Postcode', example: 'SW4 6EH', max: 50 },
    v2: { example: 'SW4 6EH' },
    autocomplete: 'postal-code',
  }),
  no_fixed_address: flag({
    description: 'Whether the candidate had no home then, and mail alone reached them there.',
    v1: null,
    v2: null,
    isOptional: true,
  }),
  start_date: date({
    dayMayBeMissing: 'first',
    monthMayBeMissing: true,
    description: 'When the applicant began to live there.',
    v1: { path: 'DateMovedToThisAddress', example: '2005-03-01' },
    v2: { example: '2020-03-01' },
  }),
  end_date: date({
    dayMayBeMissing: 'last',
    monthMayBeMissing: true,
    description: 'When the applicant left; null for the current residence.',
    v1: { path: 'DateLeftThisAddress' },
    v2: { example: '2024-03-01' },
  }),
} as const;
