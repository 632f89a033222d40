// The platforms: those that are connected, with their health, and those that can be.
import { Anchor, Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { use_connections } from '../../api/connections.ts'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Fault } from '../../components/fault.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import classes from './cards.module.css'
import { use_connect } from './connect.ts'
import { ConnectionCard } from './connection_card.tsx'
import { ConnectionDetails } from './connection_details.tsx'
import { DisconnectDialog } from './disconnect_dialog.tsx'
import { PlatformCard } from './platform_card.tsx'
import type { Connection, Platform } from './rows.ts'

const TO_CONNECT = 'to-connect'

export default function Connections() {
  const connections = use_connections()
  const platforms = use_answer('list_platforms', {})
  const [{ connected }, change] = use_address_filter(['connected'])
  const may_change = may(use_org(), 'connections:write')
  const fresh = connections.data?.connections.find(({ connection_id }) => connection_id === connected)
  return (
    <Page
      title={t('Connections')}
      about={t('What Tablero reads. Nothing is changed at a platform without an approval.')}
      notice={
        fresh ? (
          <Notice
            kind="good"
            title={t('{name} is connected', { name: fresh.name })}
            action={
              <Button size="xs" variant="default" onClick={() => change({ connected: undefined })}>
                {t('Close')}
              </Button>
            }
          >
            <p>{t('The newest days are read first. Older ones follow in the background.')}</p>
          </Notice>
        ) : (
          !may_change && (
            <Notice title={t('Your role reads.')}>
              <p>{t('Members and admins connect platforms and start syncs.')}</p>
            </Notice>
          )
        )
      }
    >
      <Answered of={connections} skeleton={<Cards of={[1, 2, 3]} />}>
        {(answer) => (
          <Answered of={platforms} skeleton={<Cards of={[1, 2, 3]} />}>
            {(known) => (
              <>
                <Lists
                  connections={answer.connections}
                  platforms={known.platforms}
                  may_change={may_change}
                  connected={connected}
                />
                {answer.truncated && <p className={classes.quiet}>{answer.hint}</p>}
              </>
            )}
          </Answered>
        )}
      </Answered>
    </Page>
  )
}

const Cards = ({ of }: { of: number[] }) => (
  <div className={classes.cards}>
    {of.map((card) => (
      <Skeleton key={card} height={170} />
    ))}
  </div>
)

interface ListsProps {
  connections: Connection[]
  platforms: Platform[]
  may_change: boolean
  connected: string | undefined
}

/** Connections that need a person come first. */
const in_need = ({ health }: Connection) => Number(health !== 'needs_reconnection') + Number(health === 'ok')

function Lists({ connections, platforms, may_change, connected }: ListsProps) {
  const [{ connection: shown }, change] = use_address_filter(['connection'])
  const [ending, set_ending] = useState<Connection>()
  const { connect, error, opening } = use_connect()
  const platform_of = new Map(platforms.map((one) => [one.platform as string, one]))
  const by_platform = Map.groupBy(connections, ({ platform }) => platform)
  const left = platforms.filter(({ platform }) => !by_platform.has(platform))
  const detailed = connections.find(({ connection_id }) => connection_id === shown)
  return (
    <>
      {error && <Fault error={error} />}
      {connections.length === 0 ? (
        <Nothing may_change={may_change} />
      ) : (
        <section aria-labelledby="connected">
          <h2 id="connected" className={classes.heading}>
            {t('Connected')}
          </h2>
          <div className={classes.cards}>
            {connections
              .toSorted((a, b) => in_need(a) - in_need(b))
              .map((connection) => (
                <ConnectionCard
                  key={connection.connection_id}
                  connection={connection}
                  siblings={by_platform.get(connection.platform)!.length}
                  may_change={may_change}
                  is_opening={opening === connection.platform}
                  is_new={connection.connection_id === connected}
                  show={() => change({ connection: connection.connection_id })}
                  connect={() => void connect(connection.platform)}
                  disconnect={() => set_ending(connection)}
                />
              ))}
          </div>
        </section>
      )}
      {left.length > 0 && (
        <section aria-labelledby={TO_CONNECT}>
          <h2 id={TO_CONNECT} className={classes.heading}>
            {t('To connect')}
          </h2>
          <div className={classes.cards}>
            {left.map((of) => (
              <PlatformCard
                key={of.platform}
                of={of}
                may_change={may_change}
                is_opening={opening === of.platform}
                connect={() => void connect(of.platform)}
              />
            ))}
          </div>
        </section>
      )}
      {detailed && <ConnectionDetails connection={detailed} close={() => change({ connection: undefined })} />}
      {ending && (
        <DisconnectDialog
          connection={ending}
          platform={platform_of.get(ending.platform)}
          close={() => set_ending(undefined)}
        />
      )}
    </>
  )
}

const Nothing = ({ may_change }: { may_change: boolean }) => (
  <Empty
    icon="plug"
    title={t('Nothing is connected yet')}
    action={may_change && <Anchor href={`#${TO_CONNECT}`}>{t('Choose a platform')}</Anchor>}
  >
    {t('Connect your store and your ads first. Their figures appear while the first sync runs.')}
  </Empty>
)
