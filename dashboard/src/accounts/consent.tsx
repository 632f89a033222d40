// The request of an app: what it wants, where the answer goes, in which organization, and the person's decision.
import { Anchor, Button, Group, Select, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { scopes_of } from '../../../src/domain/roles.ts'
import type { Scope } from '../../../src/domain/scopes.ts'
import { type AppOfRequest, account } from '../api/accounts.ts'
import { Answered } from '../components/answered.tsx'
import { Fault } from '../components/fault.tsx'
import { Notice } from '../components/notice.tsx'
import { t } from '../lib/language.ts'
import { EntryFrame } from '../shell/entry_frame.tsx'
import { sign_out } from '../shell/header.tsx'
import type { Org } from '../shell/org.ts'
import { use_person } from '../shell/signed.tsx'
import classes from './consent.module.css'
import { ConsentRefused } from './consent_refused.tsx'
import { type AppRequest, request_of_address } from './request.ts'
import { ScopeChoice } from './scope_choice.tsx'
import { in_words } from './words.ts'

export { ConsentRefused }

export default function Consent() {
  const [request] = useState(request_of_address)
  if (!request) return <ConsentRefused />
  return <ConsentForm request={request} />
}

function ConsentForm({ request }: { request: AppRequest }) {
  const { email } = use_person()
  const { client_id } = request
  const app = useQuery<AppOfRequest, Error>({
    queryKey: ['auth', 'app', client_id],
    queryFn: () => account('oauth2/app', { client_id }),
  })
  const name = app.data?.name ?? t('An app')
  const back = `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`
  return (
    <EntryFrame
      // A long name takes more lines than the words before it. So the page starts again instead of moving.
      key={app.data ? 'described' : 'asked'}
      title={app.data ? t('{name} wants to act for you', { name }) : t('An app wants to act for you')}
      about={
        <>
          {t('You are signed in as {email}.', { email })}{' '}
          <Anchor component="button" type="button" onClick={() => void sign_out(back)}>
            {t('This is not me: sign in as somebody else')}
          </Anchor>
        </>
      }
    >
      <Answered of={app} skeleton={<Skeleton height={420} />}>
        {(found) => (
          <Stack gap={24}>
            <Place request={request} app={found} />
            <Decision request={request} />
          </Stack>
        )}
      </Answered>
    </EntryFrame>
  )
}

/** Anybody can choose any name. The host is what a person can check. */
function Place({ request: { host, is_local }, app: { document } }: { request: AppRequest; app: AppOfRequest }) {
  return (
    <div className={classes.place}>
      <p className={classes.quiet}>{t('Your answer goes to')}</p>
      <p className={classes.host}>{host}</p>
      <p className={classes.quiet}>
        {is_local
          ? t('A program on this device. Allow it only if you have just started it yourself.')
          : t('Allow it only if you know this address. The name is chosen by the app itself.')}
      </p>
      {document !== null && <p className={classes.quiet}>{t('Described at {address}.', { address: document })}</p>}
    </div>
  )
}

function Decision({ request: { oauth_query, asked, ticked } }: { request: AppRequest }) {
  const { organizations } = use_person()
  const own = organizations.filter(({ agency_org_id }) => agency_org_id === null)
  const [org_id, set_org_id] = useState(own[0]?.org_id)
  const [wanted, set_wanted] = useState<readonly Scope[]>(ticked)
  const [running, set_running] = useState<'allow' | 'deny'>()
  const [error, set_error] = useState<unknown>()
  const org = own.find((one) => one.org_id === org_id)
  if (!org) return <NoOrganization />
  const given = [...scopes_of(org)]
  const chosen = wanted.filter((scope) => given.includes(scope))
  const decide = async (what: 'allow' | 'deny') => {
    set_running(what)
    set_error(undefined)
    const decision =
      what === 'allow' ? { accept: true as const, org_id: org.org_id, scopes: chosen } : { accept: false as const }
    await account('oauth2/consent', { oauth_query, ...decision }).then(
      ({ url }) => location.assign(url),
      (thrown) => {
        set_error(in_words(thrown))
        set_running(undefined)
      },
    )
  }
  return (
    <Stack gap={20}>
      <OrganizationField own={own} value={org.org_id} choose={set_org_id} />
      <ScopeChoice own={given} asked={asked} chosen={chosen} choose={set_wanted} />
      <p className={classes.quiet}>
        {t('The app never does more than you may at that moment. You can disconnect it under Settings, Apps.')}
      </p>
      {error !== undefined && <Fault error={error} />}
      <Group gap={8} grow className={classes.buttons!}>
        <Button variant="default" disabled={running !== undefined} onClick={() => void decide('deny')}>
          {t('Deny')}
        </Button>
        <Button
          loading={running === 'allow'}
          disabled={running !== undefined || chosen.length === 0}
          onClick={() => void decide('allow')}
        >
          {t('Allow')}
        </Button>
      </Group>
    </Stack>
  )
}

interface OrganizationFieldProps {
  own: readonly Org[]
  value: string
  choose: (org_id: string) => void
}

const OrganizationField = ({ own, value, choose }: OrganizationFieldProps) => (
  <Select
    label={t('Organization')}
    description={t('The app sees this one alone.')}
    allowDeselect={false}
    searchable={own.length > 5}
    readOnly={own.length === 1}
    nothingFoundMessage={t('Nothing has this name.')}
    data={own.map(({ org_id, name }) => ({ value: org_id, label: name }))}
    value={value}
    onChange={(chosen) => chosen && choose(chosen)}
  />
)

const NoOrganization = () => (
  <Notice kind="warning" title={t('You belong to no organization')}>
    <p>{t('An app acts in an organization. Create one, or accept an invitation, and start again in the app.')}</p>
  </Notice>
)
