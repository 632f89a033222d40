// The European Central Bank's reference rates: https://www.ecb.europa.eu/stats/eurofxref/eurofxref-{daily,hist-90d,hist}.xml
import type { FastifyReply } from 'fastify'
import type { Vendor } from '../vendor.ts'
import type { Day, Fx } from '../world/types.ts'

const recent_days = 90
const day_ms = 86_400_000

function envelope(cubes: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
${cubes}\t</Cube>
</gesmes:Envelope>
`
}

// The daily file quotes with ' and has indentation. The history files quote with " and have one day a line. A reader must accept
// both.
function daily(fx: Fx, day: Day): string {
  const rates = Object.entries(fx.rates(day) ?? {})
  const lines = rates.map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`)
  return `\t\t<Cube time='${day}'>\n${lines.join('')}\t\t</Cube>\n`
}

function history(fx: Fx, days: Day[]): string {
  const cube = (day: Day) => {
    const rates = Object.entries(fx.rates(day) ?? {})
    return `<Cube time="${day}">${rates.map(([code, rate]) => `<Cube currency="${code}" rate="${rate}"/>`).join('')}</Cube>\n`
  }
  return days.toReversed().map(cube).join('')
}

const page = (status: number, title: string, seconds?: number) => ({
  status,
  headers: { 'content-type': 'text/html', ...(seconds === undefined ? {} : { 'retry-after': String(seconds) }) },
  body: `<html><head><title>${status} ${title}</title></head><body><h1>${title}</h1></body></html>`,
})

export const ecb: Vendor = {
  platform: 'ecb',
  hosts: ['www.ecb.europa.eu'],
  routes(app, { world }) {
    const send = (reply: FastifyReply, cubes: string) => reply.type('text/xml').send(envelope(cubes))

    app.get('/stats/eurofxref/eurofxref-daily.xml', (_request, reply) =>
      send(reply, daily(world.fx, world.fx.days().at(-1)!)),
    )
    app.get('/stats/eurofxref/eurofxref-hist-90d.xml', (_request, reply) => {
      const oldest = new Date(world.now() - recent_days * day_ms).toISOString().slice(0, 10)
      const days = world.fx.days().filter((day) => day >= oldest)
      return send(reply, history(world.fx, days))
    })
    app.get('/stats/eurofxref/eurofxref-hist.xml', (_request, reply) => send(reply, history(world.fx, world.fx.days())))
  },
  throttle: (seconds) => page(429, 'Too Many Requests', seconds),
  fail: (status) => page(status, 'Service Unavailable'),
}
