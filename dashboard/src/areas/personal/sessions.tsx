// The browsers in which a person is signed in. Each can be ended.
import { Badge, Button, Group, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { account, type SessionOfPerson } from '../../api/accounts.ts'
import { Answered } from '../../components/answered.tsx'
import { Fault } from '../../components/fault.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t } from '../../lib/language.ts'
import { distance_text } from '../../lib/moments.ts'
import classes from './account.module.css'

const KEY = ['auth', 'sessions']

interface Found {
  sessions: SessionOfPerson[]
  own: string | undefined
}

async function read(): Promise<Found> {
  const [sessions, current] = await Promise.all([account('list-sessions'), account('get-session')])
  return { sessions, own: current?.session.id }
}

export function Sessions() {
  const found = useQuery<Found, Error>({ queryKey: KEY, queryFn: read })
  const client = useQueryClient()
  const [error, set_error] = useState<unknown>()
  const end = async (request: Promise<unknown>) => {
    set_error(undefined)
    await request.then(() => client.invalidateQueries({ queryKey: KEY }), set_error)
  }
  return (
    <Answered of={found} skeleton={<Skeleton height={120} />}>
      {({ sessions, own }) => (
        <>
          {error !== undefined && <Fault error={error} />}
          <ul className={classes.sessions}>
            {sessions.map((session) => (
              <li key={session.id} className={classes.session}>
                <TwoLines
                  main={browser_name(session.userAgent ?? '')}
                  quiet={`${session.ipAddress ?? ''} · ${distance_text(session.updatedAt)}`}
                />
                {session.id === own ? (
                  <Badge>{t('This browser')}</Badge>
                ) : (
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => void end(account('revoke-session', { id: session.id }))}
                  >
                    {t('End')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <Group mt={8}>
              <Button variant="default" onClick={() => void end(account('revoke-other-sessions', {}))}>
                {t('End all others')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Answered>
  )
}

const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
]

function browser_name(agent: string): string {
  const names = [browsers, systems].flatMap((known) => known.find(([pattern]) => pattern.test(agent))?.[1] ?? [])
  return names.join(' · ') || t('Unknown browser')
}
