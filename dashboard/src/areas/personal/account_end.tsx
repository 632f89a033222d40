// Takes one's data along, and ends the account.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { account } from '../../api/accounts.ts'
import { use_personal_change } from '../../api/queries.ts'
import { save_file } from '../../components/csv.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Fault } from '../../components/fault.tsx'
import { t } from '../../lib/language.ts'
import { use_person } from '../../shell/signed.tsx'
import { CurrentPassword } from './password.tsx'

export function AccountEnd() {
  const me = use_person()
  const [is_ending, set_ending] = useState(false)
  const [password, set_password] = useState('')
  const [error, set_error] = useState<unknown>()
  const { mutateAsync } = use_personal_change('export_my_data')
  const save = async () => {
    set_error(undefined)
    const text = JSON.stringify(await mutateAsync({}), null, 2)
    save_file('tablero-account.json', new Blob([text], { type: 'application/json' }))
  }
  const end = async () => {
    await account('delete-user', { password })
    location.assign('/sign-in')
  }
  return (
    <>
      <p>{t('The file has what this Tablero keeps of you: account, sessions, organizations, keys and invitations.')}</p>
      {error !== undefined && <Fault error={error} />}
      <Group gap={8}>
        <Button variant="default" onClick={() => void save().catch(set_error)}>
          {t('Save my data')}
        </Button>
        <Button variant="default" onClick={() => set_ending(true)}>
          {t('Delete the account')}
        </Button>
      </Group>
      {is_ending && (
        <Dialog close={() => set_ending(false)} title={t('Delete the account?')}>
          <Form verb={t('Delete the account')} submit={end}>
            <p>
              {t(
                '{count, plural, =0 {You belong to no organization.} one {You leave # organization, and your keys there end.} other {You leave # organizations, and your keys there end.}} This cannot be undone.',
                { count: me.organizations.filter(({ agency_org_id }) => agency_org_id === null).length },
              )}
            </p>
            <CurrentPassword value={password} onChange={set_password} />
          </Form>
        </Dialog>
      )}
    </>
  )
}
