import { test_connector } from './test_connector.ts'

test_connector('email_b', {
  other_accounts:
    'A key or token belongs to one account (GET /, version 3.0.55 of the OpenAPI document, read 2026-11).',
  long_ids: 'Ids that the connector stores are text (components of the OpenAPI document, read 2026-11).',
})
