// Agencies with access to the organization, and agencies that asked this person for it.
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_change } from '../../api/queries.ts'
import { ConfirmDialog } from '../../components/confirm_dialog.tsx'
import { show_failure } from '../../components/toast.ts'
import { TwoLines } from '../../components/two_lines.tsx'
import { t } from '../../lib/language.ts'
import { use_day_text, use_org } from '../../shell/org.ts'
import classes from './lists.module.css'

type Agency = OrgTools['list_members']['result']['agencies'][number]
type Request = OrgTools['list_access_requests']['result']['requests'][number]

export function Agencies({ agencies, requests }: { agencies: Agency[]; requests: Request[] }) {
  const [ending, set_ending] = useState<Agency>()
  if (agencies.length + requests.length === 0)
    return <p className={classes.quiet}>{t('No agency acts on this organization.')}</p>
  return (
    <>
      <ul className={classes.list}>
        {requests.map((request) => (
          <Asking key={request.request_id} request={request} />
        ))}
        {agencies.map((agency) => (
          <li key={agency.agency_org_id} className={classes.line}>
            <TwoLines main={agency.name} quiet={t('Acts on this organization')} />
            <Button
              size="xs"
              variant="default"
              onClick={() => set_ending(agency)}
              aria-label={t('End the access of {name}', { name: agency.name })}
            >
              {t('End the access')}
            </Button>
          </li>
        ))}
      </ul>
      {ending && <EndDialog agency={ending} close={() => set_ending(undefined)} />}
    </>
  )
}

function Asking({ request }: { request: Request }) {
  const { request_id, name, expires_at } = request
  const [is_accepting, set_accepting] = useState(false)
  const day_text = use_day_text()
  const decline = use_change('decline_access_request', ['list_access_requests'])
  return (
    <li className={classes.line}>
      <TwoLines main={name} quiet={t('Asks you for access, until {day}', { day: day_text(expires_at) })} />
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          loading={decline.isPending}
          onClick={() => decline.mutate({ request_id }, { onError: show_failure })}
          aria-label={t('Decline {name}', { name })}
        >
          {t('Decline')}
        </Button>
        <Button size="xs" onClick={() => set_accepting(true)} aria-label={t('Accept {name}', { name })}>
          {t('Accept')}
        </Button>
      </Group>
      {is_accepting && <AcceptDialog request={request} close={() => set_accepting(false)} />}
    </li>
  )
}

function AcceptDialog({ request: { request_id, name }, close }: { request: Request; close: () => void }) {
  const org = use_org()
  const { mutateAsync } = use_change('accept_access_request', ['list_access_requests', 'list_members'])
  return (
    <ConfirmDialog
      title={t('Let {name} act on {org}?', { name, org: org.name })}
      verb={t('Give access')}
      close={close}
      confirm={() => mutateAsync({ request_id })}
    >
      <p>
        {t(
          'Admins of the agency can then do everything here that an admin can, and choose colleagues who act here too.',
        )}
      </p>
      <p>{t('The audit page shows what they do. You can end the access at any time.')}</p>
    </ConfirmDialog>
  )
}

function EndDialog({ agency: { agency_org_id, name }, close }: { agency: Agency; close: () => void }) {
  const { mutateAsync } = use_change('end_agency_access', ['list_members'])
  return (
    <ConfirmDialog
      title={t('End the access of {name}?', { name })}
      verb={t('End the access')}
      is_destructive
      close={close}
      confirm={() => mutateAsync({ agency_org_id })}
    >
      <p>{t('Nobody of {name}, and none of its keys, can open this organization within a second.', { name })}</p>
    </ConfirmDialog>
  )
}
