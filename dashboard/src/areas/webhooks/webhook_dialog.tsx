// Makes a webhook, then shows its secret this once. With a webhook that exists, changes it.
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { t } from '../../lib/language.ts'
import type { EventType, Webhook } from './rows.ts'
import { SecretShown } from './secret_shown.tsx'
import classes from './webhooks.module.css'
import { event_names, is_event, name_of } from './words.ts'

const NAME_CHARS_MAX = 120
const URL_CHARS_MAX = 2_000

interface WebhookDialogProps {
  /** Undefined: a new one. */
  of?: Webhook
  close: () => void
}

export default function WebhookDialog({ of, close }: WebhookDialogProps) {
  const [secret, set_secret] = useState<string>()
  const title = of === undefined ? t('Create a webhook') : t('Change {name}', { name: name_of(of) })
  return (
    <Dialog
      close={close}
      size="lg"
      title={secret === undefined ? title : t('The secret of your webhook')}
      closes_outside={secret === undefined}
    >
      {secret === undefined ? (
        <Fields of={of} made={set_secret} close={close} />
      ) : (
        <SecretShown secret={secret} end={close} />
      )}
    </Dialog>
  )
}

interface FieldsProps {
  of: Webhook | undefined
  made: (secret: string) => void
  close: () => void
}

function Fields({ of, made, close }: FieldsProps) {
  const [name, set_name] = useState(of?.name ?? '')
  const [url, set_url] = useState(of?.url ?? '')
  const [events, set_events] = useState<EventType[]>(of?.events.filter(is_event) ?? [])
  const create = use_change('create_webhook', ['list_webhooks'])
  const update = use_change('update_webhook', ['list_webhooks'])
  const values = { name: name.trim() || null, url: url.trim(), events }
  const submit = async () => {
    if (of === undefined) return made((await create.mutateAsync(values)).secret!)
    await update.mutateAsync({ webhook_id: of.webhook_id, ...values })
    close()
  }
  return (
    <Form verb={of === undefined ? t('Create the webhook') : t('Save')} submit={submit}>
      <TextInput
        label={t('Name')}
        maxLength={NAME_CHARS_MAX}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => set_name(currentTarget.value)}
      />
      <TextInput
        label={t('Address')}
        description={t('A public address that begins with https://.')}
        type="url"
        required
        withAsterisk={false}
        maxLength={URL_CHARS_MAX}
        value={url}
        onChange={({ currentTarget }) => set_url(currentTarget.value)}
      />
      <Checkbox.Group label={t('Events')} value={events} onChange={(chosen) => set_events(chosen.filter(is_event))}>
        <div className={classes.events}>
          {Object.entries(event_names()).map(([event, about]) => (
            <Checkbox key={event} value={event} label={<TwoLines main={<code>{event}</code>} quiet={about} />} />
          ))}
        </div>
      </Checkbox.Group>
    </Form>
  )
}
