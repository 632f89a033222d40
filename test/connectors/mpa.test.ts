import { test_connector } from './test_connector.ts'

test_connector('mpa', {
  other_accounts:
    'A token belongs to one seller, and GET /users/me names this seller only (page "Consulta usuarios", 2026-01, read 2026-11).',
})
