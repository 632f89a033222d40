// Figures of an account by day. Views and interactions come as one value for the days of a request, so each day is a request.
import { add_days, start_of } from '#domain/windows.ts'
import { window_stream } from '#engine/connector.ts'
import { count_refused, has_values, type Insights, read_insights } from './insights.ts'

const metrics = ['reach', 'views', 'total_interactions', 'profile_views'] as const

const unix_s = (instant: string) => Date.parse(instant) / 1_000

interface Day {
  date: string
  insights: Insights<(typeof metrics)[number]>
}

export const daily = window_stream({
  into: ['social_daily'],
  every: '1h',
  window: {
    history_days: 730,
    history_source:
      'https://developers.facebook.com/docs/instagram-api/reference/ig-user/insights: two years, but for follower_count (read 2026-11)',
    // Figures come up to 48 hours late (same page, 2026-06). A day more on each side, because days are Pacific.
    overlap_days: 4,
    late_days: 2,
    slice_days: 30,
  },
  async *read({ api, account, from, to }) {
    for (let date = from; date <= to; date = add_days(date, 1)) {
      const day = {
        since: unix_s(start_of(date, account.time_zone)),
        until: unix_s(start_of(add_days(date, 1), account.time_zone)),
      }
      const query = { period: 'day', metric_type: 'total_value', ...day }
      const insights = await read_insights(api, account.account_id, metrics, query)
      yield [{ date, insights }]
    }
  },
  rows({ date, insights }: Day, context) {
    count_refused(context, insights, 'days')
    const { reach, views, total_interactions, profile_views } = insights.values
    // A day without any value is not delivered yet.
    if (!has_values(insights)) return {}
    return {
      social_daily: {
        social_account_id: context.account.account_id,
        date,
        reach,
        impressions: views,
        engagements: total_interactions,
        profile_views,
      },
    }
  },
})
