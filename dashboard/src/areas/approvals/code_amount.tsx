// Above which amount an approval needs a one-time code.
import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { use_change } from '../../api/queries.ts'
import { amount_text } from '../../components/figure.ts'
import { Notice } from '../../components/notice.tsx'
import { Section } from '../../components/page.tsx'
import { show_toast } from '../../components/toast.ts'
import { t } from '../../lib/language.ts'
import { use_org } from '../../shell/org.ts'
import { use_person } from '../../shell/signed.tsx'
import { AMOUNT, amount_or_null } from './amounts.ts'
import { CodeField, digits_of } from './code_field.tsx'
import type { SettingsProps } from './settings_props.ts'

export function CodeAmount({ settings: { code_amount, code_currency }, is_admin }: SettingsProps) {
  const { currency } = use_org()
  const { two_factor } = use_person()
  const [amount, set_amount] = useState(code_amount ?? '')
  const [code, set_code] = useState('')
  /** Otherwise a program that controls the browser could lift the limit before it approves. */
  const needs_code = code_amount !== null
  const { mutateAsync } = use_change('set_code_amount', ['get_approval_settings', 'get_action'])
  const save = async () => {
    await mutateAsync({ code_amount: amount_or_null(amount), ...(needs_code && { code: digits_of(code) }) })
    show_toast(t('Saved'))
  }
  return (
    <Section
      title={t('One-time codes')}
      about={t('A program that controls a browser can press a button. It has no code of an authenticator app.')}
    >
      {code_amount !== null && code_currency !== null && code_currency !== currency && (
        <Notice kind="warning" title={t('The amount is in another currency')}>
          <p>{t('Until it is set again, every change with an amount needs a code.')}</p>
        </Notice>
      )}
      {is_admin && needs_code && !two_factor && (
        <Notice title={t('Changing the amount needs a one-time code')}>
          <p>
            <Link to="/account">{t('Set up an authenticator app in your account')}</Link>
          </p>
        </Notice>
      )}
      {is_admin && (!needs_code || two_factor) ? (
        <Form verb={t('Save')} submit={save} is_wide={false}>
          <TextInput
            label={t('Largest change of a day’s spend without a code, in {currency}', { currency })}
            description={t('Empty: no approval needs a code. 0: every change with an amount needs one.')}
            {...AMOUNT}
            value={amount}
            onChange={({ currentTarget }) => set_amount(currentTarget.value)}
          />
          {needs_code && <CodeField value={code} change={set_code} />}
        </Form>
      ) : (
        <p>
          {code_amount === null
            ? t('No approval needs a code.')
            : t('Changes above {amount} need a code.', { amount: amount_text(code_amount, code_currency ?? currency) })}
        </p>
      )}
    </Section>
  )
}
