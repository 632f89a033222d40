// API keys: programs and agents call Tablero with them. Admins see all keys, others their own.
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Page } from '../../components/page.tsx'
import { t } from '../../lib/language.ts'
import { CreateKeyDialog } from './create_key_dialog.tsx'
import { KeyTable } from './key_table.tsx'

export default function Keys() {
  const keys = use_answer('list_api_keys', {})
  const [is_creating, set_creating] = useState(false)
  const create = <Button onClick={() => set_creating(true)}>{t('Create a key')}</Button>
  const has_keys = keys.data && keys.data.keys.length > 0
  return (
    <Page
      title={t('Keys')}
      about={t('Programs and agents call Tablero with a key. A key never does more than its owner may at this moment.')}
      action={has_keys && create}
    >
      <Answered of={keys} skeleton={<Skeleton height={300} />}>
        {({ keys: list, truncated, hint }) =>
          list.length === 0 ? (
            <Empty icon="key" title={t('No keys yet')} action={create}>
              {t('With a key, Claude or a script of yours reads the same figures as you see here.')}
            </Empty>
          ) : (
            <>
              <KeyTable keys={list} />
              {truncated && <p>{hint}</p>}
            </>
          )
        }
      </Answered>
      {is_creating && <CreateKeyDialog close={() => set_creating(false)} />}
    </Page>
  )
}
