// The settings of data providers: where they are and our keys there; a provider without its settings is off.
import { asAllowList, asReadableFile, setting, showAllowEntry } from './setting-readers.ts';

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
} as const;
