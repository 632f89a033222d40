// A form from the JSON schema of a tool's input: a field for each parameter. Sentences of the engine stand at the field that they name.
import { Select, Textarea, TextInput } from '@mantine/core'
import { t, use_language } from '../lib/language.ts'
import classes from './tool_form.module.css'
import type { InputSchema } from './tool_form_values.ts'
import {
  choice_text,
  type Draft,
  type FieldFault,
  type FieldKind,
  type FieldSchema,
  kind_of,
} from './tool_form_values.ts'

interface ToolFormProps {
  schema: InputSchema
  draft: Draft
  change: (draft: Draft) => void
  /** By field. */
  errors: Record<string, string>
}

export function ToolForm({ schema: { properties = {}, required = [] }, draft, change, errors }: ToolFormProps) {
  const fields = Object.entries(properties)
  if (fields.length === 0) return <p className={classes.none}>{t('This tool takes no parameters.')}</p>
  return (
    <div className={classes.fields}>
      {fields.map(([name, schema]) => (
        <Field
          key={name}
          name={name}
          schema={schema}
          is_required={required.includes(name)}
          value={draft[name] ?? ''}
          change={(value) => change({ ...draft, [name]: value })}
          error={errors[name]}
        />
      ))}
    </div>
  )
}

const fault_text = (fault: FieldFault): string =>
  ({
    missing: t('This is needed.'),
    not_a_number: t('This is not a number. Write it with digits and a point.'),
    not_whole: t('This must be a whole number.'),
    not_json: t('This is not valid JSON.'),
  })[fault]

export const fault_texts = (faults: Record<string, FieldFault>): Record<string, string> =>
  Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, fault_text(fault)]))

const WRAPPER_ORDER = ['label', 'input', 'error', 'description'] as const

interface FieldProps {
  name: string
  schema: FieldSchema
  is_required: boolean
  value: string
  change: (value: string) => void
  error: string | undefined
}

const is_wide: Record<FieldKind, boolean> = {
  text: false,
  date: false,
  number: false,
  integer: false,
  choice: false,
  yes_no: false,
  long_text: true,
  lines: true,
  json: true,
}

function Field({ name, schema, is_required, value, change, error }: FieldProps) {
  use_language()
  const kind = kind_of(schema)
  const common = {
    label: <Label name={name} is_required={is_required} />,
    description: <About schema={schema} kind={kind} />,
    error,
    // Below the field, so that fields beside each other stand on one line whatever their descriptions say.
    inputWrapperOrder: [...WRAPPER_ORDER],
    'data-field': name,
    className: is_wide[kind] ? classes.wide! : '',
  }
  if (kind === 'choice' || kind === 'yes_no')
    return (
      <Select
        {...common}
        data={kind === 'choice' ? schema.enum!.map(choice_text) : yes_no()}
        value={value === '' ? null : value}
        placeholder={t('Not set')}
        searchable={kind === 'choice'}
        allowDeselect
        clearable
        clearButtonProps={{ 'aria-label': t('Clear {name}', { name }) }}
        nothingFoundMessage={t('Nothing has this name.')}
        onChange={(chosen) => change(chosen ?? '')}
      />
    )
  if (is_wide[kind])
    return (
      <Textarea
        {...common}
        classNames={{ input: classes.code! }}
        rows={kind === 'long_text' ? 5 : 3}
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    )
  const mode = { integer: 'numeric', number: 'decimal' } as const
  return (
    <TextInput
      {...common}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'integer' || kind === 'number' ? mode[kind] : undefined}
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  )
}

const yes_no = () => [
  { value: 'true', label: t('Yes') },
  { value: 'false', label: t('No') },
]

function Label({ name, is_required }: { name: string; is_required: boolean }) {
  return (
    <>
      <code className={classes.name}>{name}</code>
      {is_required && <span className={classes.needed}>{t('needed')}</span>}
    </>
  )
}

/** The tool's own words are English. */
function About({ schema, kind }: { schema: FieldSchema; kind: FieldKind }) {
  return (
    <>
      {schema.description && <span lang="en">{schema.description} </span>}
      {facts_of(schema, kind).join(' ')}
    </>
  )
}

function facts_of({ default: preset, minimum, maximum }: FieldSchema, kind: FieldKind): string[] {
  const facts: string[] = []
  if (minimum !== undefined && maximum !== undefined) facts.push(t('{minimum} to {maximum}.', { minimum, maximum }))
  else if (minimum !== undefined) facts.push(t('At least {minimum}.', { minimum }))
  else if (maximum !== undefined) facts.push(t('At most {maximum}.', { maximum }))
  if (kind === 'lines') facts.push(t('One in each line.'))
  if (kind === 'json') facts.push(t('As JSON.'))
  if (preset !== undefined) facts.push(t('Default: {value}.', { value: choice_text(preset) }))
  return facts
}
