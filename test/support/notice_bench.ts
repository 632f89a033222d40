// A Tablero whose notifications go to the chats and the WhatsApp of the sandbox, on a clock that the test moves.

import { in_org } from '#db/org.ts'
import { type Channel, type NotificationModule, notify } from '#engine/notifications/notify.ts'
import { type SenderParts, send_waiting } from '#engine/notifications/send.ts'
import { create_outbound, type Outbound, type OutboundAnswer } from '#engine/vendors/outbound.ts'
import type { Clock } from '#lib/clock.ts'
import { message } from '#messages/message.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { new_team, result_of, type Team } from '#test/people.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { chat_hosts } from '../../sandbox/vendors/chat.ts'
import { whatsapp, whatsapp_app } from '../../sandbox/vendors/whatsapp.ts'
import { no_dialing } from './no_dialing.ts'

export const SLACK = 'https://hooks.slack.com/services/T000/B000/slacktoken'

const PUBLIC = { address: '93.184.215.14', family: 4 }

export interface Notice {
  text?: string
  severity?: 'info' | 'warning' | 'critical'
  cause?: string
  channels?: readonly Channel[]
  module?: NotificationModule
}

/** Writes a notification. */
export const tell_in = (
  { engine }: Pick<TestApp, 'engine'>,
  { org_id }: Pick<Team, 'org_id'>,
  { text = 'Something happened', severity = 'warning', cause, channels, module = 'alertas' }: Notice,
  at: Date,
): Promise<string> =>
  in_org(engine.pool, { org_id }, (db) =>
    notify(db, {
      ...{ org_id, module, kind: 'test', severity, cause, channels, at },
      title: message('sentence', { text }),
      text: message('sentence', { text: `More about ${text}` }),
    }),
  )

export async function notice_bench(start = '2026-03-10T15:00:00Z') {
  const sandbox = await create_sandbox({
    frozen: true,
    now: start,
    history_days: 2,
    vendors: [...chat_hosts, whatsapp],
  })
  const { check, close } = create_outbound({ resolve: (_host, _options, done) => done(null, [PUBLIC]) })
  /** Replaces the next answers. An error is thrown. */
  const instead: (Error | number | OutboundAnswer)[] = []
  const outbound: Outbound = {
    ...no_dialing,
    check,
    close,
    async fetch({ url, method = 'POST', headers = {}, body = '' }) {
      const answer = instead.shift()
      if (answer instanceof Error) throw answer
      if (typeof answer === 'number') return { status: answer, headers: {}, text: '' }
      if (answer) return answer
      const { host, pathname, search } = new URL(url)
      const given = await sandbox.app.inject({
        method: method as 'POST',
        url: `/${host}${pathname}${search}`,
        headers,
        payload: body,
      })
      return { status: given.statusCode, headers: given.headers as Record<string, string>, text: given.payload }
    },
  }
  const now = new Date(start)
  const app = await test_app({ seeded: false, now, outbound, messaging: whatsapp_app })
  const move = (ms: number) => {
    now.setTime(now.getTime() + ms)
    sandbox.clock.set(now.getTime())
  }
  const clock: Clock = { now: () => new Date(now), sleep: async (ms) => move(ms) }
  const parts: SenderParts = { ...app.engine, pool: app.engine.pool.worker, clock }
  return {
    app,
    sandbox,
    now,
    move,
    instead,
    parts,
    team: () => new_team(app),
    tell: (team: Team, notice: Notice = {}) => tell_in(app, team, notice, new Date(now)),
    send: ({ org_id }: Team) => send_waiting(parts, { org_id, signal: new AbortController().signal }),
    /** Bodies that the chats or WhatsApp got, oldest first. */
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the body
    got: (platform: 'chat' | 'whatsapp' = 'chat'): any[] => sandbox.log.list(platform),
    messages: async ({ org_id }: Team, channel: string) => {
      const { rows } = await app.db.query(
        'select state, reason, due_at, sending_id, attempts from messages where org_id = $1 and channel = $2 order by created_at, message_id',
        [org_id, channel],
      )
      return rows as { state: string; reason: string | null; due_at: string | null; sending_id: string }[]
    },
    set: async (team: Team, input: object) => result_of(await team.ask('update_org_channels', input)),
    /** What a page of WhatsApp sends to Tablero. */
    deliver: (body: string, headers: Record<string, string>) =>
      app.app.server.inject({ method: 'POST', url: '/hooks/messaging/whatsapp', headers, payload: body }),
    close: () => app.close(),
  }
}

export type NoticeBench = Awaited<ReturnType<typeof notice_bench>>
