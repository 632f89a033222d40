import { z } from 'zod'
import { read_credits } from '#engine/calls/spend.ts'
import { count_of_all, total_of } from '#engine/lists.ts'
import { severities } from '#engine/notifications/notify.ts'
import { sentence } from '#engine/sentence.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { listed_by, message, quoted, sentences } from '#messages/message.ts'
import {
  connection_fields,
  connections_listed,
  describe_connection,
  read_connections,
  read_verdicts,
} from '#tools/connection.ts'

const connections = connections_listed(z.strictObject(connection_fields), {
  shorter: 'list_connections names them all.',
  about: 'Disconnected ones are left out.',
})

/** Open alerts that the answer names. */
const ALERTS_MAX = 20

const alert = z.strictObject({
  incident_id: z.uuid(),
  rule_id: z.uuid(),
  name: outside_text().describe('Of the alert rule.'),
  metric: own_text(),
  severity: z.enum(severities),
  day: own_text().describe('The day that opened it.'),
})

/** Names in a sentence. The list has all. */
const NAMES_MAX = 3
const first_names = (all: readonly { name: string }[]) =>
  listed_by(', ', [
    ...all.slice(0, NAMES_MAX).map(({ name }) => quoted(name)),
    ...(all.length > NAMES_MAX ? ['…'] : []),
  ])

export const estado_conexiones = tool({
  about:
    'Whether Tablero has what it needs: connections with a health verdict and who has to reconnect, open alerts, and the credits that are left.',
  keywords: {
    es: 'estado de las conexiones salud créditos alertas abiertas',
    en: 'state of connections health credits open alerts',
    pt: 'estado das conexões saúde créditos alertas abertos',
  },
  scopes: ['connections:read', 'notifications:read', 'billing:read'],
  effect: 'read',
  input: {},
  result: {
    summary: sentence('What needs a person, in a few sentences.'),
    ...connections.fields,
    disconnected: z.array(own_text()).describe('Platforms of which every connection was disconnected.'),
    open_alerts: z.array(alert).describe(`Newest first, at most ${ALERTS_MAX}. list_alert_rules has all rules.`),
    open_alerts_total: z.int().describe('Open alerts there are.'),
    credits: z.strictObject({
      balance: z.int().describe('Credits left.'),
      monthly_grant: z.int().describe('Credits of a month.'),
      renews_on: own_text().describe('Day on which they are renewed, in UTC.'),
    }),
  },
  example: {},
  async run(_, context) {
    const { db } = context
    const all = await read_connections(context).execute()
    const rows = all.filter(({ status }) => status === 'active')
    const without_live = all.filter((row) => !rows.some(({ platform }) => platform === row.platform))
    const disconnected = [...new Set(without_live.map(({ platform }) => platform))].sort()
    const verdicts = await read_verdicts(context)
    const described = rows.map((row) => describe_connection(row, context, verdicts))
    const alerts = await db
      .selectFrom('alert_incidents as i')
      .innerJoin('alert_rules as r', (join) =>
        join.onRef('r.org_id', '=', 'i.org_id').onRef('r.rule_id', '=', 'i.rule_id'),
      )
      .select(['i.incident_id', 'i.rule_id', 'r.name', 'r.metric', 'i.severity', 'i.day'])
      .select(count_of_all)
      .where('i.state', '=', 'open')
      .orderBy('i.opened_at', 'desc')
      .orderBy('i.incident_id')
      .limit(ALERTS_MAX)
      .execute()
    const credits = await read_credits(db)
    const open = Number(total_of(alerts))
    const bad = described.filter(({ health }) => health !== 'ok').length
    const noticed = described.filter(({ notices }) => notices.length > 0)
    const balance = Number(credits.balance)
    const monthly_grant = Number(credits.monthly_grant)
    return {
      summary: sentences(
        message('connections.state', { count: described.length, bad }),
        without_live.length > 0 &&
          message('connections.disconnected', { count: without_live.length, platforms: listed_by(', ', disconnected) }),
        noticed.length > 0 && message('connections.noticed', { count: noticed.length, names: first_names(noticed) }),
        message('connections.alerts', { count: open }),
        message('connections.credits', { balance, grant: monthly_grant, date: credits.renews_on }),
      ),
      ...connections.of(described),
      disconnected,
      open_alerts: alerts.map(({ total: _, severity, ...row }) => ({
        ...row,
        severity: severity as (typeof severities)[number],
      })),
      open_alerts_total: open,
      credits: { balance, monthly_grant, renews_on: credits.renews_on },
    }
  },
})
