// The published contract as data. tools.json holds each published tool by area and name, with its scopes, module and parameters.
// not_built.json names the tools that Tablero does not have yet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Parameter {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  items?: { type: string }
  format?: 'date' | 'uuid'
  enum?: string[]
  minimum?: number
  maximum?: number
  default?: unknown
  required?: boolean
}

export interface PublishedTool {
  scopes: string[]
  module?: string
  /** Some parameters have no published type. A parameter that is not marked as required may still be required. */
  names_only?: boolean
  parameters: Record<string, Parameter>
}

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))

export const published: Record<string, Record<string, PublishedTool>> = read('tools.json')
export const not_built: Record<string, string[]> = read('not_built.json')
