// A person's own account: name, language, password, second factor, sessions, and its end.
import { Anchor, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Form } from '../../accounts/form.tsx'
import { account } from '../../api/accounts.ts'
import { ask_all_again } from '../../api/queries.ts'
import { Page, Section } from '../../components/page.tsx'
import { show_toast } from '../../components/toast.ts'
import { type Language, language_names, language_of_browser, languages, t } from '../../lib/language.ts'
import { use_person } from '../../shell/signed.tsx'
import { Wordmark } from '../../shell/wordmark.tsx'
import classes from './account.module.css'
import { AccountEnd } from './account_end.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second_factor.tsx'
import { Sessions } from './sessions.tsx'

export default function Account() {
  const { email } = use_person()
  return (
    <div className={classes.frame}>
      <header className={classes.top}>
        <Wordmark />
        <Anchor component={Link} to="/">
          {t('Back')}
        </Anchor>
      </header>
      <main className={classes.main}>
        <Page title={t('Account')} about={email}>
          <Section title={t('Name and language')}>
            <NameAndLanguage />
          </Section>
          <Section title={t('Password')} about={t('A change ends all other sessions.')}>
            <Password />
          </Section>
          <Section title={t('Second factor')} about={t('Signing in then also needs a code from your phone.')}>
            <SecondFactor />
          </Section>
          <Section title={t('Sessions')} about={t('Browsers in which you are signed in.')}>
            <Sessions />
          </Section>
          <Section title={t('Your data')}>
            <AccountEnd />
          </Section>
        </Page>
      </main>
    </div>
  )
}

const OF_BROWSER = 'browser'

function NameAndLanguage() {
  const me = use_person()
  const [name, set_name] = useState(me.name)
  const [language, set_language] = useState<string>(me.language ?? OF_BROWSER)
  const submit = async () => {
    await account('update-user', { name, ...(language !== OF_BROWSER && { language }) })
    await ask_all_again()
    show_toast(t('Saved'))
  }
  // A choice can be changed, but no longer left to the browser.
  const choices = languages.map((value) => ({ value: value as string, label: language_names[value] }))
  const of_browser = t('As the browser ({language})', { language: language_names[language_of_browser()] })
  return (
    <Form verb={t('Save')} submit={submit} is_wide={false}>
      <TextInput
        label={t('Name')}
        autoComplete="name"
        required
        withAsterisk={false}
        maxLength={100}
        value={name}
        onChange={({ currentTarget }) => set_name(currentTarget.value)}
      />
      <Select
        label={t('Language')}
        data={me.language === null ? [{ value: OF_BROWSER, label: of_browser }, ...choices] : choices}
        value={language}
        onChange={(value) => value && set_language(value as Language)}
      />
    </Form>
  )
}
