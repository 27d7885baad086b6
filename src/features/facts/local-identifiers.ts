// The personal numbers of countries as data, by country and kind: name, example and check.
import type { validate as validateCpf } from 'stdnum/lib/cjs/br/cpf.js';
import { lazyLibrary } from '../../lib/lazy-library.ts';

/** The library checks form, check digits and, if the number contains them, date of birth and region. */
type Validate = typeof validateCpf;

export interface LocalIdentifierKind {
  /** Three letters. */
  readonly country: string;
  readonly kind: string;
  /** The name that its holders use. */
  readonly name: string;
  /** A published specimen that belongs to nobody. */
  readonly example: string;
  readonly validate: Validate;
}

/** @param module the library's module for the number, loaded at its first use: together they are seventy files */
function of(country: string, kind: string, module: string, name: string, example: string): LocalIdentifierKind {
  const library = lazyLibrary<{ readonly validate: Validate }>(`stdnum/lib/cjs/${module}.js`);
  return { country, kind, name, example, validate: (number) => library().validate(number) };
}

export const localIdentifierKinds: readonly LocalIdentifierKind[] = [
  of('ARG', 'dni', 'ar/dni', 'DNI of Argentina', '20.123.456'),
  of('AUS', 'tfn', 'au/tfn', 'Tax File Number', '123 456 782'),
  of('AUT', 'versicherungsnummer', 'at/vnr', 'Versicherungsnummer', '1237 010180'),
  of('BEL', 'nrn', 'be/nn', 'Rijksregisternummer', '85.07.30-033 28'),
  of('BGR', 'egn', 'bg/egn', 'EGN', '752316 926 3'),
  of('BIH', 'jmbg', 'ba/jmbg', 'JMBG of Bosnia and Herzegovina', '0101006500006'),
  of('BRA', 'cpf', 'br/cpf', 'CPF', '390.533.447-05'),
  of('CAN', 'sin', 'ca/sin', 'Social Insurance Number', '046 454 286'),
  of('CHE', 'ahv', 'ch/ssn', 'AHV number', '756.9217.0769.85'),
  of('CHL', 'rut', 'cl/rut', 'RUT', '12.345.678-5'),
  of('CHN', 'resident_identity', 'cn/ric', 'resident identity number', '11010519491231002X'),
  of('CRI', 'cedula', 'cr/cpf', 'cédula of Costa Rica', '3-0455-0175'),
  of('CUB', 'ni', 'cu/ni', 'NI of Cuba', '91021027775'),
  of('CZE', 'rodne_cislo', 'cz/rc', 'rodné číslo', '710319/2745'),
  of('DEU', 'steuer_idnr', 'de/idnr', 'Steuer-IdNr', '86 095 742 719'),
  of('DNK', 'cpr', 'dk/cpr', 'CPR number', '211062-5629'),
  of('DOM', 'cedula', 'do/cedula', 'cédula of the Dominican Republic', '001-1391820-5'),
  of('ECU', 'cedula', 'ec/ci', 'cédula of Ecuador', '171430710-3'),
  of('ESP', 'dni', 'es/dni', 'DNI of Spain', '12345678Z'),
  of('ESP', 'nie', 'es/nie', 'NIE', 'X1234567L'),
  of('EST', 'isikukood', 'ee/ik', 'isikukood', '37605030299'),
  of('FIN', 'hetu', 'fi/hetu', 'henkilötunnus', '131052-308T'),
  of('FRA', 'nir', 'fr/nir', 'NIR', '2 69 05 49 588 157 80'),
  of('GRC', 'amka', 'gr/amka', 'AMKA', '01013099997'),
  of('GTM', 'cui', 'gt/cui', 'CUI of Guatemala', '1234567890101'),
  of('HKG', 'hkid', 'hk/hkid', 'Hong Kong identity card number', 'A123456(3)'),
  of('HRV', 'oib', 'hr/oib', 'OIB', '33392005961'),
  of('IND', 'aadhaar', 'in/aadhaar', 'Aadhaar number', '2341 2341 2346'),
  of('IND', 'pan', 'in/pan', 'PAN', 'ACUPA7085R'),
  of('IRL', 'pps', 'ie/pps', 'PPS number', '1234567T'),
  of('ISL', 'kennitala', 'is/kennitala', 'kennitala', '120174-3399'),
  of('ISR', 'teudat_zehut', 'il/idnr', 'Israeli identity number', '3933742-3'),
  of('ITA', 'codice_fiscale', 'it/codicefiscale', 'codice fiscale', 'RSSMRA85T10A562S'),
  of('KOR', 'rrn', 'kr/rrn', 'Korean resident registration number', '971013-9019902'),
  of('LTU', 'asmens_kodas', 'lt/asmens', 'asmens kodas', '33309240064'),
  of('LVA', 'personas_kods', 'lv/pvn', 'personas kods', '161175-19997'),
  of('MEX', 'curp', 'mx/curp', 'CURP', 'HEGG560427MVZRRL04'),
  of('MKD', 'embg', 'mk/jmbg', 'EMBG', '0101006500006'),
  of('MNE', 'jmbg', 'me/jmbg', 'JMBG of Montenegro', '0101006500006'),
  of('MYS', 'nric', 'my/nric', 'MyKad number', '770305-02-1234'),
  of('NLD', 'bsn', 'nl/bsn', 'BSN', '111222333'),
  of('NOR', 'fodselsnummer', 'no/fodselsnummer', 'fødselsnummer', '151086 95088'),
  of('NZL', 'ird', 'nz/ird', 'IRD number', '49-091-850'),
  of('PER', 'dni', 'pe/cui', 'DNI of Peru', '10117410-2'),
  of('POL', 'pesel', 'pl/pesel', 'PESEL', '44051401359'),
  of('PRT', 'nif', 'pt/nif', 'NIF', '123456789'),
  of('ROU', 'cnp', 'ro/cnp', 'CNP', '1630615123457'),
  of('SRB', 'jmbg', 'rs/jmbg', 'JMBG of Serbia', '0101006500006'),
  of('SVK', 'rodne_cislo', 'sk/rc', 'rodné číslo', '710319/2745'),
  of('SVN', 'emso', 'si/emso', 'EMŠO', '0101006500006'),
  of('SWE', 'personnummer', 'se/personnummer', 'personnummer', '811218-9876'),
  of('THA', 'idnr', 'th/idnr', 'Thai identity number', '1-2345-45678-78-1'),
  of('TUR', 'tc_kimlik', 'tr/tckimlik', 'T.C. kimlik number', '10000000146'),
  of('TWN', 'natid', 'tw/natid', 'Taiwanese identity number', 'A123456789'),
  of('UKR', 'rntrc', 'ua/rntrc', 'RNOKPP', '1759013776'),
  of('URY', 'cedula', 'uy/cedula', 'cédula of Uruguay', '1.234.567-2'),
  of('USA', 'ssn', 'us/ssn', 'Social Security number', '123-45-6789'),
  of('ZAF', 'id_number', 'za/idnr', 'South African identity number', '8001015009087'),
];

/** The names of numbers without public check digits, by country and kind; such numbers have no faults. */
export const otherLocalIdentifiers: Readonly<Record<string, string>> = {
  'AZE fin': 'FIN',
  'BHR cpr': 'CPR number of Bahrain',
  'BTN cid': 'citizenship identity number of Bhutan',
  'COL cedula': 'cédula of Colombia',
  'FRO p_tal': 'p-tal',
  'GEO personal_number': 'personal number of Georgia',
  'GRC afm': 'AFM',
  'GRL cpr': 'CPR number of Greenland',
  'HND dni': 'DNI of Honduras',
  'JOR national_number': 'national number of Jordan',
  'KAZ iin': 'IIN',
  'KEN id_number': 'identity number of Kenya',
  'KGZ pin': 'PIN of Kyrgyzstan',
  'KWT civil_id': 'Civil ID number of Kuwait',
  'LKA nic': 'NIC number of Sri Lanka',
  'LUX matricule': 'matricule',
  'MAR cin': 'CIN number of Morocco',
  'MDA idnp': 'IDNP',
  'MMR nrc': 'NRC number',
  'MNG registration_number': 'registration number of Mongolia',
  'MRT nni': 'NNI',
  'NGA nin': 'NIN',
  'NIC cedula': 'cédula of Nicaragua',
  'NPL citizenship_number': 'citizenship number of Nepal',
  'OMN civil_number': 'civil number of Oman',
  'PAK cnic': 'CNIC',
  'PAN cedula': 'cédula of Panama',
  'PRY cedula': 'cédula of Paraguay',
  'QAT qid': 'QID',
  'SGP nric': 'NRIC number',
  'SLV dui': 'DUI',
  'TUN cin': 'CIN number of Tunisia',
  'TZA nida': 'NIDA number',
  'UZB pinfl': 'PINFL',
  'VEN cedula': 'cédula of Venezuela',
  'VNM id_number': 'identity number of Viet Nam',
  'XKX personal_number': 'personal number of Kosovo',
  'AUS driving_licence': 'driving licence number of Australia',
  'CAN driving_licence': 'driving licence number of Canada',
  'DEU driving_licence': 'driving licence number of Germany',
  'ESP driving_licence': 'driving licence number of Spain',
  'FRA driving_licence': 'driving licence number of France',
  'IND driving_licence': 'driving licence number of India',
  'IRL driving_licence': 'driving licence number of Ireland',
  'ITA driving_licence': 'driving licence number of Italy',
  'NLD driving_licence': 'driving licence number of the Netherlands',
  'NZL driving_licence': 'driving licence number of New Zealand',
  'POL driving_licence': 'driving licence number of Poland',
  'ROU driving_licence': 'driving licence number of Romania',
  'USA driving_licence': 'driving licence number of the United States',
  'ZAF driving_licence': 'driving licence number of South Africa',
  tax_number: 'tax number',
};
