// What the call answered: the answer, how long it took, and the request id. Errors that name no field stand here.
import { Failure } from '../../api/failure.ts'
import type { ToolToTry } from '../../api/tool_list.ts'
import { CopyIcon, CopyText } from '../../components/copy_text.tsx'
import { Fault } from '../../components/fault.tsx'
import { figure_text } from '../../components/figure.ts'
import { Notice } from '../../components/notice.tsx'
import { t } from '../../lib/language.ts'
import { JsonView } from './json_view.tsx'
import { FollowedSyncs, syncs_of } from './runs.tsx'
import classes from './try.module.css'
import type { Tried } from './use_try.ts'

export function ReplyView({ tool, tried }: { tool: ToolToTry; tried: Tried }) {
  const { reply, error, is_running } = tried
  if (error && !is_running) return <Wrong tool={tool} tried={tried} />
  if (!reply) return is_running ? <p role="status">{t('Waiting for the answer.')}</p> : null
  const { result, duration_ms, request_id } = reply
  const is_open = (result as { state?: unknown }).state === 'running'
  const syncs = syncs_of(result)
  return (
    <section aria-label={t('Answer')} aria-busy={is_running}>
      <div className={classes.answer_head}>
        <h3 className={classes.heading}>{t('Answer')}</h3>
        <p className={classes.quiet} role="status">
          {t('Took {ms} ms.', { ms: figure_text(duration_ms, { kind: 'count' }) })}
        </p>
        {request_id && <CopyText text={request_id} label={t('Copy the request id')} />}
        <CopyIcon text={JSON.stringify(result, null, 2)} label={t('Copy the answer')} />
      </div>
      {is_open && (
        <Notice title={t('The work continues')}>
          <p>{t('The page asks again by itself until the result is here.')}</p>
        </Notice>
      )}
      {syncs.length > 0 && <FollowedSyncs syncs={syncs} />}
      <JsonView value={result} />
    </section>
  )
}

function Wrong({ tool: { effect }, tried: { error, errors, rest, again } }: { tool: ToolToTry; tried: Tried }) {
  const names = Object.keys(errors)
  if (names.length === 0) return <Fault error={error} again={effect === 'read' ? again : undefined} />
  const request_id = error instanceof Failure ? error.request_id : undefined
  return (
    <Notice kind="bad" title={t('Check these fields: {names}', { names: names.join(', ') })}>
      {rest && <p lang="en">{rest}</p>}
      {request_id && (
        <p>
          {t('Request')} <CopyText text={request_id} label={t('Copy the request id')} />
        </p>
      )}
    </Notice>
  )
}
