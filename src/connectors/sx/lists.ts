// What the streams of the shop share: pages of a list, nested lists, records by id, deletions.
import type { z } from 'zod'
import { micros } from '#domain/money.ts'
import type { Api, PagedRequest } from '#engine/connector.ts'
import { mapped } from '../records.ts'
import { deletions_answer, ids_answer, rest_answer } from './answers.ts'
import { deletions_document } from './documents.ts'

interface List<T> {
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  nodes: T[]
}
interface Money {
  shopMoney: { amount: string; currencyCode: string }
}

export const path = '/graphql.json'
export const amount = (money: Money) => micros(money.shopMoney.amount)
/** 'gid://shopify/Order/450789469' is 450789469 everywhere else in the shop. */
export const id_of = (gid: string) => gid.slice(gid.lastIndexOf('/') + 1)
export const gid_of = (type: 'Order' | 'Page' | 'Product', id: string) => `gid://shopify/${type}/${id}`

/** A request for the pages of one list: the same document, with the cursor of the page before. */
export function paged<Body, Item>(
  query: string,
  variables: Record<string, string | boolean | undefined>,
  schema: z.ZodType<Body>,
  list: (body: Body) => List<Item>,
): PagedRequest<Body, Item> {
  return {
    path,
    body: { query, variables },
    schema,
    records: (body) => list(body).nodes,
    next: (body) => {
      const { hasNextPage, endCursor } = list(body).pageInfo
      return hasNextPage ? { body: { query, variables: { ...variables, after: endCursor } } } : null
    },
  }
}

/** An answer contains only the first page of a nested list. Reads the other pages. */
export async function complete<Node>(api: Api, id: string, list: List<Node>, document: string, node: z.ZodType<Node>) {
  if (!list.pageInfo.hasNextPage) return
  const variables = { id, after: list.pageInfo.endCursor ?? undefined }
  const request = paged(document, variables, rest_answer(node), (body) => body.data.node.list as List<Node>)
  for await (const more of api.pages(request)) list.nodes.push(...more)
}

/** The search for records of a range: from <= time < before. */
export const created = ({ from, before }: { from: string | null; before: string }) =>
  `${from === null ? '' : `created_at:>='${from}' AND `}created_at:<'${before}'`

/** Ids of all records of a list. */
export const every_id = (api: Api, query: string): AsyncIterable<string[]> =>
  mapped(api.pages(paged(query, {}, ids_answer, (body) => body.data.list)), ({ id }) => id_of(id))

/** Ids of the records of a kind that were deleted since an instant. */
export function deleted_ids(api: Api, kind: 'ORDER' | 'PRODUCT', since: string): AsyncIterable<string[]> {
  const query = `action:destroy AND subject_type:${kind} AND created_at:>='${since}'`
  const request = paged(deletions_document, { query }, deletions_answer, (body) => body.data.events)
  return mapped(api.pages(request), ({ subjectId }) => id_of(subjectId))
}
