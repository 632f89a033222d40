// What a person reads on a page, compared with values of tools: tiles, tables and plots, each found by the name of its region.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** As the pages write figures. */
export type FigureKind = 'count' | 'money' | 'ratio' | 'share' | 'change' | 'position'

/** Digits after the decimal sign. A share has one of a percent. */
const digits_of: Record<FigureKind, number> = { count: 0, money: 2, ratio: 2, share: 3, change: 3, position: 1 }
/** Binary fractions are not exact. */
const EPSILON = 1e-9
const WAIT_MS = 60_000
const POLL_MS = 50

export type Value = number | null | undefined
/** Throws if the region shows something else. */
type Check = (region: Locator, reader: Reader) => Promise<void>
export type Region = [name: string | RegExp, check: Check]

export interface Reader {
  page: Page
  language: string
  /** A text of the pages in the language. */
  said: (text: string) => string
}

/** A number as the language writes it. Throws for any other text. */
function read_number(text: string, language: string): number {
  const parts = new Intl.NumberFormat(language).formatToParts(-12_345_678.9)
  const sign = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const digits = [...text]
    .filter((one) => /\d/.test(one) || one === sign('decimal') || one === sign('minusSign'))
    .join('')
  const plain = digits.replace(sign('minusSign'), '-').replace(sign('decimal'), '.')
  assert.match(plain, /^-?\d+(\.\d+)?$/, `no number: ${text}`)
  return Number(plain)
}

/** A figure and the words of its mark: '$12.50, can change until Jun 28'. */
function assert_shown(text: string, value: Value, kind: FigureKind, { language }: Pick<Reader, 'language'>): void {
  const [figure = '', ...words] = text.trim().split(/\s*,\s+(?=\D)/)
  if (value === null || value === undefined) {
    assert.equal(figure, '—', `${text} for a figure that the tool does not have`)
    assert.ok(words.join(' ').length > 0, 'a dash without its reason')
    return
  }
  assert.notEqual(figure, '—', `a dash for ${value}`)
  const is_percent = kind === 'share' || kind === 'change'
  assert.equal(figure.includes('%'), is_percent, figure)
  const decimal = new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')!.value
  const decimals = figure.split(decimal)[1]?.match(/^\d+/)?.[0].length ?? 0
  assert.equal(decimals, digits_of[kind] - (is_percent ? 2 : 0), `digits of ${figure}`)
  const shown = read_number(figure, language) / (is_percent ? 100 : 1)
  const distance = Math.abs(shown - value)
  assert.ok(distance <= 0.5 / 10 ** digits_of[kind] + EPSILON, `${figure} is shown for ${value}`)
}

/** `percent`: the change against the days before. Undefined: the tile has none. */
export const tile =
  (value: Value, kind: FigureKind, percent?: number | null): Check =>
  async (region, reader) => {
    // biome-ignore lint/performance/useDomNodeTextContent: the lines are those that a person sees
    const lines = (await region.innerText()).split('\n').map((line) => line.trim())
    const [, shown = '', ...below] = lines.filter((line) => line !== '')
    const mark = below[0]?.startsWith(',') ? below[0] : ''
    assert_shown(IN_SHORT.test(shown) ? await whole_figure(region, reader) : shown + mark, value, kind, reader)
    if (percent === undefined || value === null) return
    const change = below.find((line) => (percent === null ? line === '—' : /^([+-]?[\d.,]+\s?%|> 10×)$/.test(line)))
    assert.ok(change, `no change of ${percent} % in: ${below}`)
    if (percent !== null && change !== '> 10×') assert_shown(change, percent / 100, 'change', reader)
  }

/** A tile writes large amounts in short: $120.6K, 120,6 mil $. */
const IN_SHORT = /\d\s?(K|M|mil)\b/

async function whole_figure(region: Locator, { page }: Reader): Promise<string> {
  await region.getByRole('button').focus()
  const first = page.getByRole('tooltip').locator('span').first()
  await first.waitFor()
  const whole = (await first.textContent()) ?? ''
  await region.getByRole('button').blur()
  await first.waitFor({ state: 'detached' })
  return whole
}

export type Columns<R> = Record<string, [kind: FigureKind, value: (row: R) => Value]>

/** The rows that are in the page, by their place in the list. */
async function read_table(region: Locator) {
  const rows = await region.locator('tbody tr[aria-rowindex]').evaluateAll((all) =>
    all.map((row) => ({
      index: Number(row.getAttribute('aria-rowindex')) - 2,
      cells: [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
    })),
  )
  const titles = await region.locator('thead th').allTextContents()
  return { titles, rows, totals: await region.locator('tfoot td').allTextContents() }
}

interface TableValues<R> {
  rows: readonly R[]
  columns: Columns<R>
  /** By column. */
  totals?: Record<string, Value>
}

/** The rows at the top and at the end of a table: others are not in the page. */
export const table =
  <R>({ rows, columns, totals = {} }: TableValues<R>): Check =>
  async (region, reader) => {
    assert.equal(await region.locator('table').getAttribute('aria-rowcount'), String(rows.length + 1))
    await compare_rows(region, reader, { rows, columns, totals })
    await region.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await region.locator(`[aria-rowindex="${rows.length + 1}"]`).waitFor()
    await compare_rows(region, reader, { rows, columns, totals })
  }

async function compare_rows<R>(region: Locator, reader: Reader, { rows, columns, totals }: Required<TableValues<R>>) {
  const shown = await read_table(region)
  assert.ok(shown.rows.length > 0 || rows.length === 0)
  for (const [title, [kind, value]] of Object.entries(columns)) {
    const at = shown.titles.indexOf(reader.said(title))
    assert.ok(at >= 0, `no column ${title} in ${shown.titles}`)
    for (const { index, cells } of shown.rows)
      assert_cell(cells[at]!, value(rows[index]!), kind, reader, `${title} ${index}`)
    if (title in totals) assert_cell(shown.totals[at]!, totals[title], kind, reader, `total of ${title}`)
  }
}

function assert_cell(text: string, value: Value, kind: FigureKind, reader: Reader, place: string): void {
  try {
    assert_shown(text, value, kind, reader)
  } catch (error) {
    throw new Error(`${place}: ${(error as Error).message}`, { cause: error })
  }
}

/** The table behind a plot, in the order of its points. A gap of a line needs no reason. */
export const plot =
  (kind: FigureKind, series: readonly (readonly Value[])[]): Check =>
  async (region, reader) => {
    await region.getByRole('button', { name: reader.said('Show as table') }).click()
    const rows = await region
      .locator('tbody tr')
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')))
    assert.equal(rows.length, series[0]!.length)
    for (const [at, values] of series.entries())
      for (const [index, value] of values.entries()) {
        const text = rows[index]![at]!
        if (value == null) assert.equal(text, '—')
        else assert_cell(text, value, kind, reader, `point ${index}`)
      }
  }

/** The named regions of the page, without those inside of others. */
const names_of = (page: Page) =>
  page
    .locator('main section[aria-label]')
    .evaluateAll((all) =>
      all
        .filter((one) => !one.parentElement!.closest('section[aria-label]'))
        .map((one) => one.getAttribute('aria-label')!),
    )

const is_named = (shown: string, wanted: string | RegExp, { said }: Reader) =>
  wanted instanceof RegExp ? wanted.test(shown) : said(wanted) === shown

/** Waits until the page has all regions, and fails if it has more: each figure must be compared. */
export async function assert_regions(reader: Reader, regions: readonly Region[]): Promise<void> {
  const { page } = reader
  const deadline = performance.now() + WAIT_MS
  const pending = async () => {
    const shown = await names_of(page)
    const missing = regions.filter(([wanted]) => !shown.some((name) => is_named(name, wanted, reader)))
    return { missing: missing.map(([wanted]) => wanted), busy: await page.locator('main [aria-busy=true]').count() }
  }
  for (;;) {
    const { missing, busy } = await pending()
    if (missing.length === 0 && busy === 0) break
    assert.ok(performance.now() < deadline, `not on the page: ${missing}; ${await names_of(page)}; ${busy} are loading`)
    await page.waitForTimeout(POLL_MS)
  }
  for (const name of await names_of(page)) {
    const [, check] = regions.find(([wanted]) => is_named(name, wanted, reader)) ?? []
    assert.ok(check, `nothing is compared with the figures of: ${name}`)
    try {
      await check(page.locator(`main section[aria-label=${JSON.stringify(name)}]`).first(), reader)
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
    }
  }
}
