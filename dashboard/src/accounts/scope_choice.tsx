// The scopes of a request, each a sentence, by area. What changes something stands apart from what only reads. What the app did not ask for
// is shown on request.
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Scope } from '../../../src/domain/scopes.ts'
import { sentence_of } from '../components/scope_sentences.ts'
import { ability_of, area_name, area_of } from '../components/scopes.ts'
import { t } from '../lib/language.ts'
import classes from './consent.module.css'

interface ScopeChoiceProps {
  /** What the person has in the organization. */
  own: readonly Scope[]
  asked: readonly Scope[]
  chosen: readonly Scope[]
  choose: (scopes: Scope[]) => void
}

const only_reads = (scope: Scope) => scope.endsWith(':read')

export function ScopeChoice({ own, asked, chosen, choose }: ScopeChoiceProps) {
  const offered = own.filter((scope) => asked.includes(scope))
  const [has_more, set_more] = useState(offered.length === 0)
  const shown = has_more ? own : offered
  const parts = [
    { title: t('Read'), list: shown.filter(only_reads) },
    { title: t('Change'), list: shown.filter((scope) => !only_reads(scope)) },
  ].filter(({ list }) => list.length > 0)
  return (
    <Stack gap={20}>
      {parts.map(({ title, list }) => (
        <Part key={title} title={title} list={list} chosen={chosen} choose={choose} />
      ))}
      {shown.length < own.length && (
        <div>
          <Button variant="subtle" onClick={() => set_more(true)}>
            {t('Allow something else too')}
          </Button>
        </div>
      )}
    </Stack>
  )
}

interface PartProps extends Omit<ScopeChoiceProps, 'own' | 'asked'> {
  title: string
  list: readonly Scope[]
}

function Part({ title, list, chosen, choose }: PartProps) {
  const ticked = list.filter((scope) => chosen.includes(scope))
  const others = chosen.filter((scope) => !list.includes(scope))
  const toggle_all = () => choose(ticked.length === list.length ? others : [...others, ...list])
  const toggle = (scope: Scope) =>
    choose(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope])
  return (
    <fieldset className={classes.part}>
      <legend className={classes.legend}>{title}</legend>
      <Group justify="space-between" className={classes.all!}>
        <Checkbox
          size="xs"
          label={t('{count} of {total}', { count: ticked.length, total: list.length })}
          aria-label={t('All of: {title}', { title })}
          checked={ticked.length === list.length}
          indeterminate={ticked.length > 0 && ticked.length < list.length}
          onChange={toggle_all}
        />
      </Group>
      <div className={classes.lines}>
        {list.map((scope) => (
          <Checkbox
            key={scope}
            className={classes.line!}
            label={title_of(scope)}
            description={sentence_of(scope)}
            checked={chosen.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </div>
    </fieldset>
  )
}

const title_of = (scope: Scope) =>
  only_reads(scope) ? area_name(area_of(scope)) : `${area_name(area_of(scope))}: ${ability_of(scope).toLowerCase()}`
