import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { look_at_change } from '#engine/approvals/propose.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { id_of, proposal_fields, propose_change } from '#tools/proposals.ts'

/** The marketplace's own limit (page "Gestiona preguntas y respuestas", 2023-09, read 2026-11). */
const ANSWER_CHARS_MAX = 2_000

export const propose_answer_mpa_question = tool({
  about:
    "Propose an answer to a buyer's question on the marketplace. It is public and final once a person approves it.",
  keywords: {
    es: 'responder contestar pregunta',
    en: 'answer reply to question',
    pt: 'responder pergunta',
  },
  scopes: ['ecommerce:write'],
  effect: 'propose',
  open_world: true,
  input: {
    question_id: id_of('The question; list_mpa_questions shows those without an answer.'),
    answer_text: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(ANSWER_CHARS_MAX, `must have at most ${ANSWER_CHARS_MAX} characters`)
      .describe('Plain text without contact data.'),
  },
  result: { action_id: z.uuid(), ...proposal_fields },
  example: { question_id: '13000000001', answer_text: '¡Hola! Sí, la tenemos en gris. Saludos.' },
  async look({ question_id, answer_text }, context) {
    const place = await context.reading((db) => place_of_question(db, question_id))
    const input = { question_id, text: answer_text }
    return look_at_change(context, { ...place, platform: 'mpa', action: 'answer_question', input })
  },
  run: (_, context) => propose_change(context, {}),
})

async function place_of_question(db: Database, question_id: string) {
  const found = await db
    .selectFrom('marketplace_questions as q')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.org_id', '=', 'q.org_id').onRef('c.connection_id', '=', 'q.connection_id'),
    )
    .select(['q.connection_id', 'q.account_id'])
    .where('q.question_id', '=', question_id)
    .where('c.platform', '=', 'mpa')
    .where('c.status', '=', 'active')
    .orderBy('c.needs_reconnection')
    .orderBy('q.connection_id')
    .executeTakeFirst()
  return (
    found ??
    refuse(`There is no question ${question_id}. list_mpa_questions lists them. A new one is known after a sync.`)
  )
}
