// The personal numbers of countries as data, by country and kind: name, example and check.
import { validate as arDni } from 'stdnum/lib/cjs/ar/dni.js';
import { validate as atVnr } from 'stdnum/lib/cjs/at/vnr.js';
import { validate as auTfn } from 'stdnum/lib/cjs/au/tfn.js';
import { validate as baJmbg } from 'stdnum/lib/cjs/ba/jmbg.js';
import { validate as beNn } from 'stdnum/lib/cjs/be/nn.js';
import { validate as bgEgn } from 'stdnum/lib/cjs/bg/egn.js';
import { validate as brCpf } from 'stdnum/lib/cjs/br/cpf.js';
import { validate as caSin } from 'stdnum/lib/cjs/ca/sin.js';
import { validate as chSsn } from 'stdnum/lib/cjs/ch/ssn.js';
import { validate as clRut } from 'stdnum/lib/cjs/cl/rut.js';
import { validate as cnRic } from 'stdnum/lib/cjs/cn/ric.js';
import { validate as crCpf } from 'stdnum/lib/cjs/cr/cpf.js';
import { validate as cuNi } from 'stdnum/lib/cjs/cu/ni.js';
import { validate as czRc } from 'stdnum/lib/cjs/cz/rc.js';
import { validate as deIdnr } from 'stdnum/lib/cjs/de/idnr.js';
import { validate as dkCpr } from 'stdnum/lib/cjs/dk/cpr.js';
import { validate as doCedula } from 'stdnum/lib/cjs/do/cedula.js';
import { validate as ecCi } from 'stdnum/lib/cjs/ec/ci.js';
import { validate as eeIk } from 'stdnum/lib/cjs/ee/ik.js';
import { validate as esDni } from 'stdnum/lib/cjs/es/dni.js';
import { validate as esNie } from 'stdnum/lib/cjs/es/nie.js';
import { validate as fiHetu } from 'stdnum/lib/cjs/fi/hetu.js';
import { validate as frNir } from 'stdnum/lib/cjs/fr/nir.js';
import { validate as grAmka } from 'stdnum/lib/cjs/gr/amka.js';
import { validate as gtCui } from 'stdnum/lib/cjs/gt/cui.js';
import { validate as hkHkid } from 'stdnum/lib/cjs/hk/hkid.js';
import { validate as hrOib } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as iePps } from 'stdnum/lib/cjs/ie/pps.js';
import { validate as ilIdnr } from 'stdnum/lib/cjs/il/idnr.js';
import { validate as inAadhaar } from 'stdnum/lib/cjs/in/aadhaar.js';
import { validate as inPan } from 'stdnum/lib/cjs/in/pan.js';
import { validate as isKennitala } from 'stdnum/lib/cjs/is/kennitala.js';
import { validate as itCodicefiscale } from 'stdnum/lib/cjs/it/codicefiscale.js';
import { validate as krRrn } from 'stdnum/lib/cjs/kr/rrn.js';
import { validate as ltAsmens } from 'stdnum/lib/cjs/lt/asmens.js';
import { validate as lvPvn } from 'stdnum/lib/cjs/lv/pvn.js';
import { validate as meJmbg } from 'stdnum/lib/cjs/me/jmbg.js';
import { validate as mkJmbg } from 'stdnum/lib/cjs/mk/jmbg.js';
import { validate as mxCurp } from 'stdnum/lib/cjs/mx/curp.js';
import { validate as myNric } from 'stdnum/lib/cjs/my/nric.js';
import { validate as nlBsn } from 'stdnum/lib/cjs/nl/bsn.js';
import { validate as noFodselsnummer } from 'stdnum/lib/cjs/no/fodselsnummer.js';
import { validate as nzIrd } from 'stdnum/lib/cjs/nz/ird.js';
import { validate as peCui } from 'stdnum/lib/cjs/pe/cui.js';
import { validate as plPesel } from 'stdnum/lib/cjs/pl/pesel.js';
import { validate as ptNif } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as roCnp } from 'stdnum/lib/cjs/ro/cnp.js';
import { validate as rsJmbg } from 'stdnum/lib/cjs/rs/jmbg.js';
import { validate as sePersonnummer } from 'stdnum/lib/cjs/se/personnummer.js';
import { validate as siEmso } from 'stdnum/lib/cjs/si/emso.js';
import { validate as skRc } from 'stdnum/lib/cjs/sk/rc.js';
import { validate as thIdnr } from 'stdnum/lib/cjs/th/idnr.js';
import { validate as trTckimlik } from 'stdnum/lib/cjs/tr/tckimlik.js';
import { validate as twNatid } from 'stdnum/lib/cjs/tw/natid.js';
import { validate as uaRntrc } from 'stdnum/lib/cjs/ua/rntrc.js';
import { validate as usSsn } from 'stdnum/lib/cjs/us/ssn.js';
import { validate as uyCedula } from 'stdnum/lib/cjs/uy/cedula.js';
import { validate as zaIdnr } from 'stdnum/lib/cjs/za/idnr.js';

/** The library checks form, check digits and, if the number contains them, date of birth and region. */
type Validate = typeof brCpf;

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

const of = (country: string, kind: string, validate: Validate, name: string, example: string): LocalIdentifierKind => ({
  country,
  kind,
  name,
  example,
  validate,
});

export const localIdentifierKinds: readonly LocalIdentifierKind[] = [
  of('ARG', 'dni', arDni, 'DNI of Argentina', '20.123.456'),
  of('AUS', 'tfn', auTfn, 'Tax File Number', '123 456 782'),
  of('AUT', 'versicherungsnummer', atVnr, 'Versicherungsnummer', '1237 010180'),
  of('BEL', 'nrn', beNn, 'Rijksregisternummer', '85.07.30-033 28'),
  of('BGR', 'egn', bgEgn, 'EGN', '752316 926 3'),
  of('BIH', 'jmbg', baJmbg, 'JMBG of Bosnia and Herzegovina', '0101006500006'),
  of('BRA', 'cpf', brCpf, 'CPF', '390.533.447-05'),
  of('CAN', 'sin', caSin, 'Social Insurance Number', '046 454 286'),
  of('CHE', 'ahv', chSsn, 'AHV number', '756.9217.0769.85'),
  of('CHL', 'rut', clRut, 'RUT', '12.345.678-5'),
  of('CHN', 'resident_identity', cnRic, 'resident identity number', '11010519491231002X'),
  of('CRI', 'cedula', crCpf, 'cédula of Costa Rica', '3-0455-0175'),
  of('CUB', 'ni', cuNi, 'NI of Cuba', '91021027775'),
  of('CZE', 'rodne_cislo', czRc, 'rodné číslo', '710319/2745'),
  of('DEU', 'steuer_idnr', deIdnr, 'Steuer-IdNr', '86 095 742 719'),
  of('DNK', 'cpr', dkCpr, 'CPR number', '211062-5629'),
  of('DOM', 'cedula', doCedula, 'cédula of the Dominican Republic', '001-1391820-5'),
  of('ECU', 'cedula', ecCi, 'cédula of Ecuador', '171430710-3'),
  of('ESP', 'dni', esDni, 'DNI of Spain', '12345678Z'),
  of('ESP', 'nie', esNie, 'NIE', 'X1234567L'),
  of('EST', 'isikukood', eeIk, 'isikukood', '37605030299'),
  of('FIN', 'hetu', fiHetu, 'henkilötunnus', '131052-308T'),
  of('FRA', 'nir', frNir, 'NIR', '2 69 05 49 588 157 80'),
  of('GRC', 'amka', grAmka, 'AMKA', '01013099997'),
  of('GTM', 'cui', gtCui, 'CUI of Guatemala', '1234567890101'),
  of('HKG', 'hkid', hkHkid, 'Hong Kong identity card number', 'A123456(3)'),
  of('HRV', 'oib', hrOib, 'OIB', '33392005961'),
  of('IND', 'aadhaar', inAadhaar, 'Aadhaar number', '2341 2341 2346'),
  of('IND', 'pan', inPan, 'PAN', 'ACUPA7085R'),
  of('IRL', 'pps', iePps, 'PPS number', '1234567T'),
  of('ISL', 'kennitala', isKennitala, 'kennitala', '120174-3399'),
  of('ISR', 'teudat_zehut', ilIdnr, 'Israeli identity number', '3933742-3'),
  of('ITA', 'codice_fiscale', itCodicefiscale, 'codice fiscale', 'RSSMRA85T10A562S'),
  of('KOR', 'rrn', krRrn, 'Korean resident registration number', '971013-9019902'),
  of('LTU', 'asmens_kodas', ltAsmens, 'asmens kodas', '33309240064'),
  of('LVA', 'personas_kods', lvPvn, 'personas kods', '161175-19997'),
  of('MEX', 'curp', mxCurp, 'CURP', 'HEGG560427MVZRRL04'),
  of('MKD', 'embg', mkJmbg, 'EMBG', '0101006500006'),
  of('MNE', 'jmbg', meJmbg, 'JMBG of Montenegro', '0101006500006'),
  of('MYS', 'nric', myNric, 'MyKad number', '770305-02-1234'),
  of('NLD', 'bsn', nlBsn, 'BSN', '111222333'),
  of('NOR', 'fodselsnummer', noFodselsnummer, 'fødselsnummer', '151086 95088'),
  of('NZL', 'ird', nzIrd, 'IRD number', '49-091-850'),
  of('PER', 'dni', peCui, 'DNI of Peru', '10117410-2'),
  of('POL', 'pesel', plPesel, 'PESEL', '44051401359'),
  of('PRT', 'nif', ptNif, 'NIF', '123456789'),
  of('ROU', 'cnp', roCnp, 'CNP', '1630615123457'),
  of('SRB', 'jmbg', rsJmbg, 'JMBG of Serbia', '0101006500006'),
  of('SVK', 'rodne_cislo', skRc, 'rodné číslo', '710319/2745'),
  of('SVN', 'emso', siEmso, 'EMŠO', '0101006500006'),
  of('SWE', 'personnummer', sePersonnummer, 'personnummer', '811218-9876'),
  of('THA', 'idnr', thIdnr, 'Thai identity number', '1-2345-45678-78-1'),
  of('TUR', 'tc_kimlik', trTckimlik, 'T.C. kimlik number', '10000000146'),
  of('TWN', 'natid', twNatid, 'Taiwanese identity number', 'A123456789'),
  of('UKR', 'rntrc', uaRntrc, 'RNOKPP', '1759013776'),
  of('URY', 'cedula', uyCedula, 'cédula of Uruguay', '1.234.567-2'),
  of('USA', 'ssn', usSsn, 'Social Security number', '123-45-6789'),
  of('ZAF', 'id_number', zaIdnr, 'South African identity number', '8001015009087'),
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
  tax_number: 'tax number',
};
