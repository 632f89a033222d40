// The three roles side by side: what each may do in each area. The table of the product decides, nothing is repeated here.
import { type Role, roles, scopes_of_role } from '../../../src/domain/roles.ts'
import { t } from '../lib/language.ts'
import classes from './role_table.module.css'
import { role_about, role_name } from './roles.ts'
import { ability_of, area_name, area_of, areas } from './scopes.ts'

function abilities(role: Role, area: string): string {
  const own = scopes_of_role[role].filter((scope) => area_of(scope) === area)
  return own.map(ability_of).join(', ')
}

export function RoleTable() {
  return (
    <section
      className={classes.box}
      aria-label={t('What each role may do')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls on a phone
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.head}>
              {t('Area')}
            </th>
            {roles.map((role) => (
              <th key={role} scope="col" className={classes.head}>
                {role_name(role)}
                <span className={classes.about}>{role_about(role)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area}>
              <th scope="row" className={classes.area}>
                {area_name(area)}
              </th>
              {roles.map((role) => (
                <td key={role} className={classes.cell}>
                  {abilities(role, area) || <span className={classes.none}>{t('Nothing')}</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
