// What the tools of a picture say of their figures. Each page gets its own values here when it is built.
export const product = {
  locale: 'en',
  words: {},
  units: {},
  good_when_up: {},
  daily: { kpis: {}, sources: {}, metrics: {} },
}
