import { test_connector } from './test_connector.ts'

test_connector('tnx', {
  other_accounts:
    'The address names one store, and a token is valid for this store only (authentication of the API, read 2026-11).',
})
