// Every published tool as a form: what it does, who may call it, its input, and what it answers. Tool and input are in the address.
import { Button, Skeleton } from '@mantine/core'
import { type ToolToTry, use_tools_to_try } from '../../api/tool_list.ts'
import { Answered } from '../../components/answered.tsx'
import { Empty } from '../../components/empty.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { use_address_filter } from '../../lib/address_filter.ts'
import { t } from '../../lib/language.ts'
import { ChosenTool } from './chosen_tool.tsx'
import { ToolList } from './tool_list.tsx'
import classes from './try.module.css'

export default function TryATool() {
  const tools = use_tools_to_try()
  return (
    <Page
      title={t('Try a tool')}
      about={t(
        'The same tools that programs and agents call, with your role. Their names and texts are English everywhere.',
      )}
    >
      <Answered of={tools} skeleton={<Skeleton height={560} />}>
        {(list) => <Tools list={list} />}
      </Answered>
    </Page>
  )
}

function Tools({ list }: { list: ToolToTry[] }) {
  const [{ tool: name, input }, set_address] = use_address_filter(['tool', 'input'])
  const chosen = list.find((tool) => tool.name === name)
  const to_all = () => set_address({ tool: undefined, input: undefined })
  return (
    <div className={classes.panes} data-has-tool={chosen !== undefined}>
      <div className={classes.list_pane}>
        <ToolList tools={list} chosen={chosen?.name} />
      </div>
      <div className={classes.tool_pane}>
        {chosen ? (
          <>
            <Button variant="default" size="xs" className={classes.to_all!} onClick={to_all}>
              {t('All tools')}
            </Button>
            <ChosenTool
              key={chosen.name}
              tool={chosen}
              address_input={input}
              keep={(text) => set_address({ input: text })}
            />
          </>
        ) : (
          <NoTool unknown={name} />
        )}
      </div>
    </div>
  )
}

function NoTool({ unknown }: { unknown: string | undefined }) {
  return (
    <div className={classes.parts}>
      {unknown && (
        <Notice kind="warning" title={t('There is no tool {name} here', { name: unknown })}>
          <p>{t('Its name is wrong, or its module is off. Choose another tool.')}</p>
        </Notice>
      )}
      <Empty icon="try" title={t('No tool chosen')}>
        {t('Choose a tool to see what it takes. Nothing is sent before you press the button.')}
      </Empty>
    </div>
  )
}
