// A headless Chromium that a test steers by its own protocol (Chrome DevTools Protocol), without a library.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BROWSER } from '../../scripts/browser.ts'

export { BROWSER, CHROMIUM } from '../../scripts/browser.ts'

const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update', '--remote-debugging-port=0'],
]
const WAIT_MS = 60_000
const LOOK_EVERY_MS = 50

interface Answer {
  id?: number
  method?: string
  params?: { entry?: { text: string; level: string } }
  result?: { result?: { value?: unknown }; targetInfos?: { targetId: string; type: string }[]; sessionId?: string }
}

export type Chromium = Awaited<ReturnType<typeof open_chromium>>

export async function open_chromium() {
  const folder = await mkdtemp(join(tmpdir(), 'chromium-'))
  const program = spawn(BROWSER, [...flags, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let address = ''
  for await (const line of createInterface({ input: program.stderr })) {
    address = /DevTools listening on (\S+)/.exec(line)?.[1] ?? ''
    if (address) break
  }
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (answer: Answer) => void>()
  /** What the browser reports: blocked requests, errors of pages. */
  const reports: string[] = []
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.method === 'Log.entryAdded') reports.push(answer.params?.entry?.text ?? '')
    waiting.get(answer.id ?? 0)?.(answer)
  })
  let number = 0
  let sessionId: string | undefined
  const send = async (method: string, params: object = {}) => {
    number += 1
    const answered = new Promise<Answer>((done) => waiting.set(number, done))
    socket.send(JSON.stringify({ id: number, method, params, sessionId }))
    return (await answered).result ?? {}
  }
  const { targetInfos = [] } = await send('Target.getTargets')
  const { targetId } = targetInfos.find(({ type }) => type === 'page')!
  sessionId = (await send('Target.attachToTarget', { targetId, flatten: true })).sessionId
  await send('Log.enable')

  /** The value of an expression in the page. A page that is being replaced has none. */
  const value = async (expression: string) => (await send('Runtime.evaluate', { expression })).result?.value
  return {
    reports,
    value,
    async show_as({ width, scheme }: { width: number; scheme: 'light' | 'dark' }) {
      await send('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false })
      await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] })
    },
    open: (url: string) => send('Page.navigate', { url }),
    click: (selector: string) => value(`document.querySelector(${JSON.stringify(selector)}).click()`),
    /** Waits until the text of the page matches. */
    async reads(pattern: RegExp): Promise<string> {
      const deadline = performance.now() + WAIT_MS
      for (;;) {
        const text = String((await value('document.body ? document.body.innerText : ""')) ?? '')
        if (pattern.test(text)) return text
        if (performance.now() > deadline) throw new Error(`the page does not say ${pattern}: ${text}`)
        await new Promise((done) => setTimeout(done, LOOK_EVERY_MS))
      }
    },
    async close() {
      const ended = once(program, 'exit')
      program.kill()
      await ended
      socket.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
