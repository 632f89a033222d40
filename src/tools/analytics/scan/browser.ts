// A browser for one page of an untrusted website: its own folder, no way to the network but the proxy, and no rights that it does not need.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** Memory of scripts of a page, in MB. */
const SCRIPTS_MB_MAX = 512
const CACHE_BYTES_MAX = 64 * 1024 * 1024

/** All requests take the proxy, also those to this machine. No name is resolved, and nothing is sent by UDP. */
const network = (proxy_port: number) => [
  `--proxy-server=http://127.0.0.1:${proxy_port}`,
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

const quiet = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--mute-audio',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--metrics-recording-only',
  '--no-pings',
  '--password-store=basic',
  ...[
    '--use-mock-keychain',
    '--deny-permission-prompts',
    '--disable-notifications',
    '--disable-client-side-phishing-detection',
  ],
  `--disk-cache-size=${CACHE_BYTES_MAX}`,
  `--js-flags=--max-old-space-size=${SCRIPTS_MB_MAX}`,
]

export interface Browser {
  process: ChildProcess
  /** The protocol of the browser over a pipe, which no other program can reach. */
  transport: {
    send(text: string): void
    close(): void
    onmessage?: (text: string) => void
    onclose?: () => void
  }
}

/** `is_root`: Chromium refuses its own sandbox to root. */
export function open_browser(path: string, folder: string, proxy_port: number, is_root: boolean): Browser {
  const flags = [...quiet, ...network(proxy_port), `--user-data-dir=${folder}`, ...(is_root ? ['--no-sandbox'] : [])]
  const browser = spawn(path, [...flags, 'about:blank'], {
    cwd: folder,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [to, from] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable]
  const transport: Browser['transport'] = {
    send: (text) => void to.write(`${text}\0`),
    close: () => void browser.kill('SIGKILL'),
  }
  let rest = ''
  from.setEncoding('utf8')
  from.on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0')
    rest = messages.pop() ?? ''
    for (const text of messages) transport.onmessage?.(text)
  })
  for (const pipe of [to, from]) pipe.on('error', () => browser.kill('SIGKILL'))
  browser.on('error', () => transport.onclose?.())
  browser.on('exit', () => transport.onclose?.())
  return { process: browser, transport }
}
