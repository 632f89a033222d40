// Reads a backup file: decrypts it, unpacks it, and checks all of it before a restore begins.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { EARLIER_FORMAT, FORMAT, type Header } from '#db/backup/backup.ts'
import { AGE_LINE, decrypting, WrongKey } from '#db/backup/encryption.ts'
import { Mistake } from '#lib/mistakes.ts'

const NEWLINE = 10

export interface BackupFile {
  file: string
  /** The text of an identity file of age, for an encrypted backup. */
  identity?: string
}

export type Lines = AsyncGenerator<Buffer, void, void>

export const damaged = (file: string, cause?: unknown) =>
  new Mistake(`${file} is damaged or not whole; nothing was restored.`, { cause })

/** Every fault of the file's content is damage, because its bytes decide it. An error of the file system is not. */
function fault_of({ file }: BackupFile, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).syscall) return error
  if (error instanceof WrongKey) return new Mistake(`${file} is encrypted for another key; nothing was restored.`)
  return damaged(file, error)
}

async function is_encrypted(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(AGE_LINE.length))
  return buffer.equals(AGE_LINE)
}

async function* unchanged(source: AsyncIterable<Uint8Array>) {
  yield* source
}

async function decryption_of({ file, identity }: BackupFile) {
  if (!(await is_encrypted(file))) return unchanged
  if (!identity)
    throw new Mistake(`${file} is encrypted. Name the file with its secret key: BACKUP_IDENTITY_FILE=/path/to/file.`)
  return decrypting(identity)
}

/** Lines end only with a line feed, because COPY does not escape other line ends of Unicode. */
export async function* lines_of(backup: BackupFile): Lines {
  const decrypted = await decryption_of(backup)
  const text = createGunzip()
  pipeline(createReadStream(backup.file), decrypted, text).catch(() => {}) // `text` fails with the same error
  let rest: Buffer[] = []
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        yield Buffer.concat([...rest, chunk.subarray(start, end)])
        rest = []
        start = end + 1
      }
      if (start < chunk.length) rest.push(chunk.subarray(start))
    }
  } catch (error) {
    throw fault_of(backup, error)
  }
}

/**
 * Reads the whole file. gzip's checksum, and the hash in the last line of all lines before it, cover every byte of the content: so no
 * part of a damaged file reaches the database. The earlier format has gzip's checksum only.
 */
export async function check_backup(backup: BackupFile): Promise<Header> {
  const hash = createHash('sha256')
  let first: Buffer | undefined
  let last: Buffer | undefined
  for await (const line of lines_of(backup)) {
    if (last) hash.update(last).update('\n')
    first ??= line
    last = line
  }
  const header = json_of<Header>(first)
  const end = json_of<{ end: boolean; sha256: string }>(last)
  if (header?.format === EARLIER_FORMAT && end?.end) return header as Header
  if (end?.sha256 === hash.digest('hex')) {
    if (header?.format === FORMAT) return header as Header
    throw new Mistake(`${backup.file} was made by another version of Tablero, which can restore it.`)
  }
  const is_ours = first?.includes('{"format":"tablero') || last?.includes('{"end":true')
  throw first && !is_ours ? new Mistake(`${backup.file} is no backup of Tablero.`) : damaged(backup.file)
}

/** Undefined for a line that is no JSON. */
function json_of<T>(line: Buffer | undefined): Partial<T> | undefined {
  try {
    return JSON.parse(String(line)) ?? undefined
  } catch {
    return undefined
  }
}
