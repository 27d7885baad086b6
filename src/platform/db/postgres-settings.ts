// The embedded server's settings, given on its command line so that they follow the program's version.
import { release } from 'node:os';

/**
 * How a whole data folder is brought to disk: as one file system where Linux tells of its write errors (5.8 and later), else file
 * by file, which took 170 to 1500 ms for a new cluster instead of 45.
 */
export function syncMethod(): 'syncfs' | 'fsync' {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8)) ? 'syncfs' : 'fsync';
}

export const serverSettings: Readonly<Record<string, string>> = {
  // Reached through its socket alone.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',

  // An answered request survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  recovery_init_sync_method: syncMethod(),
  // How much must be replayed after a kill, at some 125 MB/s on a busy machine: with gigabytes recovery took 7 s.
  max_wal_size: '384MB',
  checkpoint_timeout: '5min',

  // The data is in memory or on flash. At the default of 4 a table that was small when it was last looked at is read whole for
  // each look-up until the next ANALYZE, however much it has grown: measured, twice the work of creating a check.
  random_page_cost: '1.1',
  shared_buffers: '128MB',
  max_connections: '100',
  // A forgotten open transaction stalls the sealer of events and the vacuum.
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // Personal data must not reach the log: messages of errors quote the values they choke on, their details quote whole rows.
  // The level "log" leaves out errors and warnings of sessions and keeps what the server says about itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  checkpoint_warning: '0',
  log_autovacuum_min_duration: '-1',
  logging_collector: 'off',
  log_destination: 'stderr',
};
