// Figures of an account by day. Views and interactions come as one value for the days of a request, so each day is a request.
import { add_days, start_of, today_in } from '#domain/windows.ts'
import { day_table } from '../day_table.ts'
import { count_refused, figures_of, has_values, read_insights } from './insights.ts'

const metrics = ['reach', 'views', 'total_interactions', 'profile_views'] as const

// Figures come up to 48 hours late (developers.facebook.com/docs/instagram-api/reference/ig-user/insights, 2026-06).
const LATE_DAYS = 2

const unix_s = (instant: string) => Date.parse(instant) / 1_000

export const daily = day_table('social_daily', {
  window: {
    history_days: 730,
    history_source:
      'https://developers.facebook.com/docs/instagram-api/reference/ig-user/insights: two years, but for follower_count (read 2026-11)',
    // A day more on each side of the days that are late, because days are Pacific.
    overlap_days: 4,
    late_days: LATE_DAYS,
    slice_days: 30,
    reading: { version: 2, why: 'Days for which Instagram has no figures had no row, and counted as zero.' },
  },
  async *read({ api, account, from, to }) {
    // Instagram has had its time to deliver these days.
    const due_until = add_days(today_in(account.time_zone, api.now()), -LATE_DAYS - 1)
    for (let date = from; date <= to; date = add_days(date, 1)) {
      const day = {
        since: unix_s(start_of(date, account.time_zone)),
        until: unix_s(start_of(add_days(date, 1), account.time_zone)),
      }
      const query = { period: 'day', metric_type: 'total_value', ...day }
      const insights = await read_insights(api, account.account_id, metrics, query)
      yield [{ date, insights, is_due: date <= due_until }]
    }
  },
  row({ date, insights, is_due }, context) {
    count_refused(context, insights, 'days')
    // "If insights data you are requesting does not exist or is currently unavailable, the API will return an empty data set instead of 0"
    // (ig-user/insights, read 2026-11). So a day without any value is not delivered yet, and later it is unknown. It is never zero.
    if (!has_values(insights)) return is_due ? { date } : null
    return { date, ...figures_of(insights) }
  },
})
