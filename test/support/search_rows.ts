// Rows of a day of search ads by what people searched for, and with shares of impressions. Some shares are not known.

/** Different figures for each day, campaign and column, the same in every run. */
const mixed = (below: number, ...of: (string | number)[]) =>
  1 + ([...of.join()].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 1_000_003, 7) % below)

export function searches_of(date: string, connection_id: string) {
  const of = { connection_id, account_id: 'g1', platform: 'gx_ads', date }
  const campaigns = ['c1', 'c2']
  return {
    search_term_daily: campaigns.flatMap((campaign_id) =>
      ['sofa', 'lamp'].map((search_term) => {
        const figure = (below: number, name: string) => BigInt(mixed(below, date, campaign_id, search_term, name))
        return {
          ...{ ...of, campaign_id, search_term, currency: 'EUR' },
          spend_micros: figure(90_000, 'spend') * 10_000n,
          impressions: figure(10_000, 'impressions'),
          clicks: figure(300, 'clicks'),
          conversions: String(figure(9, 'conversions')),
          conversion_value_micros: figure(200_000, 'value') * 10_000n,
        }
      }),
    ),
    campaign_share_daily: campaigns.map((campaign_id) => {
      const share = (name: string) => (mixed(90, date, campaign_id, name) / 100).toFixed(2)
      return {
        ...{ ...of, campaign_id, impressions: BigInt(mixed(10_000, date, campaign_id)) },
        impression_share: share('had'),
        lost_to_budget_share: mixed(9, date, campaign_id, 'known') === 1 ? null : share('budget'),
        lost_to_rank_share: share('rank'),
      }
    }),
  }
}
