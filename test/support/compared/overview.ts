// What the overview shows, by the names of its regions, and the tools that have it.
import assert from 'node:assert/strict'
import { DAYS, type Result, review, type View } from '#test/compared/views.ts'
import { plot, type Region, table, tile } from '#test/shown_figures.ts'

/** A list without a table: 'Meta Ads · spend $12.50', 'ROAS 1.20'. */
const listed =
  (rows: Result<'preparar_reporte'>['best_campaigns']): Region[1] =>
  async (region, { language }) => {
    const shown = await region.getByRole('listitem').allInnerTexts()
    const text_of = (value: number | null, options: Intl.NumberFormatOptions = {}) =>
      value === null
        ? '—'
        : value.toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2, ...options })
    assert.equal(shown.length, rows.length)
    for (const [index, { spend, roas }] of rows.entries()) {
      const money = text_of(spend, { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol' })
      const text = shown[index]!
      assert.ok(text.includes(money) && text.includes(`ROAS ${text_of(roas)}`), text)
    }
  }

/** The overview names no more of them. */
const ADVICE_MAX = 3

/** The most important recommendations, with what each is worth. Without any, the page has no place for them. */
function advice({ recommendations, recommendations_total: total }: Result<'preparar_reporte'>): Region[] {
  const check: Region[1] = async (region, { language }) => {
    assert.match((await region.getAttribute('aria-label'))!, new RegExp(`^${total} `))
    const shown = await region.getByRole('listitem').allInnerTexts()
    const named = recommendations.slice(0, ADVICE_MAX)
    assert.equal(shown.length, named.length)
    for (const [index, { title, effect_low, effect_high }] of named.entries())
      for (const text of [title, money_of(effect_low, language), money_of(effect_high, language)])
        assert.ok(shown[index]!.includes(text ?? ''), `${text} is not in: ${shown[index]}`)
  }
  return total === 0 ? [] : [[/^\d+ open recommendations?$/, check]]
}

const money_of = (value: number | null, language: string) =>
  value?.toLocaleString(language, { style: 'currency', currency: 'MXN', currencyDisplay: 'narrowSymbol' })

export const overview: View = {
  address: '',
  async regions(ask) {
    const kpi = await ask('get_kpi_summary', ask.days)
    const series = await ask.inside('get_daily_series', ask.days)
    const why = await ask('diagnosticar_cambio', { metric: 'store_revenue', days_back: DAYS })
    const report = await ask('preparar_reporte', review)
    const of_tile = (name: keyof typeof kpi.change_percent, kind: 'money' | 'ratio' | 'count') =>
      tile(kpi[name], kind, kpi.change_percent[name])
    const cents = (values: readonly (number | null)[]) =>
      values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 100), 0)
    assert.equal(cents(series.days.map(({ store_revenue }) => store_revenue)), cents([kpi.store_revenue]))
    assert.equal(cents(series.days.map(({ ad_spend }) => ad_spend)), cents([kpi.ad_spend]))
    return [
      ['Ad spend', of_tile('ad_spend', 'money')],
      ['Store revenue', of_tile('store_revenue', 'money')],
      ['Store ROAS', of_tile('store_roas', 'ratio')],
      ['Blended ad ROAS', of_tile('blended_ad_roas', 'ratio')],
      ['Orders', of_tile('orders', 'count')],
      ['Sessions', of_tile('sessions', 'count')],
      [
        /^Ad spend .+ store revenue/,
        plot('money', [
          series.days.map(({ store_revenue }) => store_revenue),
          series.days.map(({ ad_spend }) => ad_spend),
        ]),
      ],
      [
        /^Store revenue (fell|rose)/,
        plot('money', [
          [
            why.previous,
            ...why.channels.map(({ effect }) => effect),
            ...(why.rounding ? [why.rounding] : []),
            why.current,
          ],
        ]),
      ],
      [
        'Ad platforms',
        table({
          rows: kpi.platforms,
          columns: {
            Spend: ['money', ({ spend }) => spend],
            'Claimed revenue': ['money', ({ revenue }) => revenue],
            ROAS: ['ratio', ({ roas }) => roas],
          },
          totals: { Spend: kpi.ad_spend, ROAS: kpi.blended_ad_roas },
        }),
      ],
      ['Best campaigns', listed(report.best_campaigns)],
      ['Worst campaigns', listed(report.worst_campaigns)],
      ...advice(report),
    ]
  },
}
