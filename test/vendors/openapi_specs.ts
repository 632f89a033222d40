// A validator of requests and answers, from an OpenAPI 3 document without references. It has the rules of the validator of Swagger.
import { readFileSync } from 'node:fs'
import { type Document, type Parameter, validator_of } from './swagger_specs.ts'

type Json = Record<string, unknown>
interface Operation {
  parameters?: (Pick<Parameter, 'name' | 'in' | 'required'> & { schema: Omit<Parameter, 'name' | 'in'> })[]
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}
interface OpenApi {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** `drift`: values that the vendor's own answers have beside the published ones, by the name of a field and one of its values. */
export function read_openapi3(file: string, drift: readonly { field: string; beside: string; also: string }[] = []) {
  const { servers, paths } = JSON.parse(readFileSync(file, 'utf8'), (name, value) => {
    const more = drift.filter(({ field, beside }) => field === name && value?.enum?.includes(beside))
    return more.length > 0 ? { ...value, enum: [...value.enum, ...more.map(({ also }) => also)] } : value
  }) as OpenApi
  const document: Document = { basePath: new URL(servers[0]!.url).pathname, definitions: {}, paths: {} }
  for (const [path, methods] of Object.entries(paths))
    document.paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, { parameters = [], responses }]) => [
        method,
        {
          parameters: parameters.map(({ schema, ...parameter }) => ({ ...schema, ...parameter })),
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, { content }]) => [
              status,
              { schema: content?.['application/json']?.schema },
            ]),
          ),
        },
      ]),
    )
  return validator_of([document])
}
