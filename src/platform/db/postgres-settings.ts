// The embedded server's settings, passed on its command line so that they change with the program's version.
import { release } from 'node:os';

/**
 * How a whole data folder is flushed to disk: as one file system where Linux reports its write errors (5.8 and later), else
 * file by file, which took 170 to 1500 ms for a new cluster instead of 45.
 */
export function syncMethod(): 'syncfs' | 'fsync' {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8)) ? 'syncfs' : 'fsync';
}

export const serverSettings: Readonly<Record<string, string>> = {
  // Reached through its socket only.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  password_encryption: 'scram-sha-256',

  // An answered request survives a power cut.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  recovery_init_sync_method: syncMethod(),
  // Limits what must be replayed after a kill, at some 125 MB/s on a busy machine: with gigabytes recovery took 7 s.
  max_wal_size: '384MB',
  checkpoint_timeout: '5min',

  // The data is in memory or on flash. With the default of 4, a table that was small at its last ANALYZE is scanned for each
  // lookup until the next one, however much it has grown: measured, creating a check took twice the work.
  random_page_cost: '1.1',
  shared_buffers: '128MB',
  max_connections: '100',
  // A forgotten open transaction would stall the event sealer and the vacuum.
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // Personal data must not reach the log: error messages quote the values that caused them, and their details whole rows.
  // The level "log" omits errors and warnings of sessions, and keeps the server's messages about itself.
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
