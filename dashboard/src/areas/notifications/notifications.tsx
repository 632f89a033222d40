// What happened in the organization, newest first. Each person reads for themselves. A notification leads to where one acts.
import { Button, Group, Select, Skeleton, Switch } from '@mantine/core'
import { type Notification, use_mark } from '../../api/notifications.ts'
import { use_pages } from '../../api/paged.ts'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Fault } from '../../components/fault.tsx'
import { is_module, module_names } from '../../components/notice_words.ts'
import { Page } from '../../components/page.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { Item } from './item.tsx'
import classes from './notifications.module.css'

const ROWS_OF_PAGE = 30
const LIST_PX = 480
const UNREAD = 'unread'

export default function Notifications() {
  const [filter, change] = use_address_filter(['module', 'show'])
  const module = is_module(filter.module) ? filter.module : undefined
  const is_unread_only = filter.show === UNREAD
  const chosen = { ...(module && { module }), ...(is_unread_only && { unread_only: true }) }
  const { pages, asked, older } = use_pages('list_own_notifications', chosen, ROWS_OF_PAGE)
  const { mutate, isPending, error } = use_mark()
  const first = pages?.[0]
  const data = first && { unread: first.unread, rows: pages.flatMap(({ notifications }) => notifications) }
  return (
    <Page
      title={t('Notifications')}
      about={t('What happened here. What you have read stays unread for others.')}
      action={
        data &&
        data.unread > 0 && (
          <Button variant="default" loading={isPending} onClick={() => mutate({ all: true })}>
            {t('Mark all as read')}
          </Button>
        )
      }
      notice={error && <Fault error={error} />}
    >
      <Group gap={24} align="flex-end">
        <Select
          label={t('About')}
          data={[
            { value: '', label: t('All') },
            ...Object.entries(module_names()).map(([value, label]) => ({ value, label })),
          ]}
          value={module ?? ''}
          onChange={(to) => change({ module: to ?? undefined })}
        />
        <Switch
          className={classes.switch!}
          label={t('Only unread')}
          checked={is_unread_only}
          onChange={({ currentTarget }) => change({ show: currentTarget.checked ? UNREAD : undefined })}
        />
      </Group>
      <Answered of={{ data, ...asked }} skeleton={<Skeleton height={LIST_PX} />}>
        {({ rows }) => (
          <>
            {rows.length === 0 ? (
              <Nothing
                is_filtered={module !== undefined || is_unread_only}
                clear={() => change({ module: undefined, show: undefined })}
              />
            ) : (
              <List rows={rows} mark={(notification_id) => mutate({ notification_id })} />
            )}
            {older && (
              <Button variant="default" mt={12} onClick={older}>
                {t('Older notifications')}
              </Button>
            )}
          </>
        )}
      </Answered>
    </Page>
  )
}

const List = ({ rows, mark }: { rows: readonly Notification[]; mark: (notification_id: string) => void }) => (
  <ul className={classes.list} aria-label={t('Notifications')}>
    {rows.map((row) => (
      <Item key={row.notification_id} of={row} mark={() => mark(row.notification_id)} />
    ))}
  </ul>
)

function Nothing({ is_filtered, clear }: { is_filtered: boolean; clear: () => void }) {
  if (!is_filtered)
    return (
      <Empty icon="bell" title={t('No notifications yet')}>
        {t('Alerts, connections that need you and changes that wait for a decision appear here.')}
      </Empty>
    )
  return (
    <Empty
      icon="search"
      title={t('No notification matches')}
      action={
        <Button variant="default" onClick={clear}>
          {t('Remove the filter')}
        </Button>
      }
    >
      {t('The filter leaves nothing.')}
    </Empty>
  )
}
