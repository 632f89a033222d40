// Each process of a test run imports this. After its tests, a process ends when nothing is open. The runner waits for that without a limit,
// so one program that a failed test left would hold the whole run.
import { after } from 'node:test'

/** What tests close at their end may take so long. */
const END_MS = Number(process.env.TEST_END_MS ?? 60_000)

after(() => {
  setTimeout(() => {
    const open = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name))
    const shown = open.map(([name, all = []]) => `${all.length} × ${name}`).join(', ')
    console.error(`${process.argv[1]} has not ended ${END_MS / 1000} s after its last test. Still open: ${shown}.`)
    process.exit(1)
  }, END_MS).unref()
})
