import { test_connector } from './test_connector.ts'

test_connector('store_c', {
  other_accounts:
    'The address names one shop, and a key is valid for this shop only (Authentication of the REST API, read 2026-11).',
})
