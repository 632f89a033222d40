import { test_connector } from './test_connector.ts'

test_connector('email_c', {
  other_accounts: 'An API key belongs to one account (GET /account, v3, read 2026-11).',
})
