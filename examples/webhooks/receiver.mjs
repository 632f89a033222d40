// Receives webhooks: WEBHOOK_SECRET=whsec_… node receiver.mjs. Prints the type of each event.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from(process.env.WEBHOOK_SECRET.slice('whsec_'.length), 'base64')
const OLD_S = 300

function is_signed(header, body) {
  const parts = (header ?? '').split(',').map((part) => part.split('='))
  const stamp = parts.find(([name]) => name === 't')?.[1]
  if (!stamp || Math.abs(Date.now() / 1000 - Number(stamp)) > OLD_S) return false
  const wanted = createHmac('sha256', key).update(`${stamp}.${body}`).digest()
  // During a rotation of the secret, there are two signatures.
  return parts.some(([name, value]) => {
    const given = Buffer.from(name === 'v1' ? value : '', 'hex')
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}

createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts).toString()
  if (!is_signed(request.headers['x-svc-signature'], body)) return response.writeHead(401).end()
  const event = JSON.parse(body) // keep event.id, and ignore an id that came before
  console.log(event.type)
  response.writeHead(204).end()
}).listen(Number(process.env.PORT ?? 8000), () => console.log('ready'))
