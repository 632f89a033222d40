// Runs commands of the operator's command line as real processes.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '../../bin/tablero')

interface Run {
  code: number
  out: string
  err: string
}

/** Where the commands work. It is a function, because a test makes its database later. */
export function command_line(place: () => { url: string; folder: string }) {
  function tablero(args: string[], { url = place().url, input = '', env = {} } = {}): Promise<Run> {
    const all = { ...process.env, DATABASE_URL: url, DATA_DIR: place().folder, LOG_LEVEL: '', ...env }
    return new Promise((done) => {
      const child = execFile(process.execPath, [BIN, ...args], { env: all }, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      )
      child.stdin!.end(input)
    })
  }

  /** Standard output of a command that must succeed, parsed as JSON. */
  async function answer(...args: string[]) {
    const { code, out, err } = await tablero(['--json', ...args])
    assert.equal(code, 0, err)
    return JSON.parse(out)
  }

  return { tablero, answer }
}
