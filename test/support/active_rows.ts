// Figures that show that an account was active, for platforms without spend and sales.
import type { Database } from '#db/pool.ts'

export type ActiveRows = (db: Database, connection_id: string, days: string[]) => Promise<unknown>

/** Rows of the account `second`, with a metric of them, by platform. */
export const active_rows: Record<string, { metric: string; rows: ActiveRows }> = {
  gx_analytics: {
    metric: 'web_analytics.sessions',
    rows: (db, connection_id, days) => {
      const counts = { sessions: 9n, page_views: 9n, users: 8n, new_users: 7n, engaged_sessions: 6n, conversions: '5' }
      const row = {
        connection_id,
        property_id: 'second',
        ...counts,
        purchases: 4n,
        revenue_micros: 3n,
        currency: 'MXN',
      }
      return db
        .insertInto('web_daily')
        .values(days.map((date) => ({ ...row, date })))
        .execute()
    },
  },
  seo_console: {
    metric: 'seo.clicks',
    rows: (db, connection_id, days) => {
      const row = { connection_id, site_url: 'second', clicks: 0n, impressions: 9n, position_weighted: '27' }
      return db
        .insertInto('seo_daily')
        .values(days.map((date) => ({ ...row, date })))
        .execute()
    },
  },
  social_a: {
    metric: 'social.impressions',
    rows: (db, connection_id, days) => {
      const row = { connection_id, platform: 'social_a', social_account_id: 'second', impressions: 9n }
      return db
        .insertInto('social_daily')
        .values(days.map((date) => ({ ...row, date })))
        .execute()
    },
  },
  merchant_feed: {
    metric: 'product_feed.clicks',
    rows: (db, connection_id, days) => {
      const row = { connection_id, account_id: 'second', marketing_method: 'ads', country: 'MX', currency: '' }
      return db
        .insertInto('feed_daily')
        .values(days.map((date) => ({ ...row, date, impressions: 9n, clicks: 0n })))
        .execute()
    },
  },
}
