import { test_area } from '../contract/test_area.ts'

test_area('notifications')
