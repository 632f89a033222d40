// A question from the catalog: its fields, its days, and its answer.
import { Box, Button, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Failure } from '../../api/failure.ts'
import { Answered } from '../../components/answered.tsx'
import { CopyText } from '../../components/copy_text.tsx'
import { Freshness } from '../../components/freshness.tsx'
import { Notice } from '../../components/notice.tsx'
import { PeriodBar } from '../../components/period_bar.tsx'
import { t } from '../../lib/language.ts'
import { dates_of } from '../../lib/period.ts'
import { use_period } from '../../lib/use_period.ts'
import { Builder } from './builder.tsx'
import { CopyCalls } from './copy_calls.tsx'
import { type Catalog, find_source, inputs_of, place_of } from './question.ts'
import { use_answers, use_question } from './use_question.ts'
import { broken_name } from './words.ts'

/** Tables and plots are loaded while the first answer is computed. */
const AnswerView = lazy(() => import('./answer_view.tsx'))

/** Of tiles, a plot and the first rows. A refusal takes as much, so that nothing moves. */
const ANSWER_PX = 640

export function QuestionTab({ catalog }: { catalog: Catalog }) {
  const { question, broken, ask, reset } = use_question(catalog)
  const period = use_period()
  const source = find_source(catalog, question)
  const inputs = inputs_of(question, source, dates_of(period.current))
  const answered = use_answers(question, inputs)
  const { error, data } = answered
  const sentence = error instanceof Failure && error.outcome === 'error' ? error.message : undefined
  const place = sentence === undefined ? undefined : place_of(sentence, question)
  return (
    <>
      <PeriodBar period={period} compares={false}>
        <Freshness of={data?.answers ?? []} />
      </PeriodBar>
      {broken.length > 0 && <Broken parts={broken} reset={reset} />}
      <Builder catalog={catalog} question={question} ask={ask} error={place && { place, sentence: sentence! }} />
      {place ? (
        <Box mih={ANSWER_PX}>
          <NoAnswer request_id={(error as Failure).request_id} />
        </Box>
      ) : (
        <Answered of={answered} skeleton={<Skeleton height={ANSWER_PX} />}>
          {(of) => (
            <Suspense fallback={<Skeleton height={ANSWER_PX} />}>
              <AnswerView catalog={catalog} answered={of} />
            </Suspense>
          )}
        </Answered>
      )}
      <CopyCalls tool="query_data" inputs={inputs} link={location.href} />
    </>
  )
}

function Broken({ parts, reset }: { parts: readonly ('metric' | 'by' | 'where')[]; reset: () => void }) {
  return (
    <Notice
      kind="warning"
      title={t('The address could not be read in full')}
      action={
        <Button variant="default" size="xs" onClick={reset}>
          {t('Start with the usual question')}
        </Button>
      }
    >
      <p>
        {t('What the catalog does not have is left out of: {parts}.', { parts: parts.map(broken_name).join(', ') })}
      </p>
    </Notice>
  )
}

const NoAnswer = ({ request_id }: { request_id: string | undefined }) => (
  <Notice kind="bad" title={t('This question has no answer')}>
    <p>{t('The marked field says why.')}</p>
    {request_id && (
      <p>
        {t('Request')} <CopyText text={request_id} label={t('Copy the request id')} />
      </p>
    )}
  </Notice>
)
