// Addresses of others that receive events of the organization as signed requests, and how the last delivery of each ended.
import { Button, Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import type { Webhook } from './rows.ts'
import { WebhookTable } from './webhook_table.tsx'

const WebhookDetails = lazy(() => import('./webhook_details.tsx'))
const WebhookDialog = lazy(() => import('./webhook_dialog.tsx'))

const TABLE_PX = 300
/** While a delivery of the shown webhook waits. */
const ASK_EVERY_MS = 3_000

export default function Webhooks() {
  const [{ webhook: shown }, set_address] = use_address_filter(['webhook'])
  const webhooks = use_answer(
    'list_webhooks',
    {},
    {
      refetchInterval: ({ webhooks }) =>
        webhooks.some(({ webhook_id, waiting }) => webhook_id === shown && waiting > 0) && ASK_EVERY_MS,
    },
  )
  const may_change = may(use_org(), 'notifications:write')
  const [is_creating, set_creating] = useState(false)
  const create = may_change && <Button onClick={() => set_creating(true)}>{t('Create a webhook')}</Button>
  const has_some = webhooks.data && webhooks.data.webhooks.length > 0
  return (
    <Page
      title={t('Webhooks')}
      about={t('Addresses of yours that receive events as signed requests.')}
      action={has_some && create}
      notice={
        !may_change && (
          <Notice title={t('Your role reads.')}>
            <p>{t('Members and admins make and change webhooks.')}</p>
          </Notice>
        )
      }
    >
      <Answered of={webhooks} skeleton={<Skeleton height={TABLE_PX} />}>
        {({ webhooks: list }) =>
          list.length === 0 ? (
            <Empty icon="hook" title={t('No webhooks yet')} action={create}>
              {t('A webhook sends new orders, alerts and changes to a program of yours within seconds.')}
            </Empty>
          ) : (
            <List webhooks={list} shown={shown} may_change={may_change} show={(webhook) => set_address({ webhook })} />
          )
        }
      </Answered>
      {is_creating && (
        <Suspense>
          <WebhookDialog close={() => set_creating(false)} />
        </Suspense>
      )}
    </Page>
  )
}

interface ListProps {
  webhooks: readonly Webhook[]
  shown: string | undefined
  may_change: boolean
  show: (webhook_id: string | undefined) => void
}

/** A notification opens its webhook by the address. */
function List({ webhooks, shown, may_change, show }: ListProps) {
  const opened = webhooks.find(({ webhook_id }) => webhook_id === shown)
  return (
    <>
      {shown && !opened && <Notice title={t('This webhook was deleted.')} />}
      <WebhookTable webhooks={webhooks} open={({ webhook_id }) => show(webhook_id)} />
      {opened && (
        <Suspense>
          <WebhookDetails of={opened} may_change={may_change} close={() => show(undefined)} />
        </Suspense>
      )}
    </>
  )
}
