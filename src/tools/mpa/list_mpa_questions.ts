import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { limit, listed } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word, public_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { list_today, today_fields } from '#figures/sources/totals.ts'
import { listing_of_question, takes_answer, UNANSWERED } from '#figures/subjects/questions.ts'

/** States of questions, as they are stored (page "Questions and answers" of developers.mercadolibre.com, read 2026-11). */
const statuses = [UNANSWERED, 'answered', 'closed_unanswered', 'under_review', 'banned', 'deleted', 'disabled'] as const
const ALL = 'all'

const questions = listed(
  'questions',
  z.strictObject({
    question_id: platform_word(),
    question: public_text(LONG_TEXT_CHARS_MAX).describe('What the buyer wrote. Empty when the platform withholds it.'),
    status: platform_word(),
    asked_at: own_text(),
    age_hours: z.int().describe('Whole hours since the question.'),
    listing_id: platform_word(),
    listing: outside_text().nullable().describe('Title of the listing. null: not read, or deleted.'),
    listing_status: platform_word().nullable(),
    account: outside_text().describe('Name of the connection.'),
    can_be_answered: z
      .boolean()
      .nullable()
      .describe(
        'Only an unanswered question with a text, about an active listing. null: the listing is not read, or deleted.',
      ),
    answer: outside_text(LONG_TEXT_CHARS_MAX).nullable(),
    answered_at: own_text().nullable(),
  }),
  'These are the newest; raise limit to see older ones.',
  'Newest first.',
  {
    short: {
      fields: ['question_id', 'question', 'asked_at', 'age_hours', 'listing_id', 'listing', 'can_be_answered'],
      differing: ['status', 'listing_status', 'account', 'answer'],
    },
  },
)

interface QuestionRow {
  question_id: string
  question: string
  status: string
  asked_at: string
  age_hours: number
  listing_id: string
  listing: string | null
  listing_status: string | null
  account: string
  can_be_answered: boolean | null
  answer: string | null
  answered_at: string | null
  total: bigint
}

export const list_mpa_questions = tool({
  about: 'Questions of buyers on marketplace A, newest first.',
  keywords: {
    es: 'preguntas de compradores en publicaciones de Mercado Libre sin responder pendientes contestadas consultas de clientes',
    en: 'buyer questions on Mercado Libre marketplace listings unanswered answered pending customers ask',
    pt: 'perguntas de compradores em anúncios do Mercado Livre sem resposta pendentes respondidas dúvidas de clientes',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    status: z
      .enum([...statuses, ALL])
      .default(UNANSWERED)
      .describe('State.'),
    limit: limit(50),
  },
  result: { ...questions.fields, ...today_fields },
  example: { limit: 10 },
  async run({ status, limit }, context) {
    const { connection_ids, ...today } = await f.sources_today(context, f.mpa_questions)
    const matching = sql`${of_org('marketplace_questions', 'q')} where q.connection_id = any(${connection_ids}::uuid[])
      and ${status === ALL ? sql`true` : sql`q.status = ${status}`}`
    const { rows } = await sql<QuestionRow>`
      select q.question_id, q.question, q.status, q.asked_at,
        floor(extract(epoch from ${context.now.toISOString()}::timestamptz - q.asked_at) / 3600)::int as age_hours, q.listing_id,
        l.title as listing, l.status as listing_status, c.name as account, ${takes_answer} as can_be_answered, q.answer,
        q.answered_at, (select count(*) from ${matching}) as total
      from (select q.* from ${matching} order by q.asked_at desc, q.question_id, q.connection_id limit ${limit}) q
      join ${of_org('connections', 'c')} on c.connection_id = q.connection_id
      ${listing_of_question}
      order by q.asked_at desc, q.question_id, q.connection_id`.execute(context.db)
    return list_today(questions.of_counted(rows), today)
  },
})
