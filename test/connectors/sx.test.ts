import { test_connector } from './test_connector.ts'

test_connector('sx', {
  other_accounts:
    'The address names one shop, and a token is valid for this shop only (Admin API 2026-07, read 2026-11).',
  long_ids: 'Each id is text, gid://shopify/Order/1 (scalar ID, Admin API 2026-07, read 2026-11).',
})
