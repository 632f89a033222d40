import { test_connector } from './test_connector.ts'

test_connector('heat_a')
