// The Welsh of what is wrong with an answer, by its code. The label comes first and a colon after it, because a label in
// the midst of a sentence would change its first letter.
import { formatPeriod } from '../../lib/dates.ts';
import type { FindingCode } from '../en.ts';
import type { SentenceParams } from '../en-findings.ts';
import { english, sayText } from '../say.ts';

const about =
  (text: string | ((params: SentenceParams) => string)) =>
  (params: SentenceParams): string =>
    `${params.label}: ${typeof text === 'string' ? text : text(params)}`;
const wrongNumber = (fault: string) =>
  `Nid yw’r rhif yn cyfateb: ${fault}. Gwiriwch ef, a’ch atebion amdanoch chi eich hun`;
const period = ({ from = '', to = '' }: SentenceParams) => formatPeriod({ from, to });
const anEmailAddress = 'Rhowch gyfeiriad e-bost fel enw@example.com';
const parts = { day: 'diwrnod', month: 'mis', year: 'blwyddyn' } as const;

export const findings: Readonly<Record<FindingCode, string | ((params: SentenceParams) => string)>> = {
  missing: about('rhowch hwn'),
  too_short: about(({ least }) => `rhowch o leiaf ${least} nod`),
  too_long: about(({ most }) => `rhowch ddim mwy na ${most} nod`),
  easy_to_guess: about('yn hawdd ei ddyfalu'),
  too_long_together: about(({ most }) => `yn rhy hir (dim mwy na ${most} nod gyda’i gilydd)`),
  letters_only: about(
    'rhowch lythrennau, bylchau unigol, cysylltnodau, collnodau ac atalnodau llawn yn unig, fel yn llinellau gwaelod eich pasbort neu, heb un, mewn papur swyddogol arall',
  ),
  not_latin: about(
    'rhowch hwn mewn llythrennau Lladin: enw fel yn llinellau gwaelod eich pasbort neu, heb un, mewn papur swyddogol arall; a lle fel ar amlen o dramor',
  ),
  starts_with_separator: about('rhaid dechrau a gorffen â llythyren'),
  repeated_letters: about('gwiriwch hwn, mae’r un llythyren yno fwy na 3 gwaith yn olynol'),
  email_spaces: `${anEmailAddress}, heb fylchau`,
  email_characters: `${anEmailAddress}, heb ( ) < > [ ] : ; , \\ "`,
  email_one_at: `${anEmailAddress}, gydag un @`,
  email_before_at: anEmailAddress,
  email_period: anEmailAddress,
  email_before_period: anEmailAddress,
  domain_not_registered: 'Gwiriwch yr hyn sydd ar ôl yr @: nid oes post yn cyrraedd yno',
  telephone_form: 'Rhowch rif ffôn fel 07700 900 982 neu +44 808 157 0192',
  referee_is_candidate: 'Rhowch gyfeiriad y person a all ei gadarnhau: eich un chi yw hwn',
  referee_is_family: 'Enwch rywun nad yw’n perthyn i chi, fel athro, cymydog neu arweinydd tîm',
  date_part_missing: about(({ parts: missing = [] }) => `rhowch hefyd ${missing.map((one) => parts[one]).join(' a ')}`),
  date_not_real: about('rhaid iddo fod yn ddyddiad go iawn'),
  date_year: about('rhowch y flwyddyn yn llawn, fel 2021'),
  choose_from_list: 'Dewiswch o’r rhestr',
  too_many: ({ most }) => `Cewch roi ${most} ar y mwyaf`,
  consent_missing: 'Ticiwch y blwch os ydych yn cytuno i’r gwiriadau',
  consent_to_criminal_record_missing: 'Ticiwch y blwch os ydych yn cytuno i’ch cofnod troseddol gael ei wirio',
  consent_wording_changed: 'Mae’r geiriad wedi newid. Darllenwch ef a thiciwch y blwch eto',
  in_future: about('rhaid iddo fod yn y gorffennol'),
  at_early_age: ({ label, least }) =>
    `${label}: roeddech yn ${least} oed bryd hynny. Gwiriwch y flwyddyn, a’ch dyddiad geni`,
  before_birth: about('rhaid iddo fod ar ôl eich dyddiad geni'),
  before_other: ({ label, other = '' }) => `${label}: rhaid iddo fod ar ôl hwn: ${other}`,
  after_other: ({ label, other = '' }) => `${label}: rhaid iddo fod cyn hwn: ${other}`,
  unlikely_birth_year: ({ year }) => `Gwiriwch y flwyddyn: ni all ${year} fod yn flwyddyn eich geni`,
  too_young_for_criminal_record: ({ least }) =>
    `Rhaid i chi fod yn ${least} oed neu’n hŷn i gael gwiriad cofnod troseddol. Os yw’r dyddiad yn gywir, dywedwch wrth bwy bynnag a ofynnodd i chi amdano`,
  placeholder: about(({ other }) => `${other} yw hwn, sy’n golygu dyddiad anhysbys`),
  ssn_form: about('nid yw’n ddilys (rhowch y pedwar digid olaf, neu’r rhif llawn fel xxx-xx-xxxx)'),
  us_state_code: about('nid yw’n god dwy lythyren un o daleithiau’r UD'),
  state_code_elsewhere: about('dim ond i drwydded yrru a roddwyd gan dalaith y mae’n perthyn'),
  uk_postcode_form: 'Rhowch god post llawn y DU, fel SW1A 1AA',
  national_insurance_form: 'Rhowch rif Yswiriant Gwladol fel QQ 12 34 56 C',
  share_code_form: 'Rhowch god rhannu fel W12 345 678',
  share_code_not_for_work:
    'Rhowch god rhannu ar gyfer gwaith, sy’n dechrau â W: gwnaed eich un chi ar gyfer rhywbeth arall',
  share_code_not_for_rent:
    'Rhowch god rhannu ar gyfer rhentu, sy’n dechrau ag R: gwnaed eich un chi ar gyfer rhywbeth arall',
  share_code_lapsed: ({ most }) => `Gwnewch god rhannu newydd ar GOV.UK: mae eich un chi yn fwy na ${most} diwrnod oed`,
  check_code_form: 'Rhowch 8 llythyren a rhif y cod, fel aB 1c D2 eF',
  check_code_lapsed: 'Mynnwch god newydd: mae hwn wedi dod i ben',
  certificate_number_form: 'Rhowch y 12 digid yng nghornel dde uchaf y dystysgrif',
  licence_form_gb: 'Rhowch 16 nod maes 5 eich trwydded, fel MORGA 657054 SM9IJ',
  licence_form_ni: 'Rhowch 8 digid maes 5 eich trwydded, fel 12345678',
  licence_last_name: wrongNumber('nid yw’n cyd-fynd ag unrhyw gyfenw a roddwyd'),
  licence_birth_date: wrongNumber('nid yw’n cyd-fynd â’r dyddiad geni'),
  licence_gender: wrongNumber('nid yw’n cyd-fynd â’r rhywedd'),
  passport_form_uk: about('nid yw’n rhif pasbort y DU (9 digid)'),
  passport_form: about('nid yw’n rhif pasbort (dim mwy nag 11 llythyren a digid)'),
  no_current_address: 'Ychwanegwch y cyfeiriad lle rydych yn byw nawr',
  entry_incomplete: ({ label, problem }) =>
    problem === undefined ? `Cwblhewch hwn, neu tynnwch ef: ${label || 'cofnod'}` : `${label || 'Cofnod'}: ${problem}`,
  no_fixed_address: about('nid yw’n gartref: dim ond post sy’n cyrraedd yno'),
  gap_in_addresses: (params) => `Ychwanegwch y cyfeiriadau lle roeddech yn byw: ${period(params)}`,
  gap_in_activities: (params) => `Ychwanegwch yr hyn a wnaethoch: ${period(params)}`,
  jobs_overlap: (params) => `Dwy swydd lawn-amser ar yr un pryd: ${period(params)}`,
  not_in_uk: about('nid yw yn y Deyrnas Unedig'),
  too_few: ({ least }) =>
    least === 1
      ? 'Ychwanegwch rywun a all siarad drosoch, neu dywedwch isod nad oes gennych neb'
      : `Ychwanegwch bobl a all siarad drosoch (${least}), neu dywedwch isod nad oes gennych neb arall`,
  pvg_number_form:
    'Rhowch rif eich aelodaeth PVG. Os ydych wedi’i golli, bydd Disclosure Scotland yn ei ddweud wrthych',
  fca_reference_form: 'Rhowch y rhif fel y mae ar y gofrestr, fel JXS01234',
  number_follows: 'Dywedoch y byddwch yn ei anfon yn nes ymlaen',
  nobody_to_ask: 'Dywedoch nad oes gennych neb arall',
  none_declared: 'Dywedoch nad oes gennych un',
  none_added: ({ label }) => `Ychwanegwch: ${label}`,
  leaving_has_ended: 'Dewiswch pam y daeth i ben, neu gadewch y dyddiad gorffen yn wag',
  leaving_goes_on: 'Dewiswch “Yn dal yno” neu ddim byd lle mae’n parhau, neu rhowch y dyddiad gorffen',
  name_for_authorities: about('dim ond yr awdurdodau a gaiff wybod yr enw hwn'),
  first_of_one_name: 'Dywedoch mai un enw yn unig sydd gennych: rhowch ef fel cyfenw a gadewch yr enw cyntaf yn wag',
  previous_name_though_from_birth:
    'Dywedoch na fu gennych enw arall erioed: tynnwch y rhain, neu newidiwch yr ateb hwnnw',
  identity_document_wanted:
    'Ychwanegwch eich pasbort, trwydded yrru, cerdyn adnabod cenedlaethol neu drwydded breswylio',
  right_to_work_wanted: 'Ychwanegwch ddogfennau sy’n dangos eich hawl i weithio',
  passport_wanted: 'Ychwanegwch eich pasbort',
  document_not_home: about('nid yw o’r DU, yr UE, yr AEE na’r Swistir'),
  document_of_uk: about('mae o’r DU, nad yw’n rhoi pasbortau i ddinasyddion o’r fath'),
  document_not_of_uk: about('nid yw o’r DU'),
  document_not_of_europe: about('nid yw o’r UE, yr AEE na’r Swistir'),
  document_ended: about('wedi mynd heibio'),
  same_document: about(({ other }) => `rhaid iddi fod yn ddogfen wahanol i hon: ${other}`),
  document_not_for_basic: about('nid yw’n cyfrif ar gyfer gwiriad sylfaenol'),
  document_of_other_age: about(({ least, most }) => `ar gyfer ymgeiswyr ${least} i ${most} oed y mae`),
  document_not_issued_yet: about('mae ei dyddiad yn y dyfodol'),
  document_undated: about('nid oes dyddiad arni, ac am rai misoedd yn unig y mae’n cyfrif'),
  document_too_old: about('yn rhy hen'),
  document_expired: about('wedi dod i ben'),
  document_named_twice: about('wedi’i henwi ddwywaith'),
  no_identity_route: about('nid yw’r dogfennau’n bodloni’r canllawiau adnabod'),
  outside_validation_wanted: about('ei angen ar gyfer Llwybr 2'),
  fingerprints_wanted: about('nid ydynt yn ddigon: cymerir olion bysedd'),
  access_ni_documents_wanted: about(
    'rhaid cael un o Grŵp 1 a dwy arall, neu dystysgrif geni a thair o Grwpiau 2a a 2b',
  ),
  address_not_shown: about('nid ydynt yn dangos cyfeiriad presennol'),
  record_abroad_wanted: about('yn dangos amser mewn gwlad arall nad yw ei chofnod troseddol gan y Deyrnas Unedig'),
  stay_abroad_wanted: about('nid ydynt yn dangos amser yn y wlad'),
  nobody_has_seen: about('nid oes neb wedi’u gweld'),
  not_on_list_of_today: about('nid ydynt ar restrau heddiw o ddogfennau sy’n profi’r hawl i weithio'),
  local_identifier_form: ({ kind, example }) => `Rhowch y rhif (${kind}) fel ${example}`,
  membership_number_form: ({ kind = '', example = '' }) =>
    `Rhowch eich rhif fel y mae’r corff yn ei roi (${english(kind)}): ${sayText(`${example.slice(0, 1).toUpperCase()}${example.slice(1)}`)}`,
  not_in_list: about('nid yw yn y rhestr'),
  no_live_job_role: about('nid yw’n rôl fyw yn y cyfrif hwn'),
  barred_list_not_allowed: about('nid yw’r rôl yn caniatáu hyn'),
  role_not_voluntary: about('gwaith cyflogedig y cytunwyd arno'),
  job_role_for_other_level: about('rôl ar gyfer lefel arall o wiriad'),
};
