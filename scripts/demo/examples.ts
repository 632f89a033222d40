// Real answers for the reference of the demo: each reading tool is called with its own example.
import type { Engine } from '#engine/engine.ts'

/** A longer answer makes the reference slow to open. */
const ANSWER_CHARS_MAX = 30_000

export async function real_answers(catalog: Engine['catalog'], url: string, key: string) {
  const answers: Record<string, unknown> = {}
  for (const { name, effect, internal, example } of catalog.values()) {
    if (effect !== 'read' || internal) continue
    const answer = await fetch(`${url}/api/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(example),
    })
    const text = await answer.text()
    if (answer.ok && text.length <= ANSWER_CHARS_MAX) answers[name] = JSON.parse(text)
  }
  return answers
}
