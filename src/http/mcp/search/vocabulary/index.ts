// Words that mean the same thing to people who ask about marketing, in Spanish, English and Portuguese. A line is a concept: its words
// and phrases, separated by commas. A phrase with (a|b) stands for one phrase with each. A new area adds a file, with the sources of its
// words. Forms of verbs, words of one country and combinations of words of a source have no source of their own.
import { ads } from '#http/mcp/search/vocabulary/ads.ts'
import { advice } from '#http/mcp/search/vocabulary/advice.ts'
import { changes } from '#http/mcp/search/vocabulary/changes.ts'
import { connections } from '#http/mcp/search/vocabulary/connections.ts'
import { duties } from '#http/mcp/search/vocabulary/duties.ts'
import { email } from '#http/mcp/search/vocabulary/email.ts'
import { people } from '#http/mcp/search/vocabulary/people.ts'
import { questions } from '#http/mcp/search/vocabulary/questions.ts'
import { social } from '#http/mcp/search/vocabulary/social.ts'
import { store } from '#http/mcp/search/vocabulary/store.ts'
import { web } from '#http/mcp/search/vocabulary/web.ts'

/** Words and phrases by the concept that they mean. */
export const vocabulary = {
  ...store,
  ...ads,
  ...web,
  ...email,
  ...social,
  ...connections,
  ...people,
  ...questions,
  ...changes,
  ...advice,
  ...duties,
}
