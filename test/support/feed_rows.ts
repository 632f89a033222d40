// A day's rows of a product feed and of behavior analytics.

type Units = (below: number) => bigint

export function feed_of(date: string, connection_id: string, units: Units) {
  const key = { connection_id, account_id: 'm1', date }
  const shown = () => ({ impressions: units(9_000), clicks: units(300) })
  const free = () => ({
    conversions: `${units(9)}.5`,
    conversion_value_micros: units(9_000) * 10_000n,
    currency: 'USD',
  })
  const place = { ...key, reporting_context: 'shopping_ads' }
  return {
    feed_daily: [
      {
        ...key,
        ...shown(),
        marketing_method: 'ads',
        country: 'MX',
        conversions: null,
        conversion_value_micros: null,
        currency: '',
      },
      { ...key, ...shown(), marketing_method: 'organic', country: 'MX', ...free() },
    ],
    feed_offer_daily: ['o1', 'o2'].map((offer_id) => ({
      ...{ ...key, ...shown(), marketing_method: 'organic', offer_id },
      ...free(),
    })),
    feed_status_daily: ['MX', 'US'].map((country) => ({
      ...{ ...place, country, active: units(900), pending: units(9) },
      ...{ disapproved: units(90), expiring: units(9) },
    })),
    feed_issue_daily: ['missing_price', 'landing_page_error'].map((code) => ({
      ...{ ...place, country: 'MX', code, severity: 'disapproved', resolution: 'merchant_action' },
      ...{ description: code, detail: 'Correct it', products: units(40) },
    })),
  }
}

export function behavior_of(date: string, connection_id: string, units: Units) {
  const numeric = () => `${units(900)}.25`
  const row = () => ({
    ...{ connection_id, account_id: 's1', date, ended_at: `${date}T23:59:00Z`, is_final: true },
    ...{ sessions: units(900), bot_sessions: units(90), users: units(700), page_views: numeric() },
    ...{ scroll_weighted: numeric(), active_seconds: numeric(), total_seconds: numeric() },
    ...{ dead_clicks: units(90), rage_clicks: units(20), quick_backs: units(90), excessive_scrolls: units(9) },
    ...{ script_errors: units(20), error_clicks: units(9), dead_click_sessions: numeric() },
    ...{ rage_click_sessions: numeric(), quick_back_sessions: numeric(), excessive_scroll_sessions: numeric() },
    ...{ script_error_sessions: numeric(), error_click_sessions: numeric() },
  })
  return {
    behavior_daily: ['mobile', 'desktop'].map((device) => ({ ...row(), device })),
    behavior_page_daily: ['https://shop.example/', 'https://shop.example/cart'].map((page) => ({ ...row(), page })),
  }
}
