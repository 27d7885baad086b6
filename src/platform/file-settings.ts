// The settings of files: what may be attached, how much of it, and where it is kept.
import { asBucket, asClamd, asExtensions, asInteger, asS3Credentials, setting, showClamd } from './setting-readers.ts';

export const fileSettings = {
  attachmentExtensions: setting({
    name: 'PROBITY_ATTACHMENT_EXTENSIONS',
    default: '',
    meaning:
      "Extensions of files that interface v1 and every page take in addition to the interface's, such as .pdf,.heic; pages take .pdf always.",
    read: asExtensions,
  }),
  attachmentMaximumBytes: setting({
    name: 'PROBITY_ATTACHMENT_MAXIMUM_BYTES',
    default: '20971520',
    meaning: 'Maximum size of an attached file, in bytes.',
    read: asInteger(1, 5 * 2 ** 30),
  }),
  attachmentMinimumBytes: setting({
    name: 'PROBITY_ATTACHMENT_MINIMUM_BYTES',
    default: '100',
    meaning: 'Minimum size of an attached file, in bytes.',
    read: asInteger(0, 2 ** 20),
  }),
  attachmentFilesPerCheck: setting({
    name: 'PROBITY_ATTACHMENT_FILES_PER_CHECK',
    default: '1000',
    meaning: 'Maximum number of files of one check; its candidate may add a fifth of them.',
    read: asInteger(5, 1_000_000),
  }),
  attachmentBytesPerCheck: setting({
    name: 'PROBITY_ATTACHMENT_BYTES_PER_CHECK',
    default: '5368709120',
    meaning: 'Maximum size of all files of one check, in bytes; its candidate may add a fifth of it.',
    read: asInteger(5, Number.MAX_SAFE_INTEGER),
  }),
  attachmentBytesPerDay: setting({
    name: 'PROBITY_ATTACHMENT_BYTES_PER_DAY',
    default: '214748364800',
    meaning: 'Maximum size of all files that an account adds within 24 hours, in bytes.',
    read: asInteger(1, Number.MAX_SAFE_INTEGER),
  }),
  diskReserveBytes: setting({
    name: 'PROBITY_DISK_RESERVE_BYTES',
    default: '1073741824',
    meaning:
      'Free space of the data folder, in bytes, below which no file is accepted, so that the database keeps room.',
    read: asInteger(0, Number.MAX_SAFE_INTEGER),
  }),
  clamd: setting({
    name: 'PROBITY_CLAMD',
    meaning: 'clamd that scans files for viruses before they are stored, as unix:/path or tcp://host:port.',
    read: asClamd,
    show: showClamd,
  }),
  s3Bucket: setting({
    name: 'PROBITY_S3_URL',
    meaning: 'S3 bucket for files, instead of the data folder, such as https://s3.eu-west-2.amazonaws.com/bucket.',
    read: asBucket,
    show: ({ endpoint, bucket }) => `${endpoint}/${bucket}`,
  }),
  s3Region: setting({
    name: 'PROBITY_S3_REGION',
    default: 'eu-west-2',
    meaning: 'Region of the bucket.',
    read: (text) => text,
  }),
  s3Credentials: setting({
    name: 'PROBITY_S3_CREDENTIALS',
    meaning: 'Access key id and secret for the bucket, as id:secret; by default the role of the machine.',
    secret: true,
    read: asS3Credentials,
  }),
} as const;
