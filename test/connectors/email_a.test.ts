import { test_connector } from './test_connector.ts'

test_connector('email_a', {
  other_accounts: 'An API key belongs to one account (GET /api/accounts, revision 2026-07-15, read 2026-11).',
  long_ids: 'Ids are text (components of the OpenAPI document, revision 2026-07-15, read 2026-11).',
})
