// The language of a person who is not signed in. It lasts until the page is loaded again: the account keeps it.
import { Menu, UnstyledButton } from '@mantine/core'
import { Icon } from '../components/icons.tsx'
import { language_names, languages, speak, t, use_language } from '../lib/language.ts'
import classes from './menus.module.css'

export function LanguageMenu() {
  const current = use_language()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton className={classes.plain} aria-label={`${t('Language')}: ${language_names[current]}`}>
          {language_names[current]} <Icon name="chevrons" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item key={language} lang={language} onClick={() => void speak(language)}>
            {language_names[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
