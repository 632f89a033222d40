// From the previous figure to the current figure, one effect at a time. The scale does not start at zero, so both ends are marks
// instead of bars.
import { figure, h, heading, nothing, platform_name, provenance, start, words } from './view.js'

const MARGIN = 0.06

/** Positions on the track in percent. They are for drawing only: every displayed figure comes from the answer. */
function scale_of(places) {
  const least = Math.min(...places)
  const span = Math.max(...places) - least || 1
  const at = (value) => (MARGIN + ((value - least) / span) * (1 - 2 * MARGIN)) * 100
  return at
}

function placed(element, from, to) {
  element.style.left = `${Math.min(from, to)}%`
  element.style.width = `${Math.abs(to - from)}%`
  return element
}

const row = (kind, label, bar, value, more) =>
  h(
    'tr',
    { class: kind },
    h('th', { scope: 'row' }, label),
    h('td', { class: 'track', 'aria-hidden': 'true' }, bar),
    h('td', { class: 'value' }, value, more && h('span', { class: 'quiet small' }, more)),
  )

function steps_of({ channels, rounding }) {
  const steps = channels.map((channel) => ({ ...channel, label: platform_name(channel.channel) }))
  return rounding ? [...steps, { label: words.rounding, effect: rounding }] : steps
}

/** A ROAS changes little, so its parts have more decimals. */
const writer_of = ({ currency }) => {
  const unit = currency === null ? 'ratio' : 'money'
  const finer = unit === 'ratio' ? { maximumFractionDigits: 6 } : {}
  return {
    total: (value) => figure(value, unit, currency, finer),
    part: (value) => figure(value, unit, currency, { signDisplay: 'exceptZero', ...finer }),
  }
}

function bridge(answer, write) {
  const { current, previous } = answer
  const steps = steps_of(answer)
  const is_plain = answer.metric.startsWith('spend') // an increase is neither good nor bad
  const ends = [previous]
  for (const { effect } of steps) ends.push(ends.at(-1) + effect)
  const at = scale_of([...ends, current])
  const mark = (value) => placed(h('div', { class: 'mark' }), at(value), at(value))
  const parts = ({ mix_effect: mix, rate_effect: rate }) =>
    typeof mix === 'number' && `${words.mix} ${write.part(mix)}, ${words.rate} ${write.part(rate)}`
  return h(
    'table',
    { class: 'bridge' },
    h(
      'tbody',
      {},
      row('end', words.before, mark(previous), write.total(previous)),
      steps.map((step, n) =>
        row(
          'step',
          step.label,
          placed(
            h('div', {
              class: `bar ${is_plain || step.channel === undefined ? '' : step.effect < 0 ? 'bad' : 'good'}`,
            }),
            at(ends[n]),
            at(ends[n + 1]),
          ),
          `${words.effect} ${write.part(step.effect)}`,
          parts(step),
        ),
      ),
      row('end', words.now, mark(current), write.total(current)),
    ),
  )
}

const campaigns = ({ channels }, write) =>
  channels
    .filter((channel) => channel.campaigns.length > 0)
    .map(({ channel, campaigns: list, other_campaigns: others }) =>
      h(
        'details',
        {},
        h('summary', {}, `${words.campaigns}: ${platform_name(channel)}`),
        h(
          'table',
          { class: 'list' },
          h(
            'tbody',
            {},
            [...list, ...(others ? [{ campaign: `${others.count} ${words.other}`, effect: others.effect }] : [])].map(
              ({ campaign, effect }) =>
                h(
                  'tr',
                  {},
                  h('th', { scope: 'row' }, campaign),
                  h('td', { class: 'value' }, `${words.effect} ${write.part(effect)}`),
                ),
            ),
          ),
        ),
      ),
    )

function draw(answer) {
  const write = writer_of(answer)
  const is_known = answer.current !== null || answer.previous !== null
  const [name] = answer.metric.split(':')
  return [
    heading('waterfall', answer),
    is_known && h('h2', {}, words[name] ?? name),
    !is_known ? nothing() : answer.change === null ? nothing(words.incomparable) : bridge(answer, write),
    ...(is_known && answer.change !== null ? campaigns(answer, write) : []),
    provenance(answer),
  ]
}

start(draw)
