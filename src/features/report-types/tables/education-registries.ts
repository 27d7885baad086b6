// The registries and boards that confirm education as data: one row each.
import { from, type Known, unconfirmed } from '../../knowledge/known.ts';

export interface EducationRegistry {
  /** The variant of `education`. */
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly registry: Known<string>;
  readonly workingDays?: Known<number>;
  /** Three letters; undefined for the UK. */
  readonly country?: string;
}

/** The degrees of a country, confirmed by its registry. */
const abroad = (
  key: string,
  country: string,
  name: string,
  registry: string,
  called = registry,
): EducationRegistry => ({
  key,
  country,
  label: `${name}, ${called}`,
  description: `Qualifications of ${name}, from ${registry}.`,
  registry: unconfirmed(registry),
  workingDays: unconfirmed(10),
});

export const educationRegistries: readonly EducationRegistry[] = [
  {
    key: 'uk_hedd',
    label: 'UK degrees by HEDD',
    description: 'Degrees of UK universities, from Higher Education Degree Datacheck.',
    registry: from('hedd', 'Higher Education Degree Datacheck; the university where nothing matches'),
    workingDays: from('hedd', 5),
  },
  {
    key: 'uk_further',
    label: 'UK further education',
    description: 'Qualifications of UK colleges.',
    registry: unconfirmed('The college, or the awarding organisation'),
    workingDays: unconfirmed(10),
  },
  {
    key: 'uk_school_exams',
    label: 'UK school examinations',
    description: 'GCSEs, A levels and other school examinations, from the boards.',
    registry: unconfirmed('The examination board'),
    workingDays: unconfirmed(20),
  },
  {
    key: 'apprenticeship',
    label: 'apprenticeship',
    description: 'A completed apprenticeship.',
    registry: unconfirmed('The body that issued the certificate'),
  },
  {
    key: 'professional_exam',
    label: 'professional examinations',
    description: 'Examinations of professional bodies.',
    registry: unconfirmed('The professional body'),
  },
  {
    key: 'english_language',
    label: 'English language test',
    description: 'The result of a test of English.',
    registry: unconfirmed('The provider of the test'),
  },
  {
    key: 'ecctis_comparability',
    label: 'comparability by ECCTIS',
    description: 'How a qualification of another country compares with those of the UK.',
    registry: unconfirmed('UK ENIC, run by ECCTIS'),
  },
  abroad('irl_qqi', 'IRL', 'Ireland', 'Quality and Qualifications Ireland'),
  abroad('usa_nsc', 'USA', 'the United States', 'the National Student Clearinghouse'),
  abroad('chn_chsi', 'CHN', 'China', 'CHSI'),
  abroad('ind_digilocker', 'IND', 'India', 'DigiLocker'),
  abroad('zaf_saqa', 'ZAF', 'South Africa', 'the South African Qualifications Authority'),
  abroad('aus_my_equals', 'AUS', 'Australia', 'My eQuals'),
  abroad('nld_duo', 'NLD', 'the Netherlands', 'DUO'),
  abroad('nor_vitnemal', 'NOR', 'Norway', 'Vitnemålsportalen'),
  abroad('swe_ladok', 'SWE', 'Sweden', 'Ladok'),
  abroad('nga_direct', 'NGA', 'Nigeria', 'the institution itself'),
  abroad('pak_hec', 'PAK', 'Pakistan', 'the Higher Education Commission'),
  abroad(
    'phl_ched',
    'PHL',
    'the Philippines',
    'the registrar of the school, authenticated by the Commission on Higher Education',
    'CHED',
  ),
];
