// Unmistakable secrets for tests, and the search for them in output.
import { randomBytes } from 'node:crypto'

export class Canaries {
  readonly #planted = new Map<string, string>()

  /** A new secret. `about` names the place of the secret. */
  plant(about: string, secret = `cnry${randomBytes(20).toString('hex')}`): string {
    this.#planted.set(secret, about)
    return secret
  }

  /** Plants secret bytes, in base64 and in hexadecimal. */
  plant_bytes(about: string, bytes: Buffer): void {
    this.plant(about, bytes.toString('base64'))
    this.plant(about, bytes.toString('hex'))
  }

  get count(): number {
    return this.#planted.size
  }

  /** The places where a text reveals a secret, in clear or in an encoding that anyone can decode. */
  found_in(text: string): string[] {
    const found: string[] = []
    for (const [secret, about] of this.#planted) {
      const bytes = Buffer.from(secret)
      // Inside longer base64, a secret has three possible spellings. Its first and last characters also encode adjacent bytes.
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
