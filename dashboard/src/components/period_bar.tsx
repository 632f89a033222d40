// The period of a page and its comparison. Both are in the address, so a link shows the same. t opens the periods, c the comparisons.
import { Button, Menu, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { add_days, count_days } from '../lib/days.ts'
import { t } from '../lib/language.ts'
import { comparisons, days_before, type PeriodChoice, preset_days, presets } from '../lib/period.ts'
import { compare_name, comparison_name, days_text, period_name, preset_name } from '../lib/period_words.ts'
import type { PagePeriod } from '../lib/use_period.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icons.tsx'
import { Notice } from './notice.tsx'
import classes from './period_bar.module.css'

interface PeriodBarProps {
  period: PagePeriod
  /** A page whose tools compare with nothing has no choice of it. */
  compares?: boolean
  /** Beside the choice, such as the freshness. */
  children?: ReactNode
}

export function PeriodBar({ period, compares = true, children }: PeriodBarProps) {
  const [custom, set_custom] = useState<'period' | 'compare'>()
  const bar = use_keys()
  const { choice, current, before } = period
  return (
    <>
      <div className={classes.bar} ref={bar}>
        <PeriodMenu period={period} open_custom={() => set_custom('period')}>
          <span className={classes.name}>{period_name(choice)}</span>
          <span className={classes.days}>{days_text(current)}</span>
        </PeriodMenu>
        {compares && (
          <CompareMenu period={period} open_custom={() => set_custom('compare')}>
            <span className={classes.name}>{compare_name(choice)}</span>
            {before && <span className={classes.days}>{days_text(before)}</span>}
          </CompareMenu>
        )}
        <div className={classes.rest}>{children}</div>
      </div>
      {choice.broken.length > 0 && (
        <Notice kind="warning" title={t('The address has a period that cannot be read. The default is shown.')} />
      )}
      {custom === 'period' && <CustomDays period={period} close={() => set_custom(undefined)} />}
      {custom === 'compare' && <CustomComparison period={period} close={() => set_custom(undefined)} />}
    </>
  )
}

/** Single keys, as long as nobody types: the buttons say which key opens them. */
function use_keys() {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const on_key = ({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: KeyboardEvent) => {
      const is_typing =
        target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog], [role=menu]')
      if (ctrlKey || metaKey || altKey || is_typing || defaultPrevented) return
      bar.current?.querySelector<HTMLButtonElement>(`[data-key="${CSS.escape(key)}"]`)?.click()
    }
    addEventListener('keydown', on_key)
    return () => removeEventListener('keydown', on_key)
  }, [])
  return bar
}

interface MenuProps {
  period: PagePeriod
  open_custom: () => void
  children: ReactNode
}

function PeriodMenu({ period: { choice, today, change }, open_custom, children }: MenuProps) {
  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <UnstyledButton className={classes.button} data-key="t">
          <VisuallyHidden>{t('Period')}: </VisuallyHidden>
          {children}
          <Icon name="chevrons" size={15} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {presets.map((preset) => (
          <Choice
            key={preset}
            name={preset_name(preset)}
            days={days_text(preset_days(preset, today))}
            is_chosen={choice.period === preset}
            choose={() => change({ period: preset })}
          />
        ))}
        <Menu.Divider />
        <Menu.Item onClick={open_custom}>{t('Custom days')}…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function CompareMenu({ period: { choice, current, change }, open_custom, children }: MenuProps) {
  return (
    <Menu position="bottom-start" width={340}>
      <Menu.Target>
        <UnstyledButton className={classes.button} data-key="c">
          <VisuallyHidden>{t('Comparison')}: </VisuallyHidden>
          <span className={classes.against} aria-hidden="true">
            {t('vs')}
          </span>
          {children}
          <Icon name="chevrons" size={15} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {comparisons.map((compare) => {
          const days = days_before(current, compare)
          return (
            <Choice
              key={compare}
              name={comparison_name(compare)}
              days={days && days_text(days)}
              is_chosen={choice.compare === compare}
              choose={() => change({ compare })}
            />
          )
        })}
        <Menu.Divider />
        <Menu.Item onClick={open_custom}>{t('Custom comparison')}…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface ChoiceProps {
  name: string
  days: string | null
  is_chosen: boolean
  choose: () => void
}

const Choice = ({ name, days, is_chosen, choose }: ChoiceProps) => (
  <Menu.Item onClick={choose} rightSection={is_chosen && <Icon name="check" size={16} />}>
    {name}
    {days && <span className={classes.choice_days}>{days}</span>}
  </Menu.Item>
)

function CustomDays({ period: { current, today, change }, close }: { period: PagePeriod; close: () => void }) {
  const [{ from, to }, set_days] = useState(current)
  const is_valid = from !== '' && from <= to && to <= today
  return (
    <Form
      title={t('Custom days')}
      close={close}
      is_valid={is_valid}
      apply={() => change({ period: { from, to } })}
      about={is_valid ? t('{count, plural, one {# day} other {# days}}', { count: count_days({ from, to }) }) : ''}
    >
      <DayInput
        label={t('First day')}
        value={from}
        max={to || today}
        is_first
        set={(day) => set_days({ from: day, to })}
      />
      <DayInput label={t('Last day')} value={to} max={today} set={(day) => set_days({ from, to: day })} />
    </Form>
  )
}

function CustomComparison({
  period: { current, before, today, change },
  close,
}: {
  period: PagePeriod
  close: () => void
}) {
  const [from, set_from] = useState(before?.from ?? add_days(current.from, -count_days(current)))
  const is_valid = from !== '' && from < today
  const compare: PeriodChoice['compare'] = { from }
  const days = is_valid ? days_before(current, compare) : null
  return (
    <Form
      title={t('Custom comparison')}
      close={close}
      is_valid={is_valid}
      apply={() => change({ compare })}
      about={days ? t('As many days as the period: {days}', { days: days_text(days) }) : ''}
    >
      <DayInput label={t('First day')} value={from} max={add_days(today, -1)} is_first set={set_from} />
    </Form>
  )
}

interface FormProps {
  title: string
  about: string
  is_valid: boolean
  apply: () => void
  close: () => void
  children: ReactNode
}

const Form = ({ title, about, is_valid, apply, close, children }: FormProps) => (
  <Dialog title={title} close={close} size="sm">
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
        close()
      }}
    >
      <div className={classes.days_fields}>{children}</div>
      <p className={classes.about}>{about}</p>
      <Button type="submit" disabled={!is_valid}>
        {t('Show')}
      </Button>
    </form>
  </Dialog>
)

interface DayInputProps {
  label: string
  value: string
  max: string
  /** The keyboard begins here. */
  is_first?: boolean
  set: (day: string) => void
}

const DayInput = ({ label, value, max, is_first, set }: DayInputProps) => (
  <TextInput
    type="date"
    label={label}
    value={value}
    max={max}
    data-autofocus={is_first || undefined}
    onChange={({ currentTarget }) => set(currentTarget.value)}
  />
)
