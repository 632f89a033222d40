// The forms of messages, against the limits that the chats publish, with texts of any length and with markup in them.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type ChatVendor, chat_forms, chat_vendors, is_retired, vendor_of } from '#engine/notifications/chat_forms.ts'
import { type Content, content_of } from '#engine/notifications/content.ts'
import { stored } from '#engine/notifications/stored.ts'
import { message, quoted } from '#messages/message.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { chat_hosts } from '../../sandbox/vendors/chat.ts'

const URL_OF = 'https://tablero.example.com/o/1/notifications'

const content = (count: number, text: string): Content => ({
  title: count === 1 ? text : `${count} notifications`,
  items: Array.from({ length: count }, (_, at) => ({
    title: `${at} ${text}`,
    text,
    severity: 'critical',
    url: URL_OF,
  })),
  url: URL_OF,
  severity: 'critical',
  open: 'Open Tablero',
  more: (hidden) => `${hidden} more`,
})

const paths: Record<ChatVendor, string> = {
  slack: '/hooks.slack.com/services/T/B/X',
  discord: '/discord.com/api/webhooks/1/X',
  google_chat: '/chat.googleapis.com/v1/spaces/A/messages',
  teams: '/prod.westus.logic.azure.com/workflows/X',
  plain: '/chat.example/hook',
}

/** JSON has half a character as an escape, and a whole one as itself. */
const HALF = /\\ud[89a-f]/

const lengths = [1, 2, 10, 11, 40, 200, 1_000]
const texts = ['Short.', 'x'.repeat(5_000), 'ñ漢😀 '.repeat(800), '<b>&"'.repeat(700), '\\*_[]()'.repeat(600)]

suite('a message', () => {
  for (const vendor of chat_vendors)
    test(`of any size is taken by ${vendor}, and says how many notifications it leaves out`, async () => {
      const { app } = await create_sandbox({ frozen: true, history_days: 2, vendors: chat_hosts })
      for (const count of lengths)
        for (const text of texts) {
          const body = chat_forms[vendor].body(content(count, text))
          const answer = await app.inject({ method: 'POST', url: paths[vendor], payload: body as object })
          assert.ok(answer.statusCode < 300, `${count} of ${text.slice(0, 5)}: ${answer.statusCode} ${answer.payload}`)
          assert.match(JSON.stringify(body), /tablero\.example\.com/)
          const hidden = /(\d+) more|"not_shown":(\d+)/.exec(JSON.stringify(body))
          const shown = count - Number(hidden?.[1] ?? hidden?.[2] ?? 0)
          for (let at = 0; at < Math.min(shown, 3) && count > 1; at++)
            assert.ok(JSON.stringify(body).includes(`${at} `), 'an item is neither shown nor counted')
        }
    })

  test('has no half of a character where a text is truncated', () => {
    for (const vendor of chat_vendors)
      for (const count of [1, 2])
        for (const before of ['', 'x', 'xx']) {
          const sent = JSON.stringify(chat_forms[vendor].body(content(count, before + '😀'.repeat(5_000))))
          assert.ok(sent.includes('😀…'), `${vendor} cuts the text`)
          assert.doesNotMatch(sent, HALF)
        }
  })

  test('shows the hidden characters of a name, bounds its length, and keeps the title on one line', () => {
    const target = quoted(`Shoes\u202E\u200B\n• Approved${'x'.repeat(5_000)}`)
    const said = message('notification.action_pending.title', { target })
    const row = { title: JSON.parse(stored(said)), text: JSON.parse(stored(said)), severity: 'info', link: null }
    const reader = { language: 'en', currency: 'USD', org_id: '1', base_url: 'https://tablero.example.com' } as const
    for (const rows of [[row], [row, row]]) {
      const { title, items } = content_of(rows, reader)
      for (const text of [title, ...items.flatMap((item) => [item.title, item.text])]) {
        assert.doesNotMatch(text, /[\u202E\u200B]/)
        assert.ok(text.length < 4_100, String(text.length))
      }
      assert.match(items[0]!.title, /Shoes\uFFFD • Approved/)
      assert.match(items[0]!.text, /Shoes\uFFFD\n• Approved/)
    }
  })

  test('of others cannot mention, link or imitate', () => {
    const hostile = content(
      2,
      '<!channel> <@U1> @everyone [link](https://evil.example) <users/all> *b* <a href="x">y</a>',
    )
    const slack = JSON.stringify(chat_forms.slack.body(content(1, hostile.items[0]!.text)))
    assert.ok(!slack.includes('mrkdwn') && slack.includes('&lt;!channel&gt;'))
    const discord = chat_forms.discord.body(hostile) as { allowed_mentions: object; embeds: { description: string }[] }
    assert.deepEqual(discord.allowed_mentions, { parse: [] })
    assert.doesNotMatch(discord.embeds[0]!.description, /(?<!\\)[[\]()*<@]/)
    const google = JSON.stringify(chat_forms.google_chat.body(hostile))
    assert.doesNotMatch(google, /<a href|<users/)
    const teams = JSON.stringify(chat_forms.teams.body(hostile))
    assert.ok(teams.includes('TextRun') && !teams.includes('"TextBlock"'))
  })

  test('has the form of its host, and the retired hosts of Teams have none', () => {
    const hosts: [string, ChatVendor][] = [
      ['hooks.slack.com', 'slack'],
      ['hooks.slack-gov.com', 'slack'],
      ['discord.com', 'discord'],
      ['canary.discord.com', 'discord'],
      ['chat.googleapis.com', 'google_chat'],
      ['prod-01.westus.logic.azure.com', 'teams'],
      ['default1.2a.environment.api.powerplatform.com', 'teams'],
      ['api.powerautomate.com', 'teams'],
      ['hooks.slack.com.evil.example', 'plain'],
      ['evilhooks.slack.com', 'plain'],
      ['example.com', 'plain'],
    ]
    for (const [host, vendor] of hosts) assert.equal(vendor_of(host), vendor, host)
    assert.ok(is_retired('acme.webhook.office.com') && is_retired('outlook.office.com'))
    assert.ok(!is_retired('webhook.office.com.example'))
  })
})
