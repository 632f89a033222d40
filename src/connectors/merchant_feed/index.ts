import { message } from '#messages/message.ts'
import { account_connector } from '../chosen_accounts.ts'
import { google_auth, google_platform } from '../google.ts'
import { ADVANCED, OF_TESTS, read_accounts } from './accounts.ts'
import { classify } from './errors.ts'
import { daily, offers } from './performance.ts'
import { products, statuses } from './products.ts'
import { version } from './version.ts'

export const merchant_feed = account_connector({
  title: 'Product feed',
  platform: google_platform({
    product: 'Google Merchant Center',
    apis: ['Merchant API'],
    beside: message('credentials.merchant_feed'),
    version,
    scopes: ['https://www.googleapis.com/auth/content'],
    source: 'https://developers.google.com/merchant/api/guides/quickstart/registration (read 2026-11)',
    remarks: [
      'Google gives present statuses and issues only, so their history starts on the day of the connection.',
      'Conversions are those of free listings. Google gives none for ads here (reports_v1, read 2026-11).',
      'Google states the quotas of an account in its quota sub-API only. Tablero sends at most 60 requests a minute, and waits when Google refuses one.',
    ],
  }),
  kind: 'feed',
  auth: google_auth,
  api: {
    base_url: 'https://merchantapi.googleapis.com',
    pace: { per_minute: 60 },
    classify,
  },
  accounts: {
    about: 'Merchant Center accounts to read. When absent: every account that the user may access.',
    read: ({ api, known }) => read_accounts(api, known),
    without_figures: [ADVANCED, OF_TESTS],
  },
  streams: { daily, offers, statuses, products },
  expects: { of: 'feed_products', what: 'products', rows: 'feed_daily' },
  // Figures of a day arrive days later, and a feed without changes brings no new rows until then.
  empty_after_days: 5,
})
