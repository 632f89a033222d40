// Words that mean the same thing to people who ask about marketing, in Spanish, English and Portuguese. A line is a concept: its words
// and phrases, separated by commas. A new area adds a file, with the sources of its words.
import { ads } from './ads.ts'
import { connections } from './connections.ts'
import { email } from './email.ts'
import { questions } from './questions.ts'
import { social } from './social.ts'
import { store } from './store.ts'
import { web } from './web.ts'

/** Words and phrases by the concept that they mean. */
export const vocabulary: Record<string, string> = {
  ...store,
  ...ads,
  ...web,
  ...email,
  ...social,
  ...connections,
  ...questions,
}
