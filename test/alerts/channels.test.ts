// The channels that a rule names: an alert goes to those that are on, and each answer about the rule warns about the others.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { alert_bench, type Shop, steady, TODAY } from './alert_bench.ts'

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench()
})
after(() => bench.close())

const SENTENCES = {
  chat: /^No chat is set/,
  messaging: /^No phone is confirmed/,
  email: /^Emails of notifications are off/,
}
type Outside = keyof typeof SENTENCES
const NAMED: Outside[] = ['chat', 'messaging', 'email']

const set = ({ org_id }: Shop, channel: string, state: string) =>
  bench.owner.query(
    `insert into org_channels (org_id, channel, vendor, shown, sealed, state, off_reason, set_at)
     values ($1, $2, $3, '+525512345678', $4, $5, case $5 when 'off' then 'refused' end, now())
     on conflict (org_id, channel) do update set state = excluded.state, off_reason = excluded.off_reason`,
    [org_id, channel, ...(channel === 'chat' ? ['slack', Buffer.from('sealed')] : ['whatsapp', null]), state],
  )
const set_emails = ({ org_id }: Shop, is_on: boolean) =>
  bench.owner.query('update orgs set email_notifications = $2 where org_id = $1', [org_id, is_on])

/** The channels about which the sentences warn. */
const warned = (warnings: string[]) =>
  warnings.flatMap((warning) => NAMED.filter((channel) => SENTENCES[channel].test(warning))).sort()

const RULE = { metric: 'store.revenue', threshold: 400 }

test('each answer about a rule warns about the named channels that are not on, and the alert goes to the others', async () => {
  const states: [string | undefined, string | undefined, boolean, Outside[]][] = [
    [undefined, undefined, false, ['chat', 'email', 'messaging']],
    ['off', 'unconfirmed', true, ['chat', 'messaging']],
    ['on', 'off', false, ['email', 'messaging']],
    ['on', 'on', true, []],
  ]
  for (const [chat, messaging, emails, expected] of states) {
    const shop = await bench.shop()
    await shop.sell(steady(TODAY, 100, 500))
    if (chat) await set(shop, 'chat', chat)
    if (messaging) await set(shop, 'messaging', messaging)
    await set_emails(shop, emails)
    const made = await shop.org.ask('create_alert_rule', { ...RULE, channels: ['dashboard', ...NAMED] })
    assert.deepEqual(warned(made.warnings), expected)
    const changed = await shop.org.ask('update_alert_rule', { rule_id: made.rule_id, name: 'Sales' })
    assert.deepEqual(warned(changed.warnings), expected)
    const [listed] = (await shop.org.ask('list_alert_rules')).alert_rules
    assert.deepEqual(warned(listed.warnings), expected)
    await shop.evaluate(made.rule_id, TODAY)
    const { rows } = await bench.owner.query('select channel from messages where org_id = $1', [shop.org_id])
    assert.deepEqual(
      rows.map(({ channel }) => channel).sort(),
      [...NAMED].filter((channel) => !expected.includes(channel)).sort(),
    )
  }
})

test('a rule that names no channel, or the dashboard alone, has no warning about channels', async () => {
  const shop = await bench.shop()
  await shop.sell(steady(TODAY, 100, 300))
  await set_emails(shop, false)
  for (const channels of [undefined, ['dashboard']])
    assert.deepEqual((await shop.org.ask('create_alert_rule', { ...RULE, channels })).warnings, [])
  const { alert_rules } = await shop.org.ask('list_alert_rules')
  assert.deepEqual(
    alert_rules.map(({ warnings }: { warnings: string[] }) => warnings),
    [[], []],
  )
})

test('a rule whose channel is switched off later is listed with a warning', async () => {
  const shop = await bench.shop()
  await set(shop, 'chat', 'on')
  await shop.rule({ channels: ['chat'] })
  const warnings = async () => (await shop.org.ask('list_alert_rules')).alert_rules[0].warnings
  assert.deepEqual(await warnings(), [])
  await set(shop, 'chat', 'off')
  assert.deepEqual(warned(await warnings()), ['chat'])
})
