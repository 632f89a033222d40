import { test_connector } from './test_connector.ts'

test_connector('email_c')
