// Machine-readable zones of specimens that ICAO and states published; their check digits are right.
import type { Published } from '../../support/published-examples.ts';

type Zone = readonly [title: string, zone: string];

const name = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<';

export const icaoZones: Published<Zone> = {
  rule: 'machine_readable_zone',
  source: 'ICAO Doc 9303, parts 3 (appendix A), 4, 5 and 6',
  examples: [
    ['the specimen passport of part 4', `${name}\nL898902C36UTO7408122F1204159ZE184226B<<<<<10`],
    ['the specimen passport of an earlier edition', `${name}\nL898902C<3UTO6908061F9406236ZE184226B<<<<<14`],
    [
      'the specimen card of part 5',
      'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<',
    ],
    ['the specimen card of part 6', 'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6'],
    ['example 4 of part 3', `${name}\nHA672242<6YTO5802254M9601086<<<<<<<<<<<<<<08`],
  ],
};

export const statesZones: Published<Zone> = {
  rule: 'machine_readable_zone',
  source: 'Specimens of the Netherlands (De Bruijn) and of Germany (Mustermann)',
  examples: [
    [
      'the specimen passport of the Netherlands',
      'P<NLDDE<BRUIJN<<WILLEKE<LISELOTTE<<<<<<<<<<<\nSPECI20142NLD6503101F2403096999999990<<<<<84',
    ],
    [
      'the specimen passport of Germany',
      'P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<\nC01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4',
    ],
    [
      'the specimen card of Germany',
      'IDD<<T220001293<<<<<<<<<<<<<<<\n6408125<2010315D<<<<<<<<<<<<<4\nMUSTERMANN<<ERIKA<<<<<<<<<<<<<',
    ],
  ],
};
