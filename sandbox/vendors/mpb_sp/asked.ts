// What a request asks for, and Amazon's refusals.
import type { Answer } from '../../vendor.ts'
import type { World } from '../../world/types.ts'
import { type Marketplace, marketplaces_of } from './sales.ts'

export type Query = Record<string, string | undefined>

export const refusal = (status: number, code: string, message: string, details = ''): Answer => ({
  status,
  body: { errors: [{ code, message, details }] },
})

export class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, code: string, message: string) {
    super(message)
    this.answer = refusal(status, code, message)
  }
}
export const invalid = (message: string) => new Refused(400, 'InvalidInput', message)

export const instant = (text: string | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw invalid(`${name} is not in ISO 8601 format.`)
  return at
}

export function place_of(world: World, ids: string | undefined): Marketplace {
  const found = marketplaces_of(world).find(({ id }) => id === ids)
  if (!found) throw invalid('marketplaceIds is not a marketplace of the seller.')
  return found
}

export function page_of<T>(all: T[], size: number, token: string | undefined) {
  const start = Number(token ? Buffer.from(token, 'base64').toString() : 0)
  const next = start + size < all.length ? Buffer.from(String(start + size)).toString('base64') : undefined
  return { page: all.slice(start, start + size), next }
}
