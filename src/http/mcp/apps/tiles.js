// A tile for each key figure with its change, and a tile for each ad platform.
import { product } from './product.js'
import {
  change_chip,
  figure,
  h,
  heading,
  nothing,
  platform_name,
  provenance,
  start,
  unsettled_mark,
  unsettled_of,
  words,
} from './view.js'

const { units } = product

const tile = (label, value, ...below) =>
  h('li', { class: 'tile' }, h('span', { class: 'quiet' }, label), h('strong', {}, value), ...below)

function kpi_tile(name, answer) {
  const { currency, previous, change_percent } = answer
  return tile(
    words[name],
    figure(answer[name], units[name], currency),
    change_chip(change_percent[name], name),
    h('span', { class: 'quiet small' }, `${words.before}: ${figure(previous[name], units[name], currency)}`),
  )
}

function platform_tile({ platform, spend, revenue, roas }, answer) {
  const { currency } = answer
  const open = unsettled_of(answer)[platform]
  return tile(
    `${words.spend}, ${platform_name(platform)}`,
    figure(spend, 'money', currency),
    h(
      'span',
      { class: 'small' },
      `${words.revenue}: ${figure(revenue, 'money', currency)}; ${words.roas} ${figure(roas, 'ratio')}`,
    ),
    open && unsettled_mark(open),
  )
}

function draw(answer) {
  const names = Object.keys(units).filter((name) => name in answer)
  const is_known = names.some((name) => answer[name] !== null || answer.previous[name] !== null)
  return [
    heading('tiles', answer),
    is_known
      ? h(
          'ul',
          { class: 'tiles', 'aria-label': words.tiles },
          names.map((name) => kpi_tile(name, answer)),
        )
      : nothing(),
    is_known &&
      answer.platforms.length > 0 &&
      h(
        'ul',
        { class: 'tiles wide', 'aria-label': words.spend },
        answer.platforms.map((platform) => platform_tile(platform, answer)),
      ),
    provenance(answer),
  ]
}

start(draw)
