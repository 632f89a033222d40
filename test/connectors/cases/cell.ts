// What a connector declares about a case: the tests that run it, why the vendor cannot cause it, or why no test runs it yet.

/** A test by the file that defines it. Tests of the shared suite need no file. */
export interface Named {
  file?: string
  name: string
}
export interface Impossible {
  impossible: string
  /** The vendor's document, with the month of the page or of reading, YYYY-MM. */
  document: string
  month: string
}
export type Cell = { tests: readonly Named[] } | Impossible | { gap: string }

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
  return {
    contract: { document, month },
    cannot,
    /** One credential, one account. */
    one_account: {
      1: cannot('A credential belongs to one account, so no account is denied beside others.'),
      2: cannot('A credential belongs to one account, and no call lists others.'),
    },
    /** A key of one account, without an app. */
    typed_key: {
      9: cannot('The limit belongs to the key of one account, and no app is shared.'),
      10: cannot('A key is never renewed.'),
      11: cannot('A key has no end that is known before. It is valid until somebody deletes it.'),
      12: cannot('A key belongs to no app, so no secret of an app can end.'),
    },
    no_orders: {
      23: cannot('The platform has figures of its own service, and no orders.'),
      24: cannot('No row of this platform is a sale. What it claims is never added to sales.'),
    },
    no_reports: { 29: cannot('Each answer is complete when it comes. No report is ordered and awaited.') },
    no_changes: { 28: cannot('Days and lists are read whole. No request asks for what changed since an instant.') },
    no_webhooks: { 31: cannot('Tablero registers no webhook here, so none can be forged, lost or repeated.') },
    no_shop: { 32: cannot('No uninstall, unpaid shop or request for deletion is sent to readers of this API.') },
    no_writes: {
      33: cannot('The permissions that are asked for allow reading only, and no request changes anything.'),
    },
    no_tests: { 34: cannot('The API has no test accounts, and no records that are marked as a test.') },
    no_money: { 18: cannot('No answer contains an amount of money.') },
    no_people: { 20: cannot('No figure that is read counts people. Each of them adds up over days.') },
  }
}
