// Encryption of backups with age (age-encryption.org/v1): `age --decrypt` reads them too. The library takes a sixth of a second to load,
// so only backups load it.
import { createHash } from 'node:crypto'
import type { Identity, Stanza } from 'age-encryption'
import { Mistake } from '#lib/mistakes.ts'

const load_age = () => import('age-encryption')

/** The first bytes of every encrypted file. */
export const AGE_LINE = Buffer.from('age-encryption.org/v1\n')
/** A header line of our own, which age ignores. It names the recipients, so that a wrong key and a damaged file have different errors. */
const RECIPIENTS_STANZA = 'tablero/recipients'

/** No given key decrypts the file. */
export class WrongKey extends Error {
  override name = 'WrongKey'
}

type Bytes = AsyncIterable<Uint8Array>

const print_of_recipient = (recipient: string) => createHash('sha256').update(recipient).digest('hex').slice(0, 16)

export interface KeyPair {
  /** The secret key, which decrypts. */
  identity: string
  /** The public key, which encrypts. */
  recipient: string
}

export async function new_key_pair(): Promise<KeyPair> {
  const { generateX25519Identity, identityToRecipient } = await load_age()
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Encrypts for all recipients. Throws before the first byte when one is no public key of age. */
export async function encrypting(recipients: readonly string[]): Promise<(source: Bytes) => Bytes> {
  const { Encrypter, Stanza } = await load_age()
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch (error) {
      throw new Mistake(`BACKUP_RECIPIENTS: ${recipient} is no public key of age.`, { cause: error })
    }
  }
  const prints = recipients.map(print_of_recipient)
  encrypter.addRecipient({ wrapFileKey: () => [new Stanza([RECIPIENTS_STANZA, ...prints], new Uint8Array())] })
  return async function* (source) {
    yield* await encrypter.encrypt(ReadableStream.from(source))
  }
}

/** Decrypts with the keys of an identity file of age: a key in each line, and comments. */
export async function decrypting(identity_file: string): Promise<(source: Bytes) => Bytes> {
  const { Decrypter, identityToRecipient } = await load_age()
  const keys = identity_file.split('\n').flatMap((line) => (/^\s*(#|$)/.test(line) ? [] : line.trim()))
  const decrypter = new Decrypter()
  const prints: string[] = []
  try {
    for (const key of keys) {
      decrypter.addIdentity(key)
      prints.push(print_of_recipient(await identityToRecipient(key)))
    }
  } catch {
    // The library's error could repeat the key.
    throw new WrongKey('BACKUP_IDENTITY must be secret keys of age: lines that begin with AGE-SECRET-KEY-.')
  }
  let can_fit = false
  const looks: Identity = {
    unwrapFileKey(stanzas: Stanza[]) {
      const named = stanzas.filter(({ args }) => args[0] === RECIPIENTS_STANZA).flatMap(({ args }) => args)
      can_fit = named.some((print) => prints.includes(print))
      return null
    },
  }
  decrypter.addIdentity(looks) // the last one: only asked when no key fits
  return async function* (source) {
    const text = await decrypter.decrypt(ReadableStream.from(source)).catch((error: Error) => {
      if (can_fit || !/^no identity matched/.test(error.message)) throw error
      throw new WrongKey('encrypted for another key')
    })
    yield* text
  }
}
