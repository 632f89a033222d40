// The calls of a question or a statement, to be sent by somebody else. Each metric is one call.
import { call_forms } from '../../components/call_forms.ts'
import { CopyAs } from '../../components/copy_as.tsx'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import classes from './explore.module.css'

export function CopyCalls({ tool, inputs, link }: { tool: string; inputs: readonly object[]; link: string }) {
  const org = use_org()
  return (
    <section aria-label={t('Copy this question')}>
      <h2 className={classes.heading}>{t('Copy this question')}</h2>
      <CopyAs
        forms={[...call_forms(org, tool, inputs), { name: t('Link'), code: link }]}
        label={t('Copy this question')}
      />
    </section>
  )
}
