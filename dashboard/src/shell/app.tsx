// What surrounds every page: theme, answers of tools, messages that confirm, and the dialog of an ended session.
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { SignInAgain } from '../accounts/sign_in_again.tsx'
import { query_client } from '../api/queries.ts'
import { use_language } from '../lib/language.ts'
import { router } from './router.tsx'
import { css_variables, theme } from './theme.ts'

/** The policy of the page allows styles with this nonce only. Browsers hide its value from everything but scripts. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

export function App() {
  // A change of the language draws every page anew. Forms that are open at that moment are the settings of the language.
  const language = use_language()
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={css_variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={query_client}>
        <RouterProvider key={language} router={router} />
        <SignInAgain />
        <Notifications position="bottom-center" />
      </QueryClientProvider>
    </MantineProvider>
  )
}
