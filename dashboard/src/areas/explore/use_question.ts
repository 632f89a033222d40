// The question of the address, and the answers to it. The answers to the last question stay until those to a new one are here.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { use_org_id } from '../../api/queries.ts'
import { use_address_filter } from '../../lib/address_filter.ts'
import { type Catalog, type QueryInput, type Question, read_question, written_question } from './question.ts'
import type { Answer } from './rows.ts'

export function use_question(catalog: Catalog) {
  const [address, change] = use_address_filter(['metric', 'by', 'where'])
  const question = read_question(address, catalog)
  return {
    question,
    broken: question.broken,
    ask: (next: Question) => change(written_question(next)),
    reset: () => change({ metric: undefined, by: undefined, where: undefined }),
  }
}

export interface Answered {
  question: Question
  answers: Answer[]
}

/** All metrics at the same time, so that a table never mixes the answers to two questions. */
export function use_answers(question: Question, inputs: readonly QueryInput[]) {
  const org = use_org_id()
  return useQuery<Answered, Error>({
    queryKey: [org, 'query_data', inputs],
    queryFn: async ({ signal }) => ({
      question,
      answers: await Promise.all(inputs.map((input) => call('query_data', input, { org, signal }))),
    }),
    placeholderData: keepPreviousData,
  })
}
