// What a connector declares about a case: the tests that run it, why the vendor cannot cause it, what the connector does not use, or why
// no test runs it yet.
import { type Unused, unused } from './unused.ts'

/** A test by the file that defines it. Tests of the shared suite need no file. */
export interface Named {
  file?: string
  name: string
}
export interface Impossible {
  impossible: string
  /** The vendor's document that shows it, with the month of the page or of reading, YYYY-MM. */
  document: string
  month: string
  /** The file of the vendors' contracts that has it, with the words to look for. A test finds them. Absent: `document` is an address. */
  shown?: Shown
}
type Shown = readonly [file: string, words: string]
/** `source`: why the vendor has none, where that is no choice of the connector. */
interface NotUsed {
  unused: Unused
  source?: Impossible
}
export type Cell = { tests: readonly Named[] } | Impossible | NotUsed | { gap: string }

/** The cells of a connector by the number of the case. Cases of the shared suite that run need no cell. */
export interface Cells {
  /** What the connector's requests, and the sandbox's answers, are checked against. */
  contract: { document: string; month: string }
  cells: Record<number, Cell>
  /** Parts of cases of the shared suite that are skipped, with the reason and its source. Other tests of the cell run instead. */
  skips?: { read_again?: string; short_limits?: string; zone?: string; long_ids?: string }
}

/** Tests of one file. */
export const tests_of =
  (file: string) =>
  (...names: string[]): { tests: Named[] } => ({ tests: names.map((name) => ({ file, name })) })

/** Tests of several files, or of the shared suite and of a file. */
export const all = (...parts: { tests: readonly Named[] }[]) => ({ tests: parts.flatMap(({ tests }) => tests) })
export const shared = (...names: string[]) => ({ tests: names.map((name) => ({ name })) })
/** Case 9: how connections share a limit. The engine counts, so these tests use no connector. The cells add the limits of their vendor. */
export const shared_limits = tests_of('test/sync/governor.test.ts')(
  'a limit belongs to the app, the user or the account, and to its key',
  'a pause that a vendor asks for holds for all who share the limit, and for nobody else',
)

/** Case 33: how a change at the platform ends, whatever happens to it. */
const written = (file: string) =>
  tests_of(file)(
    ...[
      'the answer is lost',
      'the request is lost',
      'readers see it late',
      'the platform refuses',
      'the platform does something else',
    ].map((name) => `each change ends truly when ${name}, and is sent once`),
    'a process that is killed at a stored point sends nothing twice, and the end is true',
  )
export const ad_writes = written('test/actions/ads.test.ts')
export const shop_writes = written('test/actions/shops.test.ts')

/** Case 31: what happens to signed announcements. */
export const announced = (platform: string) =>
  all(
    tests_of('test/webhooks/received.test.ts')(
      'a change is announced, read again and stored, without a sync',
      'repeated, shuffled and forged deliveries end with the rows of the vendor, and a forged one has no effect',
      'announcements that are lost are found by the sync, which counts them',
    ),
    tests_of('test/webhooks/registered.test.ts')(
      `${platform}: each topic is registered once, a missing one is repaired, and the end removes all`,
    ),
  )

/** Reasons with the document that most of them are from. */
export function documented(document: string, month: string) {
  const cannot = (impossible: string, other = document, at = month): Impossible => ({
    impossible,
    document: other,
    month: at,
  })
  const shown = (impossible: string, ...[file, words]: Shown): Impossible => ({
    ...cannot(impossible),
    shown: [file, words],
  })
  return {
    contract: { document, month },
    /** The reason, with the address of a document. */
    cannot,
    /** The reason, with the words of the contract that show it. */
    shown,
    /** What the vendor does not have, with the words of the contract that show it, or the address of a document. */
    has_no: (what: Unused, ...where: Shown): NotUsed => ({ unused: what, source: shown(unused[what], ...where) }),
    has_no_by: (what: Unused, other = document, at = month): NotUsed => ({
      unused: what,
      source: cannot(unused[what], other, at),
    }),
    /** One credential, one account. */
    one_account: (...where: Shown) => ({
      1: shown('A credential belongs to one account, so no account is denied beside others.', ...where),
      2: shown('A credential belongs to one account, and no call lists others.', ...where),
    }),
  }
}

const lacks = (what: Unused): NotUsed => ({ unused: what })

/** Cases that cannot happen to a connector, because it chooses not to use what could cause them. */
export const without = {
  people: { 20: lacks('people') },
  orders: { 23: lacks('orders'), 24: lacks('orders') },
  /** Of platforms that see carts. */
  whole_orders: { 23: lacks('orders') },
  changes: { 28: lacks('changes') },
  reports: { 29: lacks('reports') },
  webhooks: { 31: lacks('webhooks') },
  writes: { 33: lacks('writes') },
}
