// Places that a platform does not answer, whatever it answers elsewhere. Google failed for the reports of one day
// (google-cloud-python issue 17380, 2026-06), and Meta for one list of an account (facebook-php-business-sdk issue 474, 2018-08).
// So such a place must not keep all others from being read. A platform that is down answers none.
import type { Connector } from '#engine/connector.ts'
import type { AccountStream } from '#engine/sync/reading.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'

/** Places without an answer, one after the other, after which the platform is down. */
const IN_ALL_MAX = 3
/** Of one stream. Its other accounts are left to the next sync then, because the stream itself can be what is not answered. */
const OF_STREAM_MAX = 2
/** With fewer calls of a day, those that are left belong to the next attempt. */
const CALLS_A_DAY_MIN = 100

type Named = Pick<AccountStream, 'name'>

const has_few_calls = ({ api }: Pick<Connector, 'api'>) =>
  [api.pace].flat().some(({ per_day }) => per_day !== undefined && per_day < CALLS_A_DAY_MIN)

export function unanswered_places(connector: Pick<Connector, 'api'>) {
  let names: string[] = []
  let is_whole = true
  return {
    /** Notes the error of a place. Returns whether it is one that leaves the others to be read. */
    is_of_place(error: unknown, { name }: Named): error is VendorRefusal {
      if (!(error instanceof VendorRefusal) || !error.is_of_request || has_few_calls(connector)) return false
      names.push(name)
      is_whole = false
      return names.length < IN_ALL_MAX
    },
    leaves_out: ({ name }: Named): boolean => names.filter((one) => one === name).length >= OF_STREAM_MAX,
    /** Whether every place so far was answered. */
    is_whole: () => is_whole,
    /** A place was answered, so the platform is not down. */
    answered(): void {
      names = []
    },
  }
}
