// Until when the data of a page reaches: the oldest of its sources. Opens the list of all of them.
import { Popover, UnstyledButton } from '@mantine/core'
import { t } from '../lib/language.ts'
import { date_text, time_text } from '../lib/moments.ts'
import { platform_name } from '../lib/platforms.ts'
import { type Provenance, type SourceOfAnswer, stated, synced_at } from '../lib/trust.ts'
import { use_org } from '../shell/org.ts'
import classes from './freshness.module.css'
import { HealthBadge } from './health_badge.tsx'
import { Icon } from './icons.tsx'

/** `of`: the answers of the page that are here already. */
export function Freshness({ of }: { of: readonly (Provenance | undefined)[] }) {
  const { time_zone } = use_org()
  const sources = joined(of)
  const oldest = sources
    .map(({ read_at }) => read_at)
    .filter((instant) => instant !== null)
    .sort()[0]
  // Keeps the space of the button, which is a line of its own on a phone.
  if (sources.length === 0)
    return (
      <span className={`${classes.button} ${classes.room}`} aria-hidden>
        {t('No data yet')}
      </span>
    )
  const is_healthy = sources.every(({ health }) => health === 'ok')
  return (
    <Popover position="bottom-end" shadow="none" width={400} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.button}>
          {!is_healthy && (
            <span className={classes.warning}>
              <Icon name="warning" size={15} />
            </span>
          )}
          {oldest === undefined ? t('No data yet') : t('Data until {time}', { time: time_text(oldest, time_zone) })}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Sources of these figures')}>
        <ul className={classes.list}>
          {sources.map((source) => (
            <li key={source.connection_id} className={classes.source}>
              <span className={classes.names}>
                <span className={classes.name}>{source.name}</span>
                <span className={classes.quiet}>{platform_name(source.platform)}</span>
              </span>
              <span className={classes.state}>
                <HealthBadge health={source.health} />
                <span className={classes.quiet}>{reach_text(source, time_zone)}</span>
              </span>
            </li>
          ))}
        </ul>
        {more_of(of) > 0 && (
          <p className={classes.quiet}>
            {t('{count, plural, one {# more source} other {# more sources}}', { count: more_of(of) })}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface Shown extends SourceOfAnswer {
  read_at: string | null
  until: string | null | undefined
}

/** Each source once, the oldest reading of several answers, unhealthy ones first. */
function joined(answers: readonly (Provenance | undefined)[]): Shown[] {
  const found = new Map<string, Shown>()
  for (const answer of answers)
    for (const source of answer?.sources ?? []) {
      const shown = { ...source, read_at: synced_at(source, answer!), until: stated(source, answer!, 'covered_until') }
      const before = found.get(source.connection_id)
      if (!before || (shown.read_at ?? '') < (before.read_at ?? '')) found.set(source.connection_id, shown)
    }
  return [...found.values()].sort((a, b) => Number(a.health === 'ok') - Number(b.health === 'ok'))
}

const more_of = (answers: readonly (Provenance | undefined)[]): number =>
  Math.max(
    0,
    ...answers.map((answer) => Object.values(answer?.more_sources ?? {}).reduce((a: number, b) => a + (b ?? 0), 0)),
  )

const reach_text = ({ read_at, until }: Shown, time_zone: string): string =>
  [
    read_at === null ? t('never read') : t('read {time}', { time: time_text(read_at, time_zone) }),
    until && t('days until {day}', { day: date_text(until) }),
  ]
    .filter(Boolean)
    .join(' · ')
