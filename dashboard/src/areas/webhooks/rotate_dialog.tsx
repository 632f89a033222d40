// Replaces the secret of a webhook. The new one is shown this once.
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { use_change } from '../../api/queries.ts'
import { Dialog } from '../../components/dialog.tsx'
import { t } from '../../lib/language.ts'
import type { Webhook } from './rows.ts'
import { SecretShown } from './secret_shown.tsx'
import { name_of } from './words.ts'

export function RotateDialog({ of, close }: { of: Webhook; close: () => void }) {
  const [secret, set_secret] = useState<string>()
  const { mutateAsync } = use_change('rotate_webhook_secret', ['list_webhooks'])
  const is_shown = secret !== undefined
  return (
    <Dialog
      close={close}
      size="lg"
      title={is_shown ? t('The secret of your webhook') : t('Replace the secret of {name}?', { name: name_of(of) })}
      closes_outside={!is_shown}
    >
      {is_shown ? (
        <SecretShown secret={secret} end={close} />
      ) : (
        <Form
          verb={t('Replace the secret')}
          submit={async () => set_secret((await mutateAsync({ webhook_id: of.webhook_id })).secret!)}
        >
          <p>
            {t(
              'For 24 hours, the old and the new secret sign each request. Give your program the new one before that ends.',
            )}
          </p>
        </Form>
      )}
    </Dialog>
  )
}
