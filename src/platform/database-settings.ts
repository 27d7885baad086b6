// The settings of the database: the embedded one, or a server of the operator's.
import { asInteger, asUrl, asUserName, setting } from './setting-readers.ts';

export const databaseSettings = {
  runAs: setting({
    name: 'PROBITY_RUN_AS',
    meaning:
      'User that runs the embedded database if root starts the program; by default `probity`, which is made if it does not exist.',
    read: asUserName,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    meaning: 'PostgreSQL 18 server to use instead of the embedded one.',
    secret: true,
    read: asUrl('postgres:', 'postgresql:'),
  }),
  databaseOwnerUrl: setting({
    name: 'PROBITY_DATABASE_OWNER_URL',
    meaning:
      'The same server as the role that owns the database: it migrates, and grants the role of DATABASE_URL what the program needs; by default that role owns the database.',
    secret: true,
    read: asUrl('postgres:', 'postgresql:'),
  }),
  databasePoolSize: setting({
    name: 'PROBITY_DATABASE_POOL',
    default: '10',
    meaning:
      'The most connections that each process keeps to the database for requests of accounts, and again for everything else.',
    // A process that does background work keeps three of them for itself.
    read: asInteger(5, 200),
  }),
} as const;
