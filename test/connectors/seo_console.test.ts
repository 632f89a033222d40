import { test_connector } from './test_connector.ts'

test_connector('seo_console', {
  long_ids: 'Sites, queries and pages are text; the API has no ids (searchconsole v1, read 2026-11).',
})
