// A row of list_connections_detail with all of its fields. A short row leaves out what is as usual.

interface Row {
  last_sync: string | null
  covered_until?: string | null
  streams: object[]
  runs: object[]
}

const USUAL = {
  ...{ sync_state: 'idle', progress: null, needs_reconnection: false, notices: [], accounts_left_out: [] },
  ...{ last_error: null, last_error_at: null, limited_until: null, revoked_at: null, webhooks: null },
}
const USUAL_STREAM = {
  ...{ state: 'ok', reason: null, accounts: 1, covered_from: null },
  ...{ history_left: false, history_expected_at: null },
}
const USUAL_RUN = { started_at: null, restatements: 0, error: null, unreadable: [] }

/** Type parameter: what the caller reads of a row. */
export function whole_connection<Whole>(row: object): Whole {
  const { covered_until = null, last_sync, streams, runs, ...others } = row as Row
  return {
    ...USUAL,
    ...others,
    last_sync,
    streams: streams.map((one) => ({ ...USUAL_STREAM, covered_until, ...one })),
    runs: runs.map((one) => ({ ...USUAL_RUN, finished_at: last_sync, ...one })),
  } as Whole
}
