// Lighthouse in a real browser. Whatever a page does, it reaches no address that is not public, and takes no more than its limits.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { CHROMIUM } from '#test/chromium.ts'
import { type Websites, websites } from '#test/pages.ts'
import { type ScanLimits, scan_by_lighthouse } from '../../src/tools/analytics/scan/lighthouse.ts'

const skip = existsSync(CHROMIUM) ? false : `${CHROMIUM} is not on this machine`
const LOAD_MS = 6_000

/** Tries every way that a script has to reach the website inside, by each of its names. */
const hostile_page = (port: number) => `<!doctype html><title>Lamps</title><h1>Lamps for every room of a house</h1>
<img src="http://127.0.0.1:${port}/image"><img src="file:///etc/hostname"><iframe src="http://[::ffff:127.0.0.1]:${port}/frame"></iframe>
<link rel="dns-prefetch" href="//localhost:${port}"><link rel="preconnect" href="http://127.0.0.1:${port}">
<script>
for (const host of ['127.0.0.1', 'localhost', '0.0.0.0', '2130706433', '[::1]', '[::ffff:7f00:1]', 'loopback.test', 'mixed.test', 'rebinding.test', '127.0.0.1.nip.test', '169.254.169.254']) {
  fetch('http://' + host + ':${port}/fetch', { mode: 'no-cors' }).catch(() => {})
  fetch('https://' + host + ':${port}/tls', { mode: 'no-cors' }).catch(() => {})
  navigator.sendBeacon('http://' + host + ':${port}/beacon', 'text')
  try { new WebSocket('ws://' + host + ':${port}/socket') } catch {}
  try { new EventSource('http://' + host + ':${port}/events') } catch {}
}
fetch('/to-inside', { mode: 'no-cors' }).catch(() => {})
try {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'u', credential: 'c' }] })
  peer.createDataChannel('channel'); peer.createOffer().then((offer) => peer.setLocalDescription(offer))
} catch {}
setTimeout(() => fetch('http://rebinding.test:${port}/later', { mode: 'no-cors' }).catch(() => {}), 200)
</script>`

describe('Lighthouse in a browser', { skip }, () => {
  let sites: Websites
  before(async () => {
    sites = await websites((path, inner_port) => {
      if (path === '/hostile') return { html: hostile_page(inner_port) }
      if (path === '/to-inside') return { to: `http://127.0.0.1:${inner_port}/redirected` }
      if (path === '/broken') return { status: 503, html: '<h1>Closed</h1>' }
      if (path === '/hang') return null
      return { html: '' }
    })
  })
  after(() => sites?.close())

  const scan = (path: string, limits: Partial<ScanLimits> = {}) =>
    scan_by_lighthouse({
      url: sites.url(path),
      device: 'desktop',
      chromium: CHROMIUM,
      outbound: sites.outbound,
      signal: new AbortController().signal,
      limits: { load_ms: LOAD_MS, ...limits },
    })
  const folders = () => readdirSync(tmpdir()).filter((name) => /^tablero-lighthouse-[^.]*$/.test(name))

  it('a hostile page is measured, and reaches nothing inside by any name and any kind of request', async () => {
    const measured = await scan('/hostile')
    assert.deepEqual(sites.reached, [])
    assert.equal(measured.failure, null, JSON.stringify(measured))
    assert.ok(sites.asked.includes('/to-inside'), 'the scripts ran')
    assert.ok(measured.performance! > 0 && measured.lab_lcp_ms! > 0)
    assert.deepEqual([typeof measured.lab_ttfb_ms, typeof measured.lab_cls], ['number', 'number'])
    assert.deepEqual([measured.field_of, measured.field_cls, measured.field_inp_ms], [null, null, null])
    assert.deepEqual(folders(), [])
  })

  it('a page that leads inside is a failed scan, and nothing inside is reached', async () => {
    const { failure, performance } = await scan('/to-inside')
    assert.deepEqual([failure, performance, sites.reached], ['refused_address', null, []])
  })

  it('an error of the server has no figures', async () => {
    const { failure, performance, lab_cls } = await scan('/broken')
    assert.deepEqual([failure, performance, lab_cls], ['http_error', null, null])
  })

  it('a page that hangs ends at the limit of time, and leaves no file', async () => {
    const began = performance.now()
    const { failure } = await scan('/hang', { scan_ms: 5_000 })
    assert.equal(failure, 'timed_out')
    assert.ok(performance.now() - began < 20_000)
    assert.deepEqual(folders(), [])
  })

  it('a scan that takes too much memory ends', async () => {
    const { failure } = await scan('/hang', { memory_bytes: 1024 ** 2 })
    assert.equal(failure, 'too_large')
  })

  it('a killed process takes its browser with it', async () => {
    const scanning = fork(new URL('../support/hanging_scan.ts', import.meta.url), [], { stdio: 'inherit' })
    await once(scanning, 'message')
    const started = descendants(scanning.pid!)
    assert.ok(started.length > 2, 'the browser runs')
    scanning.kill('SIGKILL')
    const deadline = performance.now() + 20_000
    while (started.some(is_running)) {
      assert.ok(performance.now() < deadline, `still running: ${started.filter(is_running)}`)
      await wait(100)
    }
    assert.deepEqual(folders(), [])
  })
})

const stat_of = (pid: number) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state, parent: Number(parent) }
  } catch {
    return undefined
  }
}

/** False also for a process that has ended and that its parent did not notice yet. */
const is_running = (pid: number) => !/^[ZX]?$/.test(stat_of(pid)?.state ?? '')

function descendants(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const below = (parent: number): number[] =>
    all.filter((pid) => stat_of(pid)?.parent === parent).flatMap((pid) => [pid, ...below(pid)])
  return below(root)
}
