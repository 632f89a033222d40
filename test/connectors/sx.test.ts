import { test_connector } from './test_connector.ts'

test_connector('sx')
