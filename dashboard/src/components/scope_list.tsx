// Chooses scopes: an area in each line, in plain words, with what a person may give on. Whole columns are chosen by one press.
import { Button, Checkbox, Group } from '@mantine/core'
import type { Scope } from '../../../src/domain/scopes.ts'
import { t } from '../lib/language.ts'
import classes from './scope_list.module.css'
import { ability_of, area_name, area_of } from './scopes.ts'

interface ScopeListProps {
  /** What the person has: nobody gives more. */
  given: readonly Scope[]
  chosen: readonly Scope[]
  choose: (scopes: Scope[]) => void
}

export function ScopeList({ given, chosen, choose }: ScopeListProps) {
  const by_area = [...Map.groupBy(given, area_of)]
  const toggle = (scope: Scope) =>
    choose(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  return (
    <fieldset className={classes.list}>
      <legend className={classes.legend}>{t('What the key may do')}</legend>
      <Group gap={8} className={classes.presets!}>
        <Button size="xs" variant="default" onClick={() => choose(given.filter((scope) => scope.endsWith(':read')))}>
          {t('Read everything')}
        </Button>
        <Button size="xs" variant="default" onClick={() => choose([])}>
          {t('Nothing')}
        </Button>
      </Group>
      <div className={classes.lines}>
        {by_area.map(([area, scopes]) => (
          <div key={area} className={classes.line}>
            <span className={classes.area}>{area_name(area)}</span>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                size="xs"
                label={ability_of(scope)}
                aria-label={`${area_name(area)}: ${ability_of(scope)}`}
                checked={chosen.includes(scope)}
                onChange={() => toggle(scope)}
              />
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
