// Rules that watch metrics: how each is now, and what they say. Members and admins make and change them.
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
import { DeleteDialog } from './delete_dialog.tsx'
import type { Rule } from './rows.ts'
import { RuleTable } from './rule_table.tsx'
import { is_pending } from './words.ts'

const RuleDetails = lazy(() => import('./rule_details.tsx'))
const RuleDialog = lazy(() => import('./rule_dialog.tsx'))

/** More than an organization can have. */
const RULES_MAX = 200
const TABLE_PX = 300
/** A job evaluates a new rule. */
const ASK_EVERY_MS = 5_000

type Doing = { what: 'create' } | { what: 'change' | 'delete'; of: Rule }

export default function Alerts() {
  const rules = use_answer(
    'list_alert_rules',
    { limit: RULES_MAX },
    { refetchInterval: ({ alert_rules }) => alert_rules.some(is_pending) && ASK_EVERY_MS },
  )
  const may_change = may(use_org(), 'notifications:write')
  const [doing, set_doing] = useState<Doing>()
  const create = may_change && <Button onClick={() => set_doing({ what: 'create' })}>{t('Create a rule')}</Button>
  const has_rules = rules.data && rules.data.alert_rules.length > 0
  return (
    <Page
      title={t('Alerts')}
      about={t('A rule watches one figure. Complete days alone open an alert.')}
      action={has_rules && create}
      notice={
        !may_change && (
          <Notice title={t('Your role reads.')}>
            <p>{t('Members and admins make and change rules.')}</p>
          </Notice>
        )
      }
    >
      <Answered of={rules} skeleton={<Skeleton height={TABLE_PX} />}>
        {({ alert_rules }) =>
          alert_rules.length === 0 ? (
            <Empty icon="alert" title={t('No rules yet')} action={create}>
              {t('A rule tells you when a figure crosses a value, changes, or breaks with its own history.')}
            </Empty>
          ) : (
            <List
              rules={alert_rules}
              may_change={may_change}
              change={(of) => set_doing({ what: 'change', of })}
              remove={(of) => set_doing({ what: 'delete', of })}
            />
          )
        }
      </Answered>
      {doing && doing.what !== 'delete' && (
        <Suspense>
          <RuleDialog of={doing.what === 'change' ? doing.of : undefined} close={() => set_doing(undefined)} />
        </Suspense>
      )}
      {doing?.what === 'delete' && <DeleteDialog of={doing.of} close={() => set_doing(undefined)} />}
    </Page>
  )
}

interface ListProps {
  rules: readonly Rule[]
  may_change: boolean
  change: (rule: Rule) => void
  remove: (rule: Rule) => void
}

/** A notification opens its rule by the address. */
function List({ rules, may_change, change, remove }: ListProps) {
  const [{ rule: shown }, set_address] = use_address_filter(['rule'])
  const opened = rules.find(({ rule_id }) => rule_id === shown)
  const close = () => set_address({ rule: undefined })
  const then = (act: (rule: Rule) => void) => (rule: Rule) => {
    close()
    act(rule)
  }
  return (
    <>
      {shown && !opened && <Notice title={t('This rule was deleted.')} />}
      <RuleTable rules={rules} open={({ rule_id }) => set_address({ rule: rule_id })} />
      {opened && (
        <Suspense>
          <RuleDetails of={opened} may_change={may_change} close={close} change={then(change)} remove={then(remove)} />
        </Suspense>
      )}
    </>
  )
}
