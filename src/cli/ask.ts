// Questions to the operator at a terminal.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Refusal, refuse } from '#engine/outcomes.ts'
import { type CredentialField, typed_as, value_of } from '#engine/vendors/credential_fields.ts'
import { visible_text } from '#lib/text.ts'

export type Ask = (question: string, options?: { is_hidden?: boolean }) => Promise<string>

/** Undefined when no person can answer, because input or output is not a terminal. */
export const terminal = (): Ask | undefined => (process.stdin.isTTY && process.stderr.isTTY ? ask : undefined)

async function ask(question: string, { is_hidden = false } = {}): Promise<string> {
  let is_silent = false
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!is_silent) process.stderr.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  const ended = Promise.withResolvers<never>()
  lines.once('close', () => ended.reject(new Refusal('error', 'The input ended. Nothing was changed.')))
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  try {
    const answer = lines.question(visible_text(question)) // it can hold names of others
    is_silent = is_hidden
    return (await Promise.race([answer, ended.promise])).trim()
  } finally {
    ended.promise.catch(() => undefined)
    lines.close()
    if (is_hidden) process.stderr.write('\n')
  }
}

/** Asks for each field that `given` lacks. An empty answer leaves an optional field out. */
export async function ask_fields(
  ask: Ask,
  fields: CredentialField[],
  given: Record<string, unknown>,
  { is_hidden = false } = {},
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...given }
  for (const field of fields) {
    const { name, is_required, kind, about } = field
    if (name in given) continue
    const question = `${[about, typed_as[kind]].join(' ').trim()}\n  ${name}${is_required ? '' : ' (may be empty)'}: `
    let answer = await ask(question, { is_hidden })
    while (is_required && answer === '') answer = await ask(question, { is_hidden })
    const value = value_of(field, answer)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** Asks whether to do what cannot be undone: the operator types the name. `--yes` answers for a script. */
export async function confirm(name: string, what: string, { yes = false }: { yes?: boolean }): Promise<void> {
  if (yes) return
  const ask = terminal()
  if (!ask) refuse(`${what} Add --yes to do it.`)
  const answer = await ask(`${what}\nType ${name} to do it: `)
  if (answer !== visible_text(name)) refuse('The name differs. Nothing was changed.')
}
