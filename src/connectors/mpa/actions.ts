// Changes of listings and answers to questions. The marketplace checks texts after it has accepted them.
import { z } from 'zod'
import { ANSWERABLE_LISTING, can_be_changed, title_hold } from '#domain/listings.ts'
import { type ActionSource, type Actions, action } from '#engine/action.ts'
import { json_number } from '#lib/lossless_json.ts'
import { message } from '#messages/message.ts'
import { change_texts, type ProductNow } from '../product_texts.ts'
import { error_answer, items_of, question_answer } from './answers.ts'
import { contact_data_in } from './contact_data.ts'

/** Page "Gestiona preguntas y respuestas", 2023-09, read 2026-11. */
const ANSWER_CHARS_MAX = 2_000

// "Deberás esperar unos segundos hasta que se actualice la información" is the only word about a delay.
const visible_within = {
  s: 60,
  source: 'assumed from "some seconds" of the page "Sincroniza y modifica publicaciones", 2026-03',
}

const moderation = () => message('action.may_be_moderated', { platform: message('platform.mpa') })

const of_listing = items_of(
  z.object({
    id: z.string(),
    title: z.string(),
    status: z.string(),
    seller_id: z.union([z.string(), z.number()]).transform(String),
    category_id: z.string().nullish(),
    sold_quantity: z.number().nullish(),
    family_name: z.string().nullish(),
  }),
)
const LISTING_FIELDS = 'id,title,status,seller_id,category_id,sold_quantity,family_name'
const description_answer = z.object({ plain_text: z.string().nullish() })
const category_answer = z.object({ settings: z.object({ max_title_length: z.number().nullish() }) })

type Reading = Pick<ActionSource<unknown>, 'api' | 'account'>

/** A listing of this seller. */
async function listing_of({ api, account }: Reading, id: string) {
  const query = { ids: id, attributes: LISTING_FIELDS }
  const [answer] = await api.call({ path: '/items', query, schema: of_listing })
  return answer?.body?.seller_id === account.account_id ? answer.body : undefined
}

/** Undefined: the listing has none. */
const description_of = ({ api }: Reading, id: string) =>
  api.call({
    path: `/items/${id}/description`,
    schema: description_answer.nullable(),
    if_not_found: ({ body }) => (error_answer.safeParse(body).success ? null : undefined),
  })

/** The page "Publicar productos" forbids stock and condition in a title. Such listings are moderated (read 2026-11). */
const OF_STOCK = /\b(stock|unidades disponibles|unidades dispon[ií]veis)\b/i

interface OwnListing {
  has_description: boolean
  title_max: number | null
}

function frozen_title(sold: number, family_name: string | null | undefined): string | undefined {
  const hold = title_hold({ sold, is_title_written: Boolean(family_name) })
  if (hold === 'written')
    return `Mercado Libre writes this title from the family name '${family_name}', so it cannot be changed.`
  return hold === 'sold' ? `The listing has sales (${sold}), so its title cannot be changed any more.` : undefined
}

function rule(field: string, text: string, { own: { title_max } }: ProductNow<OwnListing>): string | undefined {
  if (field === 'description')
    return /<\/?[a-z][^<>]*>/i.test(text)
      ? 'The description must be plain text. Only line breaks are allowed.'
      : undefined
  if (title_max !== null && text.length > title_max)
    return `The title has at most ${title_max} characters. This one has ${text.length}.`
  return OF_STOCK.test(text) ? 'A title must not name the stock. Mercado Libre moderates such listings.' : undefined
}

const change_listing_texts = change_texts<OwnListing>({
  about: 'Changes the title and the description of a listing.',
  word: 'listing',
  name: 'change_listing_texts',
  id: { name: 'listing_id', about: 'The id of the listing, such as MLA123456.' },
  scopes: ['write'],
  visible_within,
  async read(source) {
    const { id } = source.input
    const found = await listing_of(source, id)
    if (!found) return undefined
    const { title, status, sold_quantity, family_name, category_id } = found
    const description = await description_of(source, id)
    const path = `/categories/${category_id}`
    const category = category_id ? await source.api.call({ path, schema: category_answer }) : undefined
    const title_max = category?.settings.max_title_length ?? null
    return {
      id,
      title,
      description: description?.plain_text ?? '',
      refused: can_be_changed(status)
        ? undefined
        : `The listing '${title}' is ${status}. Mercado Libre accepts changes of active and paused ones.`,
      frozen: { title: frozen_title(sold_quantity ?? 0, family_name) },
      warnings: [moderation()],
      own: { has_description: description !== null, title_max },
    }
  },
  rule,
  writes: {
    title: {
      fields: ['title'],
      request: ({ input: { title }, seen: { id } }) => ({ path: `/items/${id}`, method: 'PUT', body: { title } }),
    },
    // The description is a resource of its own. It is made once, and then replaced (page "Descripción de productos", read 2026-11).
    description: {
      fields: ['description'],
      request: ({ input: { description }, seen: { id, own } }) => ({
        path: `/items/${id}/description`,
        ...(own.has_description ? { method: 'PUT', query: { api_version: 2 } } : { method: 'POST' }),
        body: { plain_text: description },
      }),
    },
  },
})

const why_not: Record<string, string> = {
  ANSWERED: 'The question is answered already. An answer cannot be changed.',
  CLOSED_UNANSWERED: 'The listing of the question is closed.',
  UNDER_REVIEW: 'Mercado Libre checks the listing of the question. Answer when the check has ended.',
  BANNED: 'Mercado Libre has hidden the question.',
  DELETED: 'The question is deleted.',
  DISABLED: 'The question is disabled.',
}

const question_of = ({ api }: Reading, id: string) =>
  api.call({
    path: `/questions/${encodeURIComponent(id)}`,
    query: { api_version: 4 },
    schema: question_answer.nullable(),
    if_not_found: ({ body }) => (error_answer.safeParse(body).success ? null : undefined),
  })

const answer_question = action({
  about: 'Answers the question of a buyer.',
  input: z.object({
    question_id: z.string().regex(/^\d+$/, 'must be a number').describe('The number of the question.'),
    text: z.string().trim().min(1).max(ANSWER_CHARS_MAX).describe('The answer as plain text, without contact data.'),
  }),
  scopes: ['write'],
  visible_within,
  async preflight({ input: { question_id, text }, ...source }) {
    const contact = contact_data_in(text)
    if (contact)
      return {
        refused: `The answer has contact data, which Mercado Libre does not allow: '${contact}'. Leave out links, addresses and telephone numbers; write amounts with $ and measures with x.`,
      }
    const question = await question_of(source, question_id)
    if (question?.seller_id !== source.account.account_id)
      return { refused: `${source.account.name} has no question ${question_id}.` }
    if (question.status !== 'UNANSWERED')
      return { refused: why_not[question.status] ?? `The question is ${question.status}, so it cannot be answered.` }
    // A person decides about the answer to a question that the person reads.
    if (!question.text) return { refused: 'Mercado Libre does not show the text of the question. Answer it there.' }
    const listing = await listing_of(source, question.item_id)
    if (listing?.status !== ANSWERABLE_LISTING)
      return { refused: `The listing of the question is ${listing?.status ?? 'gone'}. Activate it, then answer.` }
    return {
      target: {
        kind: 'question',
        id: question_id,
        name: listing.title,
        account_id: source.account.account_id,
        about: question.text,
      },
      differences: [{ field: 'answer', before: null, after: text }],
      warnings: [message('action.answer_is_final'), moderation()],
      seen: {},
    }
  },
  steps: [
    {
      name: 'answer',
      // The vendor's example has the number of the question as a number.
      request: ({ input: { question_id, text } }) => ({
        path: '/answers',
        method: 'POST',
        body: { question_id: json_number(question_id), text },
      }),
      async look({ input: { question_id }, ...source }) {
        const question = await question_of(source, question_id)
        return question?.answer ? { values: { answer: question.answer.text ?? '' } } : undefined
      },
    },
  ],
})

export const actions: Actions = { answer_question, change_listing_texts }
