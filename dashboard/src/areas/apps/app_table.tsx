// The connected apps, and the button that ends one.
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type Column, DataTable } from '../../components/data_table.tsx'
import { scopes_in_words } from '../../components/scopes.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t, use_language } from '../../lib/language.ts'
import { distance_text } from '../../lib/moments.ts'
import { use_day_text } from '../../shell/org.ts'
import { DisconnectDialog } from './disconnect_dialog.tsx'
import type { App } from './rows.ts'

export function AppTable({ apps }: { apps: App[] }) {
  const [ending, set_ending] = useState<App>()
  const columns = use_columns(set_ending)
  return (
    <>
      <DataTable label={t('Apps')} rows={apps} columns={columns} id_of={({ grant_id }) => grant_id} />
      {ending && <DisconnectDialog of={ending} close={() => set_ending(undefined)} />}
    </>
  )
}

function use_columns(end: (app: App) => void): Column<App>[] {
  const language = use_language()
  const day_text = use_day_text()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns change with the language alone
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('App'),
        value: ({ name }) => name,
        cell: ({ name, hosts }) => <TwoLines main={name} quiet={hosts.join(', ')} />,
        is_main: true,
        width: '22%',
      },
      {
        id: 'scopes',
        title: t('May do'),
        cell: ({ scopes }) => <TwoLines main="" quiet={scopes_in_words(scopes)} />,
      },
      {
        id: 'person',
        title: t('Acts for'),
        value: ({ person }) => person.name,
        cell: ({ person }) => <TwoLines main={person.name} quiet={person.email} />,
        width: '18%',
      },
      {
        id: 'connected',
        title: t('Connected'),
        value: ({ connected_at }) => connected_at,
        cell: ({ connected_at }) => day_text(connected_at),
        width: '12%',
      },
      {
        id: 'used',
        title: t('Last used'),
        value: ({ last_used_at }) => last_used_at,
        cell: ({ last_used_at }) => (last_used_at === null ? t('Never') : distance_text(last_used_at)),
        is_main: true,
        width: '12%',
      },
      {
        id: 'actions',
        title: t('Actions'),
        cell: (app) => (
          <Button
            size="xs"
            variant="default"
            aria-label={t('Disconnect {name}', { name: app.name })}
            onClick={() => end(app)}
          >
            {t('Disconnect')}
          </Button>
        ),
        is_main: true,
        width: '132px',
      },
    ],
    [language],
  )
}
