// The OpenAPI document at /api/openapi.json.
import type { FastifyInstance } from 'fastify'
import type { Engine } from '#engine/engine.ts'
import { body_of, type Compressed, compressed } from '#http/compressed.ts'
import type { DocsExamples } from '#http/rest/docs.ts'
import { openapi_document } from '#http/rest/openapi.ts'

/** The document with a real answer as the example of each tool that has one. */
function with_answers(document: ReturnType<typeof openapi_document>, answers: Record<string, unknown> = {}) {
  for (const [tool, answer] of Object.entries(answers)) {
    const { post } = document.paths[`/api/v1/${tool}`] as { post: Operation }
    post.responses[200].content['application/json'].example = answer
  }
  return document
}

interface Operation {
  responses: { 200: { content: { 'application/json': { example?: unknown } } } }
}

interface OpenapiOptions {
  engine: Engine
  examples?: DocsExamples
}

export async function openapi(server: FastifyInstance, { engine, examples }: OpenapiOptions): Promise<void> {
  let document: Promise<Compressed> | undefined
  let shown: DocsExamples['answers']
  server.get('/api/openapi.json', async (request, reply) => {
    if (shown !== examples?.answers) document = undefined
    shown = examples?.answers
    document ??= compressed(JSON.stringify(with_answers(openapi_document(engine), shown)))
    reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=60')
    return body_of(await document, request, reply)
  })
}
