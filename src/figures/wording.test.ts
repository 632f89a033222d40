import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { against_before, change_of } from '#figures/wording.ts'
import { as_money, languages, message } from '#messages/message.ts'
import { text_of } from '#messages/render.ts'

const sessions = (percent: number | null) => message('kpi.sessions', { count: 7, change: change_of(percent) })
const revenue = (percent: number | null) =>
  message('kpi.store_revenue', { amount: as_money(5, 'USD'), change: change_of(percent) })
const in_each = (of: ReturnType<typeof sessions>) =>
  languages.map((language) => text_of(of, { language, currency: 'USD' }).replaceAll('\u00a0', ' '))

describe('the sentence of a review', () => {
  it('names the period before when a part is compared with it, also within a part', () => {
    assert.equal(
      in_each(against_before([revenue(null), sessions(20)]))[0],
      'Against the period before: revenue of stores and marketplaces 5.00 USD; 7 sessions (+20.00%).',
    )
    const up_to = message('kpi.up_to', { part: sessions(20), date: '2026-11-20' })
    assert.match(in_each(against_before([up_to]))[0]!, /^Against the period before: 7 sessions \(\+20\.00%\)/)
  })

  it('names no period before when nothing is compared', () => {
    assert.deepEqual(in_each(against_before([null, revenue(null), sessions(null)])), [
      'In this period: revenue of stores and marketplaces 5.00 USD; 7 sessions.',
      'En este periodo: ingresos de tiendas y marketplaces 5.00 USD; 7 sesiones.',
      'Neste período: receita de lojas e marketplaces 5,00 USD; 7 sessões.',
    ])
  })
})
