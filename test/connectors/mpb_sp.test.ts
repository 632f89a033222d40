import { test_connector } from './test_connector.ts'

test_connector('mpb_sp', {
  long_ids: 'Order ids, SKUs and report ids are text (models of the Selling Partner API, 2026-08, read 2026-11).',
})
