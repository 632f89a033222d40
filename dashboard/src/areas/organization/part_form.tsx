// A part of the settings with a button of its own. Who is no admin sees the values without a button.
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form } from '../../accounts/form.tsx'
import type { OrgTools } from '../../api/call.ts'
import { t } from '../../lib/language.ts'

export type Settings = OrgTools['get_org_settings']['result']
export type Changes = OrgTools['update_org_settings']['input']

export interface PartProps {
  settings: Settings
  is_admin: boolean
  save: (changes: Changes) => Promise<void>
}

export function PartForm({
  is_admin,
  submit,
  children,
}: {
  is_admin: boolean
  submit: () => Promise<void>
  children: ReactNode
}) {
  if (!is_admin) return <Stack gap={16}>{children}</Stack>
  return (
    <Form verb={t('Save')} submit={submit} is_wide={false}>
      {children}
    </Form>
  )
}
