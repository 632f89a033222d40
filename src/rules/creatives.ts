// Creatives that people have seen too often.
import { sql } from 'kysely'
import { type Exact, money_number } from '#domain/exact.ts'
import { add_days, days_between } from '#domain/windows.ts'
import { single_ads } from '#figures/groups.ts'
import { read_sources } from '#figures/sources/sources.ts'
import { fatigue_by_creative, id, looks_of } from '#figures/subjects/creatives.ts'
import { sum_facts } from '#figures/sums/facts.ts'
import { ad_facts, creative_names } from '#figures/sums/warehouse.ts'
import { as_percent, message, quoted } from '#messages/message.ts'
import { type Finding, monthly, type Rule } from './rule.ts'

const SPENT_DAYS = 7
/** Days of which every one must be stored. Older first days of a creative are read if they are stored. */
const DAYS = 30
/** From here on a creative counts as tired, out of 100. */
const SCORE_MIN = 50
/** The creatives with the highest spend are looked at. */
const CREATIVES_MAX = 300
const of_social_ads = { ...single_ads, platforms: ['mx_ads' as const] }

export const creative_fatigue: Rule = {
  about:
    'A creative on which fewer people click than in its first week, at a higher price, while they see it as often.',
  module: 'ads',
  needs: { of: of_social_ads, days: DAYS, lists: ['ads'] },
  async find({ context, days, counted, trusted }) {
    const { currency } = context.org
    const since = { from: add_days(days.to, 1 - SPENT_DAYS), to: days.to }
    const { lines } = await sum_facts(context, ad_facts, {
      ...since,
      counted,
      by: { connection_id: sql`f.connection_id`, account_id: sql`f.account_id`, ad_id: sql`f.ad_id` },
      named: creative_names,
    })
    const spent = new Map<string, { key: Key; spend: Exact }>()
    for (const { key, segments } of lines) {
      const spend = segments.get(0)?.spend
      if (key.creative_id == null || !spend) continue
      const of: Key = {
        connection_id: key.connection_id!,
        account_id: key.account_id!,
        creative_id: key.creative_id,
      }
      spent.set(id(of), { key: of, spend: (spent.get(id(of))?.spend ?? 0n) + spend })
    }
    const first = [...spent.values()]
      .sort((one, other) => Number(other.spend - one.spend > 0n) - Number(other.spend - one.spend < 0n))
      .slice(0, CREATIVES_MAX)
    const keys = first.map(({ key }) => key)
    const [sources] = await read_sources(context, [of_social_ads])
    const window = { ...days, days: days_between(days.from, days.to), is_partial: false }
    const fatigues = await fatigue_by_creative(context, window, { ...sources!, live: [...trusted] }, keys)
    const looks = await looks_of(context, keys)
    return first.flatMap(({ key, spend }): Finding[] => {
      const fatigue = fatigues.get(id(key))
      if (fatigue?.score == null || fatigue.score < SCORE_MIN) return []
      const look = looks.get(id(key))
      const name = look?.name ?? look?.title ?? key.creative_id
      const rise = fatigue.cost_rise_percent
      // What clicks cost more than in its first week is what a fresh creative could save.
      const lost = rise === null || rise <= 0 ? 0n : (spend * BigInt(Math.round(rise))) / BigInt(Math.round(rise) + 100)
      return [
        {
          subject: `${key.connection_id}/${key.account_id}/${key.creative_id}`,
          name,
          connection_id: key.connection_id,
          platform: 'mx_ads',
          severity: 'warning',
          title: message('rule.creative_fatigue.title', { name: quoted(name) }),
          text: message('rule.creative_fatigue.text', {
            ...since,
            fall: as_percent(fatigue.ctr_fall_percent ?? 0),
            rise: as_percent(fatigue.cost_rise_percent ?? 0),
          }),
          evidence: {
            ...since,
            fatigue_score: fatigue.score,
            ctr_fall_percent: fatigue.ctr_fall_percent,
            cost_rise_percent: fatigue.cost_rise_percent,
            spend: money_number(spend, currency),
          },
          effect: { low: 0n, high: monthly(lost, SPENT_DAYS) },
          call: { tool: 'query_mx_creatives', input: { min_fatigue_score: SCORE_MIN } },
        },
      ]
    })
  },
}

interface Key {
  connection_id: string
  account_id: string
  creative_id: string
}
