// The case matrix: each case of each connector has tests, a reason why it cannot happen, or a gap.

import { cases } from './cases.ts'
import type { Cell, Cells, Named } from './cell.ts'
import { comparisons } from './contracts.ts'
import { email_a } from './email_a.ts'
import { email_b } from './email_b.ts'
import { email_c } from './email_c.ts'
import { gx_ads } from './gx_ads.ts'
import { gx_analytics } from './gx_analytics.ts'
import { heat_a } from './heat_a.ts'
import { merchant_feed } from './merchant_feed.ts'
import { mpa } from './mpa.ts'
import { mpb_ads } from './mpb_ads.ts'
import { mpb_sp } from './mpb_sp.ts'
import { mx_ads } from './mx_ads.ts'
import { net_c } from './net_c.ts'
import { net_c_ads } from './net_c_ads.ts'
import { net_d_ads } from './net_d_ads.ts'
import { seo_console } from './seo_console.ts'
import { social_a } from './social_a.ts'
import { store_c } from './store_c.ts'
import { sx } from './sx.ts'
import { tnx } from './tnx.ts'
import { tx_ads } from './tx_ads.ts'
import { unused } from './unused.ts'

const declared: Record<string, Cells> = {
  ...{ email_a, email_b, email_c, gx_ads, gx_analytics, heat_a, merchant_feed, mpa, mpb_ads, mpb_sp },
  ...{ mx_ads, net_c, net_c_ads, net_d_ads, seo_console, social_a, store_c, sx, tnx, tx_ads },
}

export const platforms = Object.keys(declared)

/** The cell of a case. Undefined: nobody has declared it. */
export function cell_of(platform: string, number: number): Cell | undefined {
  const { shared } = cases[number]!
  const own = declared[platform]?.cells[number]
  return own ?? (shared && { tests: shared.map((name) => ({ name })) })
}

export interface Entry {
  platform: string
  number: number
  cell: Cell | undefined
}
export const entries = (): Entry[] =>
  platforms.flatMap((platform) =>
    Object.keys(cases).map((number) => ({ platform, number: Number(number), cell: cell_of(platform, Number(number)) })),
  )

/** Cases by connector: how many run, how many the vendor cannot cause, how many need what is not used, and how many lack a test. */
export const counts = (platform: string) => {
  const cells = entries().filter((entry) => entry.platform === platform)
  const of = (kind: string) => cells.filter(({ cell }) => cell && kind in cell).length
  return { run: of('tests'), impossible: of('impossible'), unused: of('unused'), gaps: of('gap') }
}

/** What the cells of a connector call unused. */
export const unused_of = (platform: string) => [
  ...new Set(Object.values(declared[platform]?.cells ?? {}).flatMap((cell) => ('unused' in cell ? [cell.unused] : []))),
]

export const contract_of = (platform: string) => declared[platform]?.contract

/** Tests of the shared suite that a connector skips, with the reason. */
export function skipped_of(platform: string) {
  const reason = (number: number) => {
    const cell = declared[platform]?.cells[number]
    if (cell && 'unused' in cell) return unused[cell.unused]
    return cell && 'impossible' in cell ? `${cell.impossible} (${cell.document}, ${cell.month})` : undefined
  }
  return { other_accounts: reason(1), long_ids: reason(25), ...declared[platform]?.skips }
}

/** A test that ran: the file that defines it, and its name below the names of its suites. */
export interface Passed {
  file: string
  path: readonly string[]
}

/** Tests of the shared suite are in the suite of the connector. Other files can have a suite for each of several connectors. */
export const is_of = (platform: string, { file, name }: Named) => {
  const is_shared = file === undefined
  return (test: Passed) =>
    test.path.at(-1) === name &&
    (is_shared
      ? test.path[0] === platform && test.file.startsWith('test/connectors/')
      : test.file === file && (!platforms.includes(test.path[0]!) || test.path[0] === platform))
}

/** Comparisons with contracts that did not pass, of files that ran. */
export const not_compared = (passed: readonly Passed[], files: readonly string[]): string[] =>
  platforms.flatMap((platform) =>
    comparisons(platform)
      .filter(({ file }) => files.includes(file))
      .filter((named) => !passed.some(is_of(platform, named)))
      .map(({ file, name }) => `${platform}: '${name}' of ${file} did not pass`),
  )

/** Named tests that did not pass, of files that ran. */
export function not_passed(passed: readonly Passed[], files: readonly string[]): string[] {
  return entries().flatMap(({ platform, number, cell }) =>
    cell && 'tests' in cell
      ? cell.tests
          .filter((named) => files.includes(named.file ?? `test/connectors/${platform}.test.ts`))
          .filter((named) => !passed.some(is_of(platform, named)))
          .map(
            ({ file = 'the shared suite', name }) => `${platform}, case ${number}: '${name}' of ${file} did not pass`,
          )
      : [],
  )
}
