// currency-api: a file of daily rates for each day, as versions of an npm package (github.com/fawazahmed0/exchange-api, read 2026-11).
import type { Vendor } from '../vendor.ts'

/** Metals, digital coins and national currencies that stopped are in the file too. The world has no rates of them. */
const others = { btc: 1.3652638e-5, xau: 0.0002751379, '1inch': 11.32244633 }
/** Currencies with a fixed rate, so that the file has as many as the real one. */
const fixed = [
  ...[
    'aed',
    'all',
    'amd',
    'aoa',
    'azn',
    'bam',
    'bbd',
    'bdt',
    'bhd',
    'bif',
    'bmd',
    'bnd',
    'bob',
    'bsd',
    'btn',
    'bwp',
    'byn',
    'bzd',
  ],
  ...[
    'cdf',
    'crc',
    'cup',
    'cve',
    'djf',
    'dop',
    'dzd',
    'egp',
    'etb',
    'fjd',
    'gel',
    'ghs',
    'gmd',
    'gnf',
    'gtq',
    'gyd',
    'hnl',
    'htg',
  ],
]

export const currency_api: Vendor = {
  platform: 'currency_api',
  hosts: ['cdn.jsdelivr.net'],
  routes(app, { world }) {
    app.get<{ Params: { version: string } }>(
      '/npm/@fawazahmed0/:version/v1/currencies/eur.min.json',
      (request, reply) => {
        const date = request.params.version.replace('currency-api@', '')
        const rates = world.fx.daily(date)
        if (!rates)
          return reply.code(404).type('text/plain').send(`Couldn't find the requested release version ${date}.`)
        const eur = {
          ...others,
          eur: 1,
          ...Object.fromEntries(fixed.map((code, at) => [code, at + 1.5])),
          ...Object.fromEntries(Object.entries(rates).map(([code, rate]) => [code.toLowerCase(), Number(rate)])),
        }
        return reply.send({ date, eur })
      },
    )
  },
  throttle: (seconds) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: 'Too many requests.' }),
  fail: (status) => ({ status, body: 'Service unavailable.' }),
}
