// The browser's own sandbox is on for every user but root, in the program that a scan starts.
import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { after, before, describe, it } from 'node:test'
import { open_browser } from './browser.ts'
import type { Task } from './lighthouse_program.ts'

const NO_SANDBOX = /^--no-sandbox$|^--disable-setuid-sandbox$|^--disable-seccomp/
const NOBODY = 65_534

describe('a browser', () => {
  let folder: string
  let chromium: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'browser-'))
    chromium = join(folder, 'chromium')
    await writeFile(chromium, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/flags'\n`)
    await chmod(chromium, 0o755)
    await chmod(folder, 0o777)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function flags() {
    const found = (await readFile(join(folder, 'flags'), 'utf8')).trim().split('\n')
    await rm(join(folder, 'flags'))
    assert.ok(found.includes('--headless=new') && found.includes('--proxy-server=http://127.0.0.1:9'), found.join(' '))
    return found
  }

  for (const is_root of [true, false])
    it(`has ${is_root ? 'no sandbox of its own for root, to which Chromium refuses it' : 'its sandbox for another user'}`, async () => {
      const { process } = open_browser(chromium, folder, 9, is_root)
      await once(process, 'exit')
      assert.equal((await flags()).filter((flag) => NO_SANDBOX.test(flag)).length, is_root ? 1 : 0)
    })

  const own = getuid?.() ?? 0
  for (const uid of own === 0 ? [0, NOBODY] : [own])
    it(`is started by the program of a scan as user ${uid} ${uid === 0 ? 'without' : 'with'} its sandbox`, async () => {
      const scratch = await mkdtemp(join(folder, 'scan-'))
      await chmod(scratch, 0o777)
      const task: Task = {
        ...{ url: 'http://shop.test/', device: 'mobile', chromium, folder: scratch },
        ...{ proxy_port: 9, load_ms_max: 1_000 },
      }
      const program = fork(new URL('./lighthouse_program.ts', import.meta.url), [JSON.stringify(task)], {
        env: { HOME: scratch, TMPDIR: scratch },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        uid,
      })
      await once(program, 'exit')
      assert.equal((await flags()).filter((flag) => NO_SANDBOX.test(flag)).length, uid === 0 ? 1 : 0)
    })
})
