/** Settings of the embedded server. `disposable`: nothing is flushed to disk, and its log is not kept. */
export const settings_of = (port: number, disposable: boolean): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  port: String(port),
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '300', // a process can take about 90
  logging_collector: disposable ? 'off' : 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log', // one file for each weekday, then overwritten
  log_rotation_age: '1d',
  log_truncate_on_rotation: 'on',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic', // statements contain values of callers
  ...(disposable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
})
