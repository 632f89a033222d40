// Snapshots of internal tools, so that a change of what the dashboard gets is visible in a review.
import { suite } from 'node:test'
import { all_internal_bench } from './suites/area_bench.ts'
import { snapshots } from './suites/snapshots.ts'

suite('internal tools', () => snapshots(all_internal_bench()))
