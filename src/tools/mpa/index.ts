import { area } from '#engine/tool.ts'
import { list_mpa_listings } from '#tools/mpa/list_mpa_listings.ts'
import { list_mpa_orders } from '#tools/mpa/list_mpa_orders.ts'
import { list_mpa_questions } from '#tools/mpa/list_mpa_questions.ts'
import { propose_answer_mpa_question } from '#tools/mpa/propose_answer_mpa_question.ts'

export const mpa = area({
  title: 'Marketplace A',
  module: 'module_mpa',
  tools: { list_mpa_listings, list_mpa_orders, list_mpa_questions, propose_answer_mpa_question },
})
