// A platform with any number of daily rows, a thousand on a page. Standard input: { campaigns }. Standard output: its address.
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'

const PAGE = 1_000
const { campaigns } = JSON.parse(await text(process.stdin)) as { campaigns: number }
const server = fastify({ logger: false })

server.get<{ Querystring: { from: string; to: string; page?: string } }>(
  '*',
  async ({ query: { from, to, page = '0' } }) => {
    const first = Date.parse(from)
    const count = ((Date.parse(to) - first) / 86_400_000 + 1) * campaigns
    const begin = Number(page) * PAGE
    const data = Array.from({ length: Math.min(PAGE, count - begin) }, (_, n) => ({
      campaign: `c${(begin + n) % campaigns}`,
      date: new Date(first + Math.floor((begin + n) / campaigns) * 86_400_000).toISOString().slice(0, 10),
      spend: String((begin + n) * 1_000),
      impressions: '1000',
      clicks: '10',
    }))
    return { data, ...(begin + PAGE < count && { next: String(Number(page) + 1) }) }
  },
)

console.log(JSON.stringify({ address: await server.listen({ host: '127.0.0.1', port: 0 }) }))
process.once('SIGTERM', async () => {
  await server.close()
  process.exit(0)
})
