// Removes a member. The dialog names what ends with it: the keys of the person, which can be handed on before, and apps that act for them.
import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { forget_me, use_answer, use_change } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import type { Member } from './rows.ts'

export function RemoveDialog({ member: { user_id, name, email }, close }: { member: Member; close: () => void }) {
  const { org_id } = use_org()
  const keys = use_answer('list_api_keys', {})
  const apps = use_answer('list_connected_apps', {})
  const { mutateAsync } = use_change('remove_member', ['list_members', 'list_api_keys', 'list_connected_apps'])
  const confirm = async () => {
    await mutateAsync({ user_id })
    await forget_me()
  }
  return (
    <ConfirmDialog
      title={t('Remove {name}?', { name })}
      verb={t('Remove')}
      is_destructive
      close={close}
      confirm={confirm}
    >
      <p>{t('{email} can no longer open this organization. It takes effect within a second.', { email })}</p>
      <Answered of={keys} skeleton={<Skeleton height={40} />}>
        {({ keys: list }) => {
          const own = list.filter(({ owner, status }) => owner?.user_id === user_id && status === 'active')
          if (own.length === 0) return <p>{t('This person has no keys here.')}</p>
          return (
            <>
              <p>
                {t('{count, plural, one {# key ends} other {# keys end}}: {names}.', {
                  count: own.length,
                  names: own.map((key) => key.name).join(', '),
                })}
              </p>
              <p>
                <Link to={`/o/${org_id}/settings/keys`}>{t('Hand keys on first')}</Link>
              </p>
            </>
          )
        }}
      </Answered>
      <Answered of={apps} skeleton={<Skeleton height={20} />}>
        {({ apps: list }) => {
          const own = list.filter(({ person }) => person.user_id === user_id)
          if (own.length === 0) return <p>{t('No app acts for this person here.')}</p>
          return (
            <p>
              {t('{count, plural, one {# app is disconnected} other {# apps are disconnected}}: {names}.', {
                count: own.length,
                names: own.map((app) => app.name).join(', '),
              })}
            </p>
          )
        }}
      </Answered>
    </ConfirmDialog>
  )
}
