// A secret of a webhook, this once, and what it is for.
import { Button, Group, Stack } from '@mantine/core'
import { SecretOnce } from '../../components/secret_once.tsx'
import { t } from '../../lib/language.ts'

export function SecretShown({ secret, end }: { secret: string; end: () => void }) {
  return (
    <Stack gap={16}>
      <p>{t('It signs each request, so that your program can verify that Tablero sent it.')}</p>
      <SecretOnce secret={secret} label={t('The secret of your webhook')} />
      <Group justify="flex-end">
        <Button onClick={end}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
