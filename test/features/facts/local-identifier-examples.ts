// National numbers, by country and kind, that their rules accept and refuse: published specimens with their sources, and others.
import type { Published } from '../../support/published-examples.ts';

type Row = readonly [country: string, kind: string, good: readonly string[], bad: readonly string[]];

/**
 * JMBG is one numbering in all states of the former Yugoslavia, the birth number in both states of the former
 * Czechoslovakia.
 */
const inLibraries: readonly Row[] = [
  ['ARG', 'dni', ['20.123.456', '20123456'], ['2012345699', '2.012.345.699']],
  ['AUS', 'tfn', ['123 456 782'], ['999 999 999']],
  ['AUT', 'versicherungsnummer', ['1237 010180'], ['2237 010180', '1237 01018']],
  ['BEL', 'nrn', ['85.07.30-033 28', '85073003328'], []],
  ['BGR', 'egn', ['752316 926 3', '8032056031'], ['7552A10004', '8019010008']],
  ['BIH', 'jmbg', ['0101006500006'], ['0101006500007']],
  ['BRA', 'cpf', ['390.533.447-05'], ['231.002.999-00', '390.533.447=0']],
  ['CAN', 'sin', ['123-456-782'], ['999-999-999', '12345678Z']],
  ['CHE', 'ahv', ['756.9217.0769.85', '7569217076985'], ['756.9217.0769.84', '123.4567.8910.19']],
  ['CHL', 'rut', ['76086428-5'], ['12531909-3', '76086A28-5', '12.345.678-9']],
  ['CHN', 'resident_identity', ['360426199101010071'], []],
  ['CRI', 'cedula', ['3-0455-0175', '701610395'], ['30-1234-1234', '12345678']],
  ['CUB', 'ni', ['91021027775'], ['9102102777A']],
  ['CZE', 'rodne_cislo', ['710319/2745', '7103192745', '991231123'], ['7103192746', '1103492745']],
  ['DEU', 'steuer_idnr', ['36 574 261 809'], ['36 574 261 890', '36 554 266 806']],
  ['DNK', 'cpr', ['211062-5629', '2110625629'], ['511062-5629', '2110525629']],
  ['DOM', 'cedula', ['00113918205', '001-1391820-5'], ['00113918204']],
  ['ECU', 'cedula', ['171430710-3', '1714307103'], ['1714307104', '171430710']],
  ['ESP', 'dni', ['54362315-K', '54362315K'], ['54362315Z', '54362315']],
  ['ESP', 'nie', ['x-2482300w', 'X2482300W'], ['x-2482300a', 'X2482300']],
  ['EST', 'isikukood', ['36805280109'], ['36805280108']],
  ['FIN', 'hetu', ['131052-308T'], ['131052-308U', '131052308T']],
  ['FRA', 'nir', ['295109912611193', '253072B07300470', '253072A07300443'], ['295109912611199']],
  ['GRC', 'amka', ['01013099997'], ['01013099999']],
  ['HKG', 'hkid', ['G123456(A)'], []],
  ['HRV', 'oib', ['33392005961', 'HR 33392005961'], ['33392005962']],
  ['IND', 'aadhaar', ['2341 2341 2346', '234123412346'], ['234123412347', '123412341234', '222222222222']],
  ['IND', 'pan', ['ACUPA7085R'], ['234123412347', 'ABMPA32111', 'ABMXA3211G']],
  ['IRL', 'pps', ['6433435F', '6433435FT'], ['6433435E', '6433435VH']],
  ['ISL', 'kennitala', ['450401-3150', '120174-3399'], ['320174-3399', '530575-0299']],
  ['ISR', 'teudat_zehut', ['3933742-3', '39337423'], ['3933742-2']],
  ['KOR', 'rrn', ['971013-9019902', '9710139019902'], ['971013-9019903']],
  ['LTU', 'asmens_kodas', ['33309240064'], ['33309240164', '123456']],
  ['LVA', 'personas_kods', ['161175-19997', '16117519997'], ['161375-19997']],
  ['MEX', 'curp', ['BOXW310820HNERXN09'], ['BOXW310820HNERXN08', 'BOXW310820HNERXN0']],
  ['MKD', 'embg', ['0101006500006'], []],
  ['MNE', 'jmbg', ['0101006500006'], []],
  ['MYS', 'nric', ['770305-02-1234'], ['771305-02-1234', '770305-17-1234']],
  ['NLD', 'bsn', ['1112.22.333', '111222333', '123456782'], ['1112.52.333', '123456789']],
  ['NOR', 'fodselsnummer', ['151086 95088', '15108695088'], ['15108695077', '151086 9508']],
  ['NZL', 'ird', ['49-091-850', '49091850'], ['136410133', '9125568']],
  ['PER', 'dni', ['10117410-2', '10117410'], ['10117410-3', '1011741']],
  ['POL', 'pesel', ['44051401359'], ['44051401358', '02381307589', '4405140135']],
  ['PRT', 'nif', ['501964843', 'PT 501 964 843'], ['PT 501 964 842']],
  ['ROU', 'cnp', ['1630615123457'], ['0800101221142', '1632215123457', '1630615123458']],
  ['SRB', 'jmbg', ['0101006500006'], []],
  ['SVK', 'rodne_cislo', ['710319/2745', '7103192745'], []],
  ['SVN', 'emso', ['0101006500006'], []],
  ['SWE', 'personnummer', ['880320-0016'], ['880320-0018']],
  ['THA', 'idnr', ['1-2345-45678-78-1', '1234545678781'], []],
  ['TUR', 'tc_kimlik', ['17291716060'], ['17291716050', '1729171606']],
  ['TWN', 'natid', ['A123456789', 'A800000014'], []],
  ['UKR', 'rntrc', ['1759013776'], ['1759013770']],
  ['URY', 'cedula', ['1.234.567-2', '12345672'], ['1.234.567-3']],
  ['USA', 'ssn', ['123-45-6789'], []],
  ['ZAF', 'id_number', ['7503305044089'], ['8503305044089', '9125568']],
];

const byIssuers: readonly (readonly [source: string, ...row: Row])[] = [
  ['Wikipedia, Social insurance number', 'CAN', 'sin', ['046 454 286'], []],
  ['GB 11643-1999', 'CHN', 'resident_identity', ['11010519491231002X'], []],
  [
    'Bundeszentralamt für Steuern, check digits of tax numbers',
    'DEU',
    'steuer_idnr',
    ['86095742719', '47036892816', '65929970489'],
    [],
  ],
  ['GIE SESAM-Vitale, specimen card', 'FRA', 'nir', ['2 69 05 49 588 157 80'], []],
  ['UIDAI, test data of the authentication API', 'IND', 'aadhaar', ['999941057058'], []],
  ['Wikipedia, Italian fiscal code', 'ITA', 'codice_fiscale', ['MRTMTT25D09F205Z'], []],
  ['Wikipedia, Unique Population Registry Code', 'MEX', 'curp', ['HEGG560427MVZRRL04'], []],
  ['Inland Revenue, RWT and NRWT specification', 'NZL', 'ird', ['136410132', '136-410-132'], []],
  ['gov.pl, PESEL', 'POL', 'pesel', ['02070803628'], []],
  [
    'Skatteverket, SKV 704; Wikipedia, Personal identity number',
    'SWE',
    'personnummer',
    ['811218-9876', '640823-3234', '811218+9876'],
    [],
  ],
  [
    'Social Security Administration, areas that are never assigned',
    'USA',
    'ssn',
    [],
    ['000-12-3456', '666-12-3456', '900-12-3456'],
  ],
  ['Western Cape Government, decoding an identity number', 'ZAF', 'id_number', ['8001015009087'], []],
];

/** Numbers of the same forms; most have a digit changed. */
const others: readonly Row[] = [
  ['ARG', 'dni', [], ['ABCDEFGH']],
  ['AUS', 'tfn', ['112 474 082'], ['123 456 789']],
  ['BEL', 'nrn', ['17 07 30 033 84'], ['12345678901']],
  ['BGR', 'egn', [], ['7523169264']],
  ['BRA', 'cpf', ['123.456.789-09', '111.444.777-35'], ['123.456.789-00', '111.111.111-1']],
  ['CAN', 'sin', [], ['046 454 287']],
  ['CHE', 'ahv', ['756.1234.5678.97'], []],
  ['CHL', 'rut', ['12.345.678-5', '11.111.111-1'], []],
  ['CHN', 'resident_identity', [], ['110105194912310021', '11010519491231002']],
  ['CUB', 'ni', [], ['91023027775']],
  ['CZE', 'rodne_cislo', [], ['590312/123']],
  ['DEU', 'steuer_idnr', [], ['86095742718']],
  ['DOM', 'cedula', [], ['0011391820A']],
  ['ECU', 'cedula', [], ['301430710-3']],
  ['ESP', 'dni', ['12345678Z', '00000000T', '99999999R'], ['12345678A']],
  ['ESP', 'nie', ['X1234567L', 'Z1234567R', 'X0000000T', 'Y0000000Z'], ['X1234567A']],
  ['EST', 'isikukood', ['37605030299'], ['37605030298', '99605030299']],
  ['FIN', 'hetu', ['010101-123N'], ['310252-308Y']],
  ['FRA', 'nir', ['1 84 12 76 451 089 46'], ['2 69 05 49 588 157 81']],
  ['GRC', 'amka', [], ['05013099999']],
  ['GTM', 'cui', ['1234567890101'], ['123456789', '1234567899901']],
  ['HKG', 'hkid', ['A123456(3)', 'L555555(0)'], ['A123456(4)', '123456(3)']],
  ['HRV', 'oib', [], ['HR-123']],
  ['IND', 'aadhaar', [], ['643343121']],
  ['IND', 'pan', ['AAPFU0939F'], ['ACUPA0000R']],
  ['IRL', 'pps', ['1234567T', '1234567TW'], ['1234567A']],
  ['ISR', 'teudat_zehut', ['000000018'], ['000000019']],
  ['ITA', 'codice_fiscale', ['RSSMRA85T10A562S'], ['RSSMRA85T10A562T', 'MRTMTT25D09F205']],
  ['KOR', 'rrn', [], ['971313-9019902']],
  ['LTU', 'asmens_kodas', ['38703181745'], ['33309240065']],
  ['LVA', 'personas_kods', [], ['161175-19998']],
  ['MEX', 'curp', [], ['HEGG560427MVZRRL05']],
  ['MKD', 'embg', [], ['0101006500007']],
  ['MNE', 'jmbg', [], ['0101006500007']],
  ['MYS', 'nric', ['890131-06-1224'], []],
  ['NLD', 'bsn', [], ['1112223334']],
  ['NZL', 'ird', [], ['10-999']],
  ['POL', 'pesel', ['44051401458'], ['00000000000']],
  ['PRT', 'nif', ['123456789'], ['123456788']],
  ['ROU', 'cnp', ['1800101221144'], []],
  ['SRB', 'jmbg', [], ['0101006500007']],
  ['SVK', 'rodne_cislo', [], ['7103192746']],
  ['SVN', 'emso', [], ['0101006500007']],
  ['SWE', 'personnummer', ['19121212-1212'], ['811218-9875', '811318-9876']],
  ['THA', 'idnr', [], ['1-2345-45678-78-9', '0-2345-45678-78-1', '1234545678788']],
  ['TUR', 'tc_kimlik', ['10000000146'], ['07291716092']],
  ['TWN', 'natid', [], ['A123456788', 'A323456789']],
  ['UKR', 'rntrc', ['3184710691'], ['3184710692']],
  ['USA', 'ssn', ['111-22-3333'], ['1112233334']],
  ['ZAF', 'id_number', [], ['8001015009088']],
];

export interface NumberExample {
  readonly country: string;
  readonly kind: string;
  readonly value: string;
  readonly isValid: boolean;
}

const numbersOf = ([country, kind, good, bad]: Row): NumberExample[] => [
  ...good.map((value) => ({ country, kind, value, isValid: true })),
  ...bad.map((value) => ({ country, kind, value, isValid: false })),
];

export const publishedNumbers: readonly Published<NumberExample>[] = [
  {
    rule: 'local_identifier',
    source: 'Documentation of python-stdnum, and specifications of stdnum, which name the issuer of each number',
    examples: inLibraries.flatMap(numbersOf),
  },
  ...byIssuers.map(([source, ...row]) => ({ rule: 'local_identifier' as const, source, examples: numbersOf(row) })),
];

export const otherNumbers: readonly NumberExample[] = others.flatMap(numbersOf);

/** No specimen is published: the numbers in documentation may be those of real people. */
export const withoutSpecimens: readonly string[] = ['GTM cui'];
