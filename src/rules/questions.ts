// Questions of buyers that nobody has answered, and that take an answer.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { mpa_questions } from '#figures/groups.ts'
import { listing_of_question, takes_answer, UNANSWERED } from '#figures/subjects/questions.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { HOUR_MS } from '#lib/durations.ts'
import { message, quoted } from '#messages/message.ts'
import type { Finding, Rule } from './rule.ts'

/** A question may wait so long. */
const WAIT_HOURS_MAX = 4
/** Buyers who wait longer have bought elsewhere. */
const WARNING_HOURS = 24
/** People count longer times in days. */
const IN_HOURS_MAX = 72

interface Waiting {
  connection_id: string
  count: bigint
  oldest: string
}

// No oldest age: Mercado Libre takes an answer until it deletes the question, after seven months
// (developers.mercadolibre.com, page "Gestiona preguntas y respuestas", read 2026-11). The connector then drops the row.
export const unanswered_questions: Rule = {
  about: 'Questions of buyers on the marketplace that wait for an answer.',
  module: 'tienda',
  needs: { of: mpa_questions, days: 1 },
  async find({ context: { db, now }, counted, trusted }) {
    const before = new Date(now.getTime() - WAIT_HOURS_MAX * HOUR_MS).toISOString()
    const { rows } = await sql<Waiting>`
      select q.connection_id, count(*) as count, min(q.asked_at) as oldest from ${of_org('marketplace_questions', 'q')}
      ${listing_of_question}
      where q.asked_at < ${before}::timestamptz and ${takes_answer} is not false
        and ${is_counted(counted, 'q.connection_id')}
      group by q.connection_id`.execute(db)
    return rows.map(({ connection_id, count, oldest }): Finding => {
      const { name, platform } = trusted.find((source) => source.connection_id === connection_id)!
      const hours = Math.floor((now.getTime() - Date.parse(oldest)) / HOUR_MS)
      return {
        subject: connection_id,
        name,
        connection_id,
        platform,
        severity: hours >= WARNING_HOURS ? 'warning' : 'info',
        title: message('rule.unanswered_questions.title', { count: Number(count), name: quoted(name) }),
        text: waited(hours),
        evidence: { questions: Number(count), oldest_asked_at: oldest, hours },
        call: { tool: 'list_mpa_questions', input: { status: UNANSWERED } },
      }
    })
  },
}

/** How long the oldest question has waited, in words. */
export const waited = (hours: number) =>
  hours < IN_HOURS_MAX
    ? message('rule.unanswered_questions.text', { hours })
    : message('rule.unanswered_questions.days', { days: Math.floor(hours / 24) })
