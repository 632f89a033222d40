// Secrets that nobody could mistake for anything else, and the search for them.
import { randomBytes } from 'node:crypto'

export class Canaries {
  readonly #planted = new Map<string, string>()

  /** A new secret; `about` says where it was planted. */
  plant(about: string, secret = `cnry${randomBytes(20).toString('hex')}`): string {
    this.#planted.set(secret, about)
    return secret
  }

  /** Bytes that are a secret, in the two ways people write them. */
  plant_bytes(about: string, bytes: Buffer): void {
    this.plant(about, bytes.toString('base64'))
    this.plant(about, bytes.toString('hex'))
  }

  get count(): number {
    return this.#planted.size
  }

  /** Where a text gives secrets away, in clear or written in a way that anybody reads back. */
  found_in(text: string): string[] {
    const found: string[] = []
    for (const [secret, about] of this.#planted) {
      const bytes = Buffer.from(secret)
      // Within other base64 a secret has one of three spellings; the letters at its ends belong to its neighbours, too.
      const spellings = [0, 1, 2].map((shift) =>
        Buffer.concat([Buffer.alloc(shift), bytes])
          .toString('base64')
          .slice(4, -4),
      )
      const forms = [secret, bytes.toString('hex'), ...spellings, [...secret].reverse().join('')]
      const at = forms.map((form) => text.indexOf(form)).find((index) => index >= 0)
      if (at !== undefined) found.push(`${about}: …${text.slice(Math.max(0, at - 80), at + 20)}…`)
    }
    return found
  }
}
