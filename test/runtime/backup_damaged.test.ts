// A damaged backup is called damaged, whichever byte is wrong or missing, and nothing of it is restored. An encrypted one can be restored
// with its key only.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { back_up } from '#db/backup/backup.ts'
import { type KeyPair, new_key_pair } from '#db/backup/encryption.ts'
import { check_backup } from '#db/backup/read.ts'
import { restore } from '#db/backup/restore.ts'
import { with_connection } from '#db/connection.ts'
import { command_line } from '#test/command_line.ts'
import { empty_database, type TestDatabase, test_database } from '#test/database.ts'

const KEY = Buffer.alloc(32, 1)
const DAMAGED = /is damaged or not whole; nothing was restored/
const SEED = 20_261_122
/** The first and the last bytes hold the headers and checksums of gzip and age, so half of the positions are there. */
const EDGE_BYTES = 300

let folder: string
let source: TestDatabase
let target: TestDatabase
let keys: KeyPair
let plain: Buffer
let text: Buffer
let encrypted: Buffer

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-damaged-'))
  source = await test_database()
  target = await empty_database()
  keys = await new_key_pair()
  // Random names cannot be compressed, so the encrypted file has several chunks of 64 KiB.
  await with_connection(source.url, 'test', async (db) => {
    for (let n = 0; n < 12; n++)
      await db.query('insert into orgs (name) values ($1)', [randomBytes(8_000).toString('hex')])
  })
  await back_up(source.url, join(folder, 'plain'), KEY)
  await back_up(source.url, join(folder, 'encrypted'), KEY, [(await new_key_pair()).recipient, keys.recipient])
  plain = await readFile(join(folder, 'plain'))
  text = gunzipSync(plain)
  encrypted = await readFile(join(folder, 'encrypted'))
})
after(async () => {
  await Promise.all([source.drop(), target.drop()])
  await rm(folder, { recursive: true, force: true })
})

async function file_of(bytes: Buffer): Promise<string> {
  const file = join(folder, 'changed')
  await writeFile(file, bytes)
  return file
}

const position_in = ({ length }: Buffer) => {
  const edge = Math.min(EDGE_BYTES, length)
  return fc.oneof(
    { weight: 1, arbitrary: fc.nat(edge - 1) },
    { weight: 1, arbitrary: fc.nat(edge - 1).map((back) => length - 1 - back) },
    { weight: 2, arbitrary: fc.nat(length - 1) },
  )
}

function with_flipped_bit(bytes: Buffer, at: number, bit: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = changed[at]! ^ (1 << bit)
  return changed
}

const for_positions = (bytes: Buffer, numRuns: number, check: (at: number, bit: number) => Promise<void>) =>
  fc.assert(fc.asyncProperty(position_in(bytes), fc.nat(7), check), { seed: SEED, numRuns })

/** The sentence for the file, or undefined when it is accepted. */
const fault_of = async (bytes: Buffer, identity?: string): Promise<string | undefined> =>
  check_backup({ file: await file_of(bytes), identity }).then(
    () => undefined,
    (error: Error) => error.message,
  )

/** gzip has bytes without meaning, such as the time in its header. Changing one changes nothing of the content. */
function has_same_content(changed: Buffer): boolean {
  try {
    return gunzipSync(changed).equals(text)
  } catch {
    return false
  }
}

suite('a damaged backup is called damaged', () => {
  test('for a wrong bit at any position', async (context: TestContext) => {
    let meaningless = 0
    await for_positions(plain, 400, async (at, bit) => {
      const changed = with_flipped_bit(plain, at, bit)
      const fault = await fault_of(changed)
      if (fault === undefined && has_same_content(changed)) meaningless++
      else assert.match(fault ?? 'accepted', DAMAGED)
    })
    context.diagnostic(`bits without meaning: ${meaningless} of 400`)
    assert.ok(meaningless < 40)
  })

  test('for a file that ends at any position', async () => {
    await for_positions(plain, 150, async (at) =>
      assert.match((await fault_of(plain.subarray(0, at))) ?? 'accepted', DAMAGED),
    )
  })

  test('for a wrong byte of its header, a row or its end, packed again', async () => {
    await for_positions(text, 150, async (at, bit) =>
      assert.match((await fault_of(gzipSync(with_flipped_bit(text, at, bit), { level: 1 }))) ?? 'accepted', DAMAGED),
    )
  })

  test('for a missing row, a missing end and lines after the end, packed again', async () => {
    const lines = text.toString().split('\n')
    const row = lines.findIndex((line) => line.startsWith('{"table":"public.orgs"')) + 1
    const end = lines.length - 2
    for (const changed of [lines.toSpliced(row, 1), lines.toSpliced(end, 1), lines.toSpliced(end + 1, 0, '{}')])
      assert.match((await fault_of(gzipSync(changed.join('\n')))) ?? 'accepted', DAMAGED)
  })

  test('for an encrypted file with a wrong bit at any position, never as one of another key', async () => {
    await for_positions(encrypted, 300, async (at, bit) =>
      assert.match((await fault_of(with_flipped_bit(encrypted, at, bit), keys.identity)) ?? 'accepted', DAMAGED),
    )
  })

  test('for an encrypted file that ends at any position', async () => {
    await for_positions(encrypted, 100, async (at) =>
      assert.match((await fault_of(encrypted.subarray(0, at), keys.identity)) ?? 'accepted', DAMAGED),
    )
  })

  test('and leaves the target empty, without a schema', async () => {
    const middle = Math.floor(plain.length / 2)
    const packed = gzipSync(text.toString().replace('{"table":"public.orgs"', '{"table":"public.orgz"'))
    for (const bytes of [
      with_flipped_bit(plain, 20, 0),
      with_flipped_bit(plain, middle, 3),
      plain.subarray(0, -1),
      packed,
    ])
      await assert.rejects(restore(target.url, await file_of(bytes), KEY), DAMAGED)
    const bytes = with_flipped_bit(encrypted, encrypted.length - 1, 0)
    await assert.rejects(restore(target.url, await file_of(bytes), KEY, keys.identity), DAMAGED)
    await with_connection(target.url, 'test', async (db) => {
      const { rows } = await db.query(
        `select count(*)::int as relations from pg_class where relnamespace = 'public'::regnamespace`,
      )
      assert.equal(rows[0].relations, 0)
    })
  })
})

suite('an encrypted backup', () => {
  test('needs a key, and the right one, and says which is missing', async () => {
    assert.match(
      (await fault_of(encrypted)) ?? '',
      /is encrypted\. Name the file with its secret key: BACKUP_IDENTITY_FILE/,
    )
    const other = (await new_key_pair()).identity
    assert.match((await fault_of(encrypted, other)) ?? '', /is encrypted for another key; nothing was restored/)
    const wrong = await fault_of(encrypted, 'AGE-SECRET-KEY-1HUSH')
    assert.match(wrong ?? '', /BACKUP_IDENTITY must be secret keys of age/)
    assert.doesNotMatch(wrong ?? '', /HUSH/)
  })

  test('holds no readable row, and is restored with one of several keys', async () => {
    for (const word of ['orgs', 'tablero-backup']) assert.ok(!encrypted.includes(word))
    const file = await file_of(encrypted)
    const identities = `# a comment\n${(await new_key_pair()).identity}\n\n${keys.identity}\n`
    const restored = await restore(target.url, file, KEY, identities)
    assert.ok(restored.rows >= 12)
    await with_connection(target.url, 'test', async (db) =>
      assert.equal((await db.query('select from orgs')).rowCount, 12),
    )
  })

  test('is made and restored by commands, with a new key whose file is never written over', async () => {
    const empty = await empty_database()
    const { tablero, answer } = command_line(() => ({ url: source.url, folder }), { one_process: true })
    const [key, file] = [join(folder, 'backup.key'), join(folder, 'backup.age')]
    try {
      const { recipient } = await answer('backup-key', key)
      assert.equal((await stat(key)).mode & 0o777, 0o600)
      assert.match((await tablero(['backup-key', key])).err, /backup\.key exists already/)
      const made = await tablero(['backup', file], { env: { BACKUP_RECIPIENTS: recipient } })
      assert.match(made.out, /Wrote backup\.age, encrypted/, made.err)
      const without = await tablero(['restore', file], { url: empty.url })
      assert.match(without.err, /is encrypted\. Name the file with its secret key/)
      const restored = await tablero(['restore', file], { url: empty.url, env: { BACKUP_IDENTITY_FILE: key } })
      assert.equal(restored.code, 0, restored.err)
    } finally {
      await empty.drop()
    }
  })

  test('is not started for a text that is no key', async () => {
    const never = join(folder, 'never')
    await assert.rejects(back_up(source.url, never, KEY, ['age1nokey']), /age1nokey is no public key of age/)
    await assert.rejects(readFile(never), { code: 'ENOENT' })
  })
})
