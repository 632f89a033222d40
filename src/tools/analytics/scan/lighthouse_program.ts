// The program of one scan by Lighthouse: starts the browser, measures, sends the report and ends. A process of its own, so that a page can
// take neither the memory nor the time of Tablero. It ends with its parent, however the parent ends.
import { rmSync } from 'node:fs'
import { argv, exit, getuid } from 'node:process'
import lighthouse from 'lighthouse'
import desktop_config from 'lighthouse/core/config/desktop-config.js'
import { connect } from 'puppeteer-core'
import { open_browser } from './browser.ts'

export interface Task {
  url: string
  device: 'mobile' | 'desktop'
  chromium: string
  folder: string
  proxy_port: number
  /** Longest wait for the page to become quiet. */
  load_ms_max: number
}

const task = JSON.parse(argv[2] ?? '') as Task
const { process: browser, transport } = open_browser(task.chromium, task.folder, task.proxy_port, getuid?.() === 0)

const CLOSE_MS_MAX = 3_000

process.on('disconnect', () => browser.kill('SIGKILL'))
// The parent deletes the folder too, unless it was killed.
browser.on('exit', () => {
  rmSync(task.folder, { recursive: true, force: true, maxRetries: 5 })
  exit()
})
browser.on('error', () => exit(1))

const connected = await connect({ transport, defaultViewport: null })
const page = await connected.newPage()
const session = await connected.target().createCDPSession()
await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
const flags = {
  onlyCategories: ['performance'],
  logLevel: 'silent' as const,
  maxWaitForLoad: task.load_ms_max,
  maxWaitForFcp: task.load_ms_max,
  disableFullPageScreenshot: true,
  enableErrorReporting: false,
}
const result = await lighthouse(task.url, flags, task.device === 'desktop' ? desktop_config : undefined, page)
// The browser ends its own processes, so that none is left to be cleaned up.
process.send!(result?.lhr ?? null, () => {
  setTimeout(() => browser.kill('SIGKILL'), CLOSE_MS_MAX)
  void connected.close().catch(() => browser.kill('SIGKILL'))
})
