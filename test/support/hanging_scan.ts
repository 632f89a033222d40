// A process that scans the page of its first argument, as a worker does, and is killed by a test.
import { scan_by_lighthouse } from '../../src/tools/analytics/scan/lighthouse.ts'
import { CHROMIUM } from './chromium.ts'
import { websites } from './pages.ts'

const sites = await websites(() => {
  process.send!('asked')
  return null
})
const { outbound } = sites
const { signal } = new AbortController()
await scan_by_lighthouse({ url: sites.url('/hang'), device: 'mobile', chromium: CHROMIUM, outbound, signal })
