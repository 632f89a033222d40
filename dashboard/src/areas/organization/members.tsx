// People of the organization, open invitations, and what each role may do.
import { Button, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Page } from '../../components/page.tsx'
import { RoleTable } from '../../components/role_table.tsx'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import { Agencies } from './agencies.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite_dialog.tsx'
import classes from './lists.module.css'
import { MemberTable } from './member_table.tsx'

export default function Members() {
  const members = use_answer('list_members', {})
  const invitations = use_answer('list_invitations', { limit: 200 })
  // Only members answer requests. Who acts here for an agency sees none.
  const is_member = use_org().agency_org_id === null
  const requests = use_answer('list_access_requests', {}, { enabled: is_member })
  const [is_inviting, set_inviting] = useState(false)
  return (
    <Page
      title={t('Members')}
      about={t('People of this organization. What their keys and apps may do follows their role.')}
      action={<Button onClick={() => set_inviting(true)}>{t('Invite')}</Button>}
    >
      <Answered of={members} skeleton={<Skeleton height={300} />}>
        {({ members: people }) => <MemberTable members={people} />}
      </Answered>
      {/* The table has any number of rows, so that what follows it would move. */}
      {!members.isPending && (
        <>
          <h2 className={classes.heading}>{t('Invitations')}</h2>
          <Answered of={invitations} skeleton={<Skeleton height={110} />}>
            {({ invitations: list }) => <Invitations list={list} />}
          </Answered>
          <h2 className={classes.heading}>{t('Agencies')}</h2>
          <Answered of={members} skeleton={<Skeleton height={60} />}>
            {({ agencies }) =>
              is_member ? (
                <Answered of={requests} skeleton={<Skeleton height={60} />}>
                  {({ requests: asking }) => <Agencies agencies={agencies} requests={asking} />}
                </Answered>
              ) : (
                <p className={classes.quiet}>
                  {t('You act here for an agency. Members of the organization decide about it.')}
                </p>
              )
            }
          </Answered>
          <h2 className={classes.heading}>{t('What each role may do')}</h2>
          <RoleTable />
        </>
      )}
      {is_inviting && <InviteDialog close={() => set_inviting(false)} />}
    </Page>
  )
}
