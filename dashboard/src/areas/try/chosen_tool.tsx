// One tool: what it does, its form, and the answer to what was sent.
import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ToolToTry } from '../../api/tool_list.ts'
import { call_forms } from '../../components/call_forms.ts'
import { CopyAs } from '../../components/copy_as.tsx'
import { Notice } from '../../components/notice.tsx'
import { scopes_in_words } from '../../components/scopes.ts'
import { fault_texts, ToolForm } from '../../components/tool_form.tsx'
import { draft_of, input_of } from '../../components/tool_form_values.ts'
import { t } from '../../lib/language.ts'
import { object_in } from '../../lib/object_in.ts'
import { use_org } from '../../shell/org.ts'
import { ReplyView } from './reply_view.tsx'
import { SendDialog } from './send_dialog.tsx'
import { effect_about, may_call, who_can } from './tool_words.ts'
import classes from './try.module.css'
import { use_try } from './use_try.ts'

/** Longer addresses do not pass every program between browser and server. */
const LINK_CHARS_MAX = 6_000

interface ChosenToolProps {
  tool: ToolToTry
  /** The input of the address, as JSON. */
  address_input: string | undefined
  /** Puts an input into the address. */
  keep: (input: string | undefined) => void
}

export function ChosenTool({ tool, address_input, keep }: ChosenToolProps) {
  const org = use_org()
  const [start] = useState(() => start_of(tool, address_input))
  const [draft, set_draft] = useState(start.draft)
  const [is_checked, set_checked] = useState(false)
  const [is_asking, set_asking] = useState(false)
  const tried = use_try(tool)
  const { input, faults } = input_of(tool.input, draft)
  const has_faults = Object.keys(faults).length > 0
  const is_allowed = may_call(org, tool)
  const send = () => {
    const text = JSON.stringify(input)
    keep(text.length <= LINK_CHARS_MAX && text !== '{}' ? text : undefined)
    tried.send(input)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set_checked(true)
    if (has_faults) return
    if (tool.effect === 'read') send()
    else set_asking(true)
  }
  return (
    <article className={classes.parts} aria-labelledby="tool">
      <About tool={tool} />
      {start.left_out !== undefined && <LeftOut names={start.left_out} />}
      {!is_allowed && (
        <Notice title={t('Your role cannot call this tool')}>
          <p>{t('These roles can: {roles}. An admin can change yours.', { roles: who_can(tool) })}</p>
        </Notice>
      )}
      <form onSubmit={submit} noValidate>
        <fieldset className={classes.form} disabled={!is_allowed}>
          <legend className={classes.legend}>{t('Input')}</legend>
          <ToolForm
            schema={tool.input}
            draft={draft}
            change={set_draft}
            errors={{ ...tried.errors, ...(is_checked && fault_texts(faults)) }}
          />
          <Group gap={8}>
            <Button type="submit" loading={tried.is_running} disabled={!is_allowed}>
              {t('Send')}
            </Button>
            <Button variant="default" onClick={() => set_draft(draft_of(tool.input, tool.example).draft)}>
              {t('Fill in the example')}
            </Button>
            <Button variant="default" onClick={() => set_draft({})}>
              {t('Empty the form')}
            </Button>
          </Group>
        </fieldset>
      </form>
      <ReplyView tool={tool} tried={tried} />
      <CopyCall tool={tool.name} input={input} />
      {is_asking && <SendDialog tool={tool} input={input} close={() => set_asking(false)} send={send} />}
    </article>
  )
}

function About({ tool: { name, description, effect, scopes, rate_limit_per_minute: rate } }: { tool: ToolToTry }) {
  const needs = scopes.length > 0 ? t('Needs: {scopes}.', { scopes: scopes_in_words(scopes) }) : t('Needs no scope.')
  return (
    <div>
      <h2 id="tool" className={classes.name}>
        {name}
      </h2>
      <p lang="en">{description}</p>
      <p className={classes.quiet}>
        {[effect_about(effect), needs, t('At most {rate} calls a minute.', { rate })].join(' ')}
      </p>
    </div>
  )
}

/** An address that says something else than a form can hold: the rest of it stays, and the page says what does not. */
function LeftOut({ names }: { names: readonly string[] }) {
  return (
    <Notice kind="warning" title={t('The address could not be read in full')}>
      <p>
        {names.length === 0
          ? t('Its input is no JSON object. The form starts empty.')
          : t('The form has no field for: {names}.', { names: names.join(', ') })}
      </p>
    </Notice>
  )
}

function CopyCall({ tool, input }: { tool: string; input: object }) {
  const org = use_org()
  const query = new URLSearchParams({ tool, input: JSON.stringify(input) })
  const link = `${location.origin}/o/${org.org_id}/settings/try?${query}`
  const forms = [
    ...call_forms(org, tool, [input]),
    ...(link.length <= LINK_CHARS_MAX ? [{ name: t('Link'), code: link }] : []),
  ]
  return (
    <section aria-label={t('Copy this call')}>
      <h3 className={classes.heading}>{t('Copy this call')}</h3>
      <CopyAs forms={forms} label={t('Copy this call')} />
    </section>
  )
}

/** `left_out` is undefined when the address has no input, or all of it is in the form. Empty: it is no JSON object. */
function start_of(tool: ToolToTry, address_input: string | undefined) {
  if (address_input === undefined) return { draft: {} }
  const given = object_in(address_input)
  if (!given) return { draft: {}, left_out: [] }
  const { draft, left_out } = draft_of(tool.input, given)
  return left_out.length > 0 ? { draft, left_out } : { draft }
}
