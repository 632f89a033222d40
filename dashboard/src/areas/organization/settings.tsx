// The organization: its name, language, currency and time zone. Admins change them; everybody sees them.
import { Select, Skeleton, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { forget_me, use_answer, use_change } from '../../api/queries.ts'
import { Answered } from '../../components/answered.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page, Section } from '../../components/page.tsx'
import { CurrencyField, TimeZoneField } from '../../components/place_fields.tsx'
import { show_failure, show_toast } from '../../components/toast.ts'
import { type Language, language_names, languages, t } from '../../lib/language.ts'
import { may, use_org } from '../../shell/org.ts'
import { Channels } from './channels.tsx'
import { EndOrganization } from './end_organization.tsx'
import { type Changes, PartForm, type PartProps, type Settings } from './part_form.tsx'

const NAME_CHARS_MAX = 100
/** A note about figures is longer than a word, so it stays longer. */
const NOTE_SHOWN_MS = 12_000

export default function OrganizationSettings() {
  const settings = use_answer('get_org_settings', {})
  const is_admin = may(use_org(), 'admin:*')
  return (
    <Page title={t('Organization')} notice={!is_admin && <Notice title={t('Admins change these settings.')} />}>
      <Answered of={settings} skeleton={<Skeleton height={560} />}>
        {(data) => <Fields key={JSON.stringify(data)} settings={data} is_admin={is_admin} />}
      </Answered>
    </Page>
  )
}

function Fields({ settings, is_admin }: { settings: Settings; is_admin: boolean }) {
  const { mutateAsync } = use_change('update_org_settings', ['get_org_settings'])
  const save = async (changes: Changes) => {
    const { note } = await mutateAsync(changes)
    await forget_me()
    show_toast(note ?? t('Saved'), note === null ? {} : { shown_ms: NOTE_SHOWN_MS })
  }
  return (
    <>
      <Section title={t('Name and language')} about={t('Messages and summaries are written in this language.')}>
        <NameAndLanguage settings={settings} is_admin={is_admin} save={save} />
      </Section>
      <Section title={t('Figures')} about={t('How the figures of this organization are counted.')}>
        <Counting settings={settings} is_admin={is_admin} save={save} />
      </Section>
      <Channels />
      <Section title={t('Signing in')}>
        <Switch
          label={t('Members need a second factor')}
          description={t('Who has none sets one up before they see anything of this organization.')}
          checked={settings.demands_two_factor}
          disabled={!is_admin}
          onChange={({ currentTarget }) => void save({ demands_two_factor: currentTarget.checked }).catch(show_failure)}
        />
      </Section>
      {is_admin && (
        <Section title={t('End the organization')} about={t('For 30 days, an admin can take it back.')}>
          <EndOrganization />
        </Section>
      )}
    </>
  )
}

function NameAndLanguage({ settings, is_admin, save }: PartProps) {
  const [name, set_name] = useState(settings.name)
  const [language, set_language] = useState<Language>(settings.language)
  const [industry, set_industry] = useState(settings.industry ?? '')
  return (
    <PartForm is_admin={is_admin} submit={() => save({ name, language, industry: industry || null })}>
      <TextInput
        label={t('Name')}
        required
        withAsterisk={false}
        maxLength={NAME_CHARS_MAX}
        disabled={!is_admin}
        value={name}
        onChange={({ currentTarget }) => set_name(currentTarget.value)}
      />
      <Select
        label={t('Language')}
        data={languages.map((value) => ({ value, label: language_names[value] }))}
        disabled={!is_admin}
        value={language}
        onChange={(value) => value && set_language(value as Language)}
      />
      <TextInput
        label={t('Industry')}
        description={t('Agents use it when they write about your figures.')}
        maxLength={NAME_CHARS_MAX}
        disabled={!is_admin}
        value={industry}
        onChange={({ currentTarget }) => set_industry(currentTarget.value)}
      />
    </PartForm>
  )
}

function Counting({ settings, is_admin, save }: PartProps) {
  const [currency, set_currency] = useState(settings.currency)
  const [time_zone, set_time_zone] = useState(settings.time_zone)
  const is_other = currency !== settings.currency || time_zone !== settings.time_zone
  return (
    <PartForm is_admin={is_admin} submit={() => save({ currency, time_zone })}>
      <CurrencyField value={currency} onChange={set_currency} disabled={!is_admin} />
      <TimeZoneField value={time_zone} onChange={set_time_zone} disabled={!is_admin} />
      {is_other && (
        <Notice kind="warning" title={t('Figures of the past change too')}>
          <p>
            {t(
              'Totals are converted again and days are counted again. Reports that you shared show other figures then.',
            )}
          </p>
        </Notice>
      )}
    </PartForm>
  )
}
