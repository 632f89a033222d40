// The webhooks: where each sends what, and how its last delivery ended.
import { useMemo } from 'react'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { figure_text } from '../../components/figure.ts'
import { LevelBadge } from '../../components/level_badge.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { distance_text } from '../../lib/moments.ts'
import type { Webhook } from './rows.ts'
import { attempt_state, name_of, state_of } from './words.ts'

export function WebhookTable({ webhooks, open }: { webhooks: readonly Webhook[]; open: (webhook: Webhook) => void }) {
  const columns = use_columns()
  return (
    <DataTable
      label={t('Webhooks')}
      rows={webhooks}
      columns={columns}
      id_of={({ webhook_id }) => webhook_id}
      open={open}
    />
  )
}

function use_columns(): Column<Webhook>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language alone
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('Webhook'),
        value: name_of,
        cell: (webhook) => <TwoLines main={name_of(webhook)} quiet={webhook.name !== null && webhook.url} />,
        is_main: true,
        width: '36%',
      },
      {
        id: 'events',
        title: t('Events'),
        cell: ({ events }) => <TwoLines main="" quiet={events.join(', ')} />,
      },
      {
        id: 'state',
        title: t('State'),
        value: (webhook) => state_of(webhook).text,
        cell: (webhook) => <LevelBadge {...state_of(webhook)} />,
        is_main: true,
        width: '14%',
      },
      {
        id: 'last',
        title: t('Last delivery'),
        value: ({ last_delivery }) => last_delivery?.attempted_at ?? null,
        cell: (webhook) => <LastDelivery of={webhook} />,
        is_main: true,
        width: '20%',
      },
    ],
    [language],
  )
}

function LastDelivery({ of: { last_delivery, waiting } }: { of: Webhook }) {
  const queue = waiting > 0 && t('{count} in the queue', { count: figure_text(waiting, { kind: 'count' }) })
  if (last_delivery === null) return <TwoLines main={t('None in 30 days')} quiet={queue} />
  const quiet = [distance_text(last_delivery.attempted_at), queue].filter(Boolean).join(' · ')
  return <TwoLines main={<LevelBadge {...attempt_state(last_delivery)} />} quiet={quiet} />
}
