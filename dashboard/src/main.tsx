// The start of the pages: the language first, so that the first picture has the right words.
import './shell/styles.ts'
import { createRoot } from 'react-dom/client'
import { ask_early } from './api/queries.ts'
import { language_of_browser, speak } from './lib/language.ts'
import { App } from './shell/app.tsx'
import { reload_after_upgrade } from './shell/upgrade.ts'

reload_after_upgrade()
if (location.pathname.startsWith('/o/')) ask_early()
await speak(language_of_browser())
createRoot(document.getElementById('root')!).render(<App />)
