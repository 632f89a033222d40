import { change_stream } from '#engine/connector.ts'
import { type Question, questions_answer } from './answers.ts'

const PAGE_RECORDS = 50
const OFFSET_MAX = 1_000
/** Sellers answer most questions within days. Questions of this number of minutes are read again. */
const ANSWER_MINUTES = 30 * 24 * 60

export const questions = change_stream({
  into: ['marketplace_questions'],
  every: '15m',
  since: {
    history_days: 210,
    history_source:
      'https://developers.mercadolibre.com.ve/es_ar/gestiona-preguntas-respuestas: unanswered questions are deleted after seven months (read 2026-11)',
    overlap_minutes: ANSWER_MINUTES,
    changed_at: ({ date_created }: Question) => date_created,
  },
  // The list has no filter by time, so the newest questions are read until they are older than the start.
  read: ({ api, account, since }) =>
    api.pages({
      path: '/questions/search',
      query: {
        seller_id: account.account_id,
        api_version: 4,
        sort_fields: 'date_created',
        sort_types: 'DESC',
        limit: PAGE_RECORDS,
        offset: 0,
      },
      schema: questions_answer,
      records: (body) => body.questions,
      left: ({ total }, { pages }) => total - (pages - 1) * PAGE_RECORDS,
      next({ total, questions }, { pages }) {
        const offset = pages * PAGE_RECORDS
        const is_older =
          since !== null && questions.some(({ date_created }) => Date.parse(date_created) < Date.parse(since))
        return is_older || offset >= total || offset >= OFFSET_MAX ? null : { query: { offset } }
      },
    }),
  rows: (question, { account }) => ({
    marketplace_questions: {
      question_id: question.id,
      account_id: account.account_id,
      listing_id: question.item_id,
      status: question.status.toLowerCase(),
      asked_at: question.date_created,
      question: question.text ?? '',
      answered_at: question.answer?.date_created ?? null,
      answer: question.answer?.text ?? null,
      buyer: question.from?.id ?? null,
    },
  }),
})
