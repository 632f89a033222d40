// Where the master key comes from when MASTER_KEY does not have it: a command, or a file that the first start generates.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { make_folder } from '#lib/folder.ts'
import { base64_key, ConfigFault, MASTER_KEY_BYTES } from './schemas.ts'

export const MASTER_KEY_FILE = 'master.key'
export const COMMAND_TIMEOUT_MS = 30_000
const COMMAND_OUTPUT_BYTES_MAX = 4096

/**
 * The key that the command prints. Nothing that the command writes is repeated in an error or a log, because it may be the key.
 */
export function key_of_command(
  [program, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  timeout_ms = COMMAND_TIMEOUT_MS,
): Buffer {
  const { error, status, signal, stdout } = spawnSync(program!, args, {
    env,
    shell: false,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeout_ms,
    killSignal: 'SIGKILL',
    maxBuffer: COMMAND_OUTPUT_BYTES_MAX,
  })
  const fail = (what: string): never => {
    throw new ConfigFault(`MASTER_KEY_COMMAND ${what}. Run the command as the same user to see its own messages.`)
  }
  const { code } = (error ?? {}) as NodeJS.ErrnoException
  if (code === 'ETIMEDOUT') fail(`took longer than ${timeout_ms / 1000} seconds`)
  if (code === 'ENOBUFS') fail(`printed more than ${COMMAND_OUTPUT_BYTES_MAX} bytes`)
  if (code) fail(`could not be started (${code})`)
  if (status !== 0) fail(`ended with ${signal ?? `status ${status}`}`)
  const key = base64_key.safeParse(stdout.trim())
  return key.data ?? fail(`must print ${MASTER_KEY_BYTES} bytes in base64, and nothing else`)
}

/**
 * The generated master key. The file is written completely or not at all, and by only one of several processes that start at the same
 * time.
 */
export function kept_master_key(data_dir: string): Buffer {
  const file = join(data_dir, MASTER_KEY_FILE)
  const kept = read_if_there(file)
  if (kept !== undefined) {
    const key = base64_key.safeParse(kept.trim())
    if (!key.success) throw new ConfigFault(`The file ${file} ${key.error.issues[0]?.message}.`)
    return key.data
  }
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    make_folder(data_dir)
    writeFileSync(draft, `${randomBytes(MASTER_KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true })
    chmodSync(draft, 0o600)
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new ConfigFault(
        `DATA_DIR cannot be written (${(error as NodeJS.ErrnoException).code ?? error}): ${data_dir}.`,
      )
  } finally {
    rmSync(draft, { force: true })
  }
  return kept_master_key(data_dir)
}

export function read_if_there(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigFault(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
