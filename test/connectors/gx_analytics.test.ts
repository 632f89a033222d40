import { test_connector } from './test_connector.ts'

test_connector('gx_analytics', {
  long_ids: 'Reports have no ids, and a property id is text in a resource name (analyticsdata v1beta, read 2026-11).',
})
