// What would change and why, how much a wrong yes can cost, what cannot be undone, and on which figures the proposal stands.
import { Badge, Group } from '@mantine/core'
import { type_name } from '../../components/change_words.ts'
import { Notice } from '../../components/notice.tsx'
import { Pair, Pairs } from '../../components/pairs.tsx'
import { t } from '../../lib/language.ts'
import { distance_text, moment_text } from '../../lib/moments.ts'
import { platform_name } from '../../lib/platforms.ts'
import { use_org } from '../../shell/org.ts'
import classes from './approvals.module.css'
import { Basis } from './basis.tsx'
import { CampaignPreview } from './campaign_preview.tsx'
import { Changes } from './changes.tsx'
import { Declaration } from './declaration.tsx'
import { Ending } from './ending.tsx'
import type { Action } from './rows.ts'
import { actor_name, risk_name, status_name } from './words.ts'

export function ActionFacts({ action }: { action: Action }) {
  const { about, action_type, platform, account, status, risk, reason } = action
  return (
    <>
      <Group gap={8}>
        <Badge>{status_name(status)}</Badge>
        <Badge>{risk_name(risk)}</Badge>
        <span className={classes.quiet}>
          {type_name(action_type)} · {platform_name(platform)} · {account}
        </span>
      </Group>
      <Ending action={action} />
      {status === 'pending' && <Warnings action={action} />}
      {about !== null && (
        <section>
          <h3 className={classes.title}>{t('What it answers')}</h3>
          <q className={classes.said}>{about}</q>
        </section>
      )}
      {action_type === 'create_campaign' && <CampaignPreview action={action} />}
      <section>
        <h3 className={classes.title}>{t('What changes')}</h3>
        <Changes {...action} />
      </section>
      <section>
        <h3 className={classes.title}>{t('Why')}</h3>
        {reason === null ? <p>{t('No reason was given.')}</p> : <q className={classes.said}>{reason}</q>}
      </section>
      <Declaration declaration={action.declaration} />
      <Basis basis={action.basis} />
      <People action={action} />
    </>
  )
}

/** What to know before a yes. The sentences about the platform are the engine's. */
function Warnings({ action: { is_tainted, stale, others_waiting, can_be_undone, warnings } }: { action: Action }) {
  return (
    <>
      {is_tainted && (
        <Notice kind="warning" title={t('Its proposer had read external text')}>
          <p>{t('Such text can contain instructions. Check the reason and the values yourself.')}</p>
        </Notice>
      )}
      {stale && (
        <Notice kind="warning" title={t('The platform shows another value by now')}>
          <p>
            {t('A sync has read it since. An approved change would end as changed since, and nothing would be sent.')}
          </p>
        </Notice>
      )}
      {others_waiting.length > 0 && (
        <Notice kind="warning" title={t('Other changes of the same target wait too')}>
          <p>
            {t(
              '{count, plural, one {Compare it with the other one first. An approval of one can outdate the other.} other {Compare it with the # others first. An approval of one can outdate the others.}}',
              { count: others_waiting.length },
            )}
          </p>
        </Notice>
      )}
      {!can_be_undone && (
        <Notice kind="warning" title={t('This cannot be undone')}>
          <p>{t('Tablero has no change that restores what was before.')}</p>
        </Notice>
      )}
      {warnings.length > 0 && (
        <section>
          <h3 className={classes.title}>{t('What to know')}</h3>
          <ul className={classes.list}>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function People({ action }: { action: Action }) {
  const { time_zone } = use_org()
  const { status, proposed_by, proposer_name, created_at, expires_at, target_id } = action
  return (
    <Pairs>
      <Pair name={t('Proposed by')}>{actor_name(proposed_by, proposer_name)}</Pair>
      <Pair name={t('Proposed')}>{moment_text(created_at, time_zone)}</Pair>
      {status === 'pending' && (
        <Pair name={t('Expires')}>
          {moment_text(expires_at, time_zone)} ({distance_text(expires_at)})
        </Pair>
      )}
      {target_id !== null && <Pair name={t('Id at the platform')}>{target_id}</Pair>}
    </Pairs>
  )
}
