// The modules of the organization and its plan. The operator switches them, so nothing here can be pressed.
import { Badge, Skeleton } from '@mantine/core'
import { use_answer } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Page } from '../../components/page.tsx'
import { t } from '../../lib/language.ts'
import classes from './lists.module.css'

export default function Modules() {
  const settings = use_answer('get_org_settings', {})
  return (
    <Page title={t('Modules')} about={t('Groups of tools. The operator of this Tablero switches them.')}>
      <Answered of={settings} skeleton={<Skeleton height={480} />}>
        {({ modules, plan }) => (
          <>
            <p className={classes.above}>{t('Plan: {plan}', { plan })}</p>
            <ul className={classes.list}>
              {modules.map(({ module, enabled }) => (
                <li key={module} className={classes.line}>
                  <span className={classes.name} translate="no">
                    {module_name(module)}
                  </span>
                  <Badge
                    variant="default"
                    color={enabled ? undefined : 'gray'}
                    className={enabled ? classes.on! : classes.off!}
                  >
                    {enabled ? t('On') : t('Off')}
                  </Badge>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Page>
  )
}

/** The names of modules are those of the product, and read as names. */
const module_name = (module: string) => module.charAt(0).toUpperCase() + module.slice(1).replaceAll('_', ' ')
