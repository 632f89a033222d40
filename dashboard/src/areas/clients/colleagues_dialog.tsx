// Who of the agency acts on a client, and with which role. Each choice is stored when it is made.
import { Select, Skeleton, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '../../../../src/domain/roles.ts'
import { roles } from '../../../../src/domain/roles.ts'
import { use_answer, use_change } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Fault } from '../../components/fault.tsx'
import { Icon } from '../../components/icons.tsx'
import { role_name } from '../../components/roles.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t } from '../../lib/language.ts'
import lists from '../organization/lists.module.css'
import type { Member } from '../organization/rows.ts'
import classes from './colleagues_dialog.module.css'
import type { Client } from './rows.ts'

const NO_ACCESS = 'none'
/** More are found by name. */
const SHOWN_MAX = 20

export function ColleaguesDialog({ client, close }: { client: Client; close: () => void }) {
  const members = use_answer('list_members', {})
  return (
    <Dialog close={close} title={t('Who acts on {name}', { name: client.name })} size="lg">
      <p className={lists.above}>
        {t(
          'Admins of the agency act on all clients as admin. Keys that a person owns in the agency act as the person does.',
        )}
      </p>
      <Answered of={members} skeleton={<Skeleton height={220} />}>
        {({ members: people }) => <People people={people.filter(({ role }) => role !== 'admin')} client={client} />}
      </Answered>
    </Dialog>
  )
}

function People({ people, client }: { people: Member[]; client: Client }) {
  const [wanted, set_wanted] = useState('')
  if (people.length === 0) return <p className={lists.quiet}>{t('Everybody in the agency is an admin.')}</p>
  const text = wanted.trim().toLowerCase()
  const found = people.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(text))
  const shown = found.slice(0, SHOWN_MAX)
  return (
    <>
      {people.length > SHOWN_MAX && (
        <TextInput
          className={classes.search!}
          leftSection={<Icon name="search" size={16} />}
          placeholder={t('Search people')}
          aria-label={t('Search people')}
          value={wanted}
          onChange={({ currentTarget }) => set_wanted(currentTarget.value)}
        />
      )}
      <ul className={lists.list}>
        {shown.map((person) => (
          <Colleague key={person.user_id} person={person} client={client} />
        ))}
      </ul>
      {found.length > shown.length && (
        <p className={lists.below}>
          {t('{count, plural, one {# more person. Search for the name.} other {# more people. Search for a name.}}', {
            count: found.length - shown.length,
          })}
        </p>
      )}
    </>
  )
}

function Colleague({ person: { user_id, name, email }, client }: { person: Member; client: Client }) {
  const { client_org_id, colleagues } = client
  const role = colleagues.find((one) => one.user_id === user_id)?.role ?? NO_ACCESS
  const give = use_change('set_client_access', ['list_clients'])
  const end = use_change('remove_client_access', ['list_clients'])
  const choose = (chosen: string | null) => {
    if (chosen === null || chosen === role) return
    give.reset()
    end.reset()
    if (chosen === NO_ACCESS) end.mutate({ client_org_id, user_id })
    else give.mutate({ client_org_id, user_id, role: chosen as Role })
  }
  const error = give.error ?? end.error
  return (
    <li className={classes.person}>
      <div className={classes.line}>
        <TwoLines main={name} quiet={email} />
        <Select
          aria-label={t('What {name} may do', { name })}
          data={[
            { value: NO_ACCESS, label: t('No access') },
            ...roles.toReversed().map((value) => ({ value, label: role_name(value) })),
          ]}
          w={150}
          allowDeselect={false}
          value={role}
          disabled={give.isPending || end.isPending}
          onChange={choose}
        />
      </div>
      {error && <Fault error={error} />}
    </li>
  )
}
