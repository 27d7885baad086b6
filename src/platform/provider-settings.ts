// The settings of data providers: their addresses and our keys; a provider without its settings is off.
import { type IsoDate, parseDate } from '../lib/dates.ts';
import {
  asAddressesOf,
  asAllowList,
  asHttpsBase,
  asInteger,
  asReadableFile,
  type Read,
  setting,
  showAllowEntry,
} from './setting-readers.ts';

const asWord: Read<string> = (text) => (/^[\x21-\x7e]+$/.test(text) ? text : { problem: 'must be one word' });

const asRequester: Read<{ organisation: string; forename: string; surname: string }> = (text) => {
  const [organisation = '', forename = '', surname = '', ...more] = text.split('|').map((part) => part.trim());
  const isWhole = organisation !== '' && forename !== '' && surname !== '' && more.length === 0;
  return isWhole ? { organisation, forename, surname } : { problem: 'must be organisation|forename|surname' };
};

const asUserAndPassword: Read<{ userName: string; password: string }> = (text) => {
  const colon = text.indexOf(':');
  return colon > 0 && colon < text.length - 1
    ? { userName: text.slice(0, colon), password: text.slice(colon + 1) }
    : { problem: 'must be a name and a password with a colon between' };
};

const asDay: Read<IsoDate> = (text) => parseDate(text) ?? { problem: 'must be a day such as 2027-02-28' };

export const providerSettings = {
  providerAllow: setting({
    name: 'PROBITY_PROVIDER_ALLOW',
    default: '',
    meaning:
      'Special-purpose networks that data providers may be called in, as network:port, such as 10.1.0.0/16:8443.',
    read: asAllowList,
    show: (entries) => entries.map(showAllowEntry).join(','),
  }),
  providerCa: setting({
    name: 'PROBITY_PROVIDER_CA',
    meaning: 'PEM file of a private authority that data providers may be certified by.',
    read: asReadableFile,
  }),
  providerExchangeDays: setting({
    name: 'PROBITY_PROVIDER_EXCHANGE_DAYS',
    default: '180',
    meaning: 'Days after which the records of exchanges with data providers are deleted, once their report is closed.',
    read: asInteger(1, 3650),
  }),
  companiesHouseKey: setting({
    name: 'PROBITY_COMPANIES_HOUSE_KEY',
    meaning: 'API key of Companies House, for reports on directorships and on employments.',
    secret: true,
    read: asWord,
  }),
  companiesHouseUrl: setting({
    name: 'PROBITY_COMPANIES_HOUSE_URL',
    default: 'https://api.company-information.service.gov.uk',
    meaning: 'Public data API of Companies House.',
    read: asHttpsBase,
  }),
  dbsUpdateServiceRequester: setting({
    name: 'PROBITY_DBS_UPDATE_SERVICE_REQUESTER',
    meaning:
      'Who asks the DBS Update Service, as its terms demand: organisation, forename and surname with | between them.',
    read: asRequester,
    show: ({ organisation, forename, surname }) => [organisation, forename, surname].join('|'),
  }),
  dbsUpdateServiceUrl: setting({
    name: 'PROBITY_DBS_UPDATE_SERVICE_URL',
    default: 'https://secure.crbonline.gov.uk/crsc/api/status',
    meaning: 'Status check of the DBS Update Service, up to the certificate number.',
    read: asHttpsBase,
  }),
  dvlaKey: setting({
    name: 'PROBITY_DVLA_KEY',
    meaning: "API key of DVLA's Access to Driver Data, for who has a contract.",
    secret: true,
    read: asWord,
  }),
  dvlaCredentials: setting({
    name: 'PROBITY_DVLA_CREDENTIALS',
    meaning: 'User name and password there, as name:password.',
    secret: true,
    read: asUserAndPassword,
  }),
  dvlaPasswordEnds: setting({
    name: 'PROBITY_DVLA_PASSWORD_ENDS',
    meaning:
      'Day on which the password there ends, such as 2027-02-28: `status`, metrics and the mail to PROBITY_ALARM_MAIL warn before it. Change it with each new password.',
    read: asDay,
  }),
  dvlaUrl: setting({
    name: 'PROBITY_DVLA_URL',
    default: 'https://driver-vehicle-licensing.api.gov.uk',
    meaning: "DVLA's API, or that of a reseller who speaks as it does.",
    read: asHttpsBase,
  }),
  yenteUrl: setting({
    name: 'PROBITY_YENTE_URL',
    meaning:
      'Matching service of OpenSanctions, for reports on sanctions: one of your own, or https://api.opensanctions.org.',
    read: asHttpsBase,
  }),
  yenteKey: setting({
    name: 'PROBITY_YENTE_KEY',
    meaning: 'API key there, which a service of your own needs none of.',
    secret: true,
    read: asWord,
  }),
  watchmanUrl: setting({
    name: 'PROBITY_WATCHMAN_URL',
    meaning: 'Watchman by Moov that you run, for reports on sanctions.',
    read: asHttpsBase,
  }),
  sanctionsLists: setting({
    name: 'PROBITY_SANCTIONS_LISTS',
    default: '',
    meaning:
      'Addresses that sanctions lists are fetched from four times a day, as list=https://…, separated by commas; lists are uk, un, eu and ofac. By default none is fetched.',
    // An address may contain a token.
    secret: true,
    read: asAddressesOf('uk', 'un', 'eu', 'ofac'),
    show: (addresses: ReadonlyMap<string, string>) => [...addresses.keys()].join(','),
  }),
} as const;
