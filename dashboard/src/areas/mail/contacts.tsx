// People of the email platforms and of the CRM. The filter is the tool's own.
import { useMemo } from 'react'
import type { OrgTools } from '../../api/call.ts'
import { use_answer } from '../../api/queries.ts'
import { AnswerList } from '../../components/answer_list.tsx'
import type { Column } from '../../components/data_table.tsx'
import { TwoLines } from '../../components/two_lines.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t, use_language } from '../../lib/language.ts'

type Contact = OrgTools['query_contacts']['result']['contacts'][number]

/** So few have all columns. The search finds the others. */
const ROWS_MAX = 50

export default function Contacts() {
  const [{ find }] = use_address_filter(['find'])
  const answer = use_answer('query_contacts', { limit: ROWS_MAX, ...(find && { search: find }) }, { keeps: true })
  const columns = use_columns()
  return (
    <AnswerList
      id="contacts"
      title={t('Contacts')}
      answer={answer}
      rows_of={({ contacts }) => contacts}
      columns={columns}
      has_freshness
      id_of={({ contact_id }) => contact_id}
      empty={{ title: t('No contacts'), text: t('The email platforms have no contacts yet.') }}
    />
  )
}

function use_columns(): Column<Contact>[] {
  const language = use_language()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the titles are in the language
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('Name'),
        value: ({ full_name, email }) => full_name ?? email,
        cell: ({ full_name, email }) =>
          full_name ? <TwoLines main={full_name} quiet={email} /> : (email ?? t('Nobody known')),
        is_main: true,
        width: '44%',
      },
      { id: 'source', title: t('Source'), value: ({ source }) => source ?? null, field: 'source', is_main: true },
      { id: 'tags', title: t('Tags'), value: ({ tags = [] }) => tags.join(', ') || null, field: 'tags' },
    ],
    [language],
  )
}
