import { type Account, type Api, change_stream, type Query } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { DAY_MS } from '#lib/durations.ts'
import { one_by_one } from '../records.ts'
import { error_answer, type Question, question_answer, questions_answer } from './answers.ts'
import { next_offset } from './pages.ts'

const PAGE_RECORDS = 50
const OFFSET_MAX = 1_000
const HISTORY_DAYS = 210
/** Sellers answer most questions within days. Questions of this number of days are read again. */
const ANSWER_DAYS = 30

const ms = (instant: string) => Date.parse(instant)
const request = (seller_id: string, query: Query) => ({
  path: '/questions/search',
  query: { seller_id, api_version: 4, limit: PAGE_RECORDS, ...query },
  schema: questions_answer,
  records: (body: ReturnType<typeof questions_answer.parse>) => body.questions,
})

/** The list has no filter by time, so the newest questions are read until they are older than the start. */
async function* pages(api: Api, { account_id }: Account, since: string | null): AsyncIterable<Question[]> {
  const start = since === null ? -Infinity : ms(since)
  let oldest = Infinity
  let is_cut = false
  let offset = 0
  const seen = new Set<string>()
  yield* api.pages({
    ...request(account_id, { sort_fields: 'date_created', sort_types: 'DESC', offset: 0 }),
    left: ({ total }) => total - offset,
    next({ total, questions }) {
      offset = next_offset(seen, offset, questions)
      oldest = Math.min(oldest, ...questions.map(({ date_created }) => ms(date_created)))
      is_cut = oldest >= start && offset < total && offset >= OFFSET_MAX
      return is_cut || oldest < start || offset >= total ? null : { query: { offset } }
    },
  })
  // A later read needs the questions since the last one. Older ones that are open are read by their ids.
  const is_first = start < api.now().getTime() - (HISTORY_DAYS - 1) * DAY_MS
  const needed = is_first ? start : start + ANSWER_DAYS * DAY_MS
  if (is_cut && oldest >= needed)
    for await (const page of scanned(api, account_id))
      yield page.filter(({ date_created }) => ms(date_created) >= start)
}

/** All questions, in no certain order. Behind the thousandth one, only a scan continues (page "Ítems y Búsquedas", read 2026-11). */
const scanned = (api: Api, seller: string) =>
  api.pages({
    ...request(seller, { search_type: 'scan' }),
    next: ({ questions, scroll_id }) => (scroll_id && questions.length > 0 ? { query: { scroll_id } } : null),
  })

/** The words of Mercado Libre, and not of a gateway before it, which would make every question a deleted one. */
function is_not_found(body: unknown): boolean {
  const { error, message } = error_answer.safeParse(body).data ?? {}
  return /not.?found/i.test(`${error} ${message}`)
}

/** Undefined: a hint can name a question of another seller, which is refused. */
async function by_id(api: Api, { account_id }: Account, id: string): Promise<Question | null | undefined> {
  const answer = api.call({
    path: `/questions/${id}`,
    query: { api_version: 4 },
    schema: question_answer.nullable(),
    if_not_found: ({ body }) => (is_not_found(body) ? null : undefined),
  })
  const found = await answer.catch(when_refused(['denied', 'refused'], () => undefined))
  return found && found.seller_id !== account_id ? undefined : found
}

export const questions = change_stream({
  into: ['marketplace_questions'],
  every: '15m',
  since: {
    history_days: HISTORY_DAYS,
    history_source:
      'https://developers.mercadolibre.com.ve/es_ar/gestiona-preguntas-respuestas: unanswered questions are deleted after seven months (read 2026-11)',
    overlap_minutes: ANSWER_DAYS * 24 * 60,
    changed_at: ({ date_created }: Question) => date_created,
  },
  read: ({ api, account, since }) => pages(api, account, since),
  // The list shows no change of older questions: an answer, a listing that closed, a deletion.
  recheck: {
    id: 'question_id',
    at: 'asked_at',
    read: ({ api, account, ids }) => one_by_one(ids, (id) => by_id(api, account, id)),
    unfinished: { every: '1d', where: [{ column: 'status', values: ['unanswered', 'under_review'], days: 365 }] },
  },
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
      buyer: question.from?.id ?? question.buyer_id ?? null,
    },
  }),
})
